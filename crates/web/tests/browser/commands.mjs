// What the menu and the keys offer: asking first, bookmarks and branches, the deal of the day.
import assert from 'node:assert/strict';
import { COMMANDS } from '../../page/commands.js';
import { PHONE, WINS } from './deals.mjs';
import { onTable } from './suite.mjs';

/** Runs in the page: hides the mouse, which a desktop browser always claims to have. */
const withoutMouse = () => {
  const real = window.matchMedia;
  window.matchMedia = (query) =>
    query === '(hover: none)' ? { matches: true } : real.call(window, query);
};

onTable(
  'the menu and the help have every command of the registry',
  'g=klondike&d=1',
  async (table) => {
    const { page } = table;
    await page.click('#tools [data-do=menu]');
    const menu = await page.locator('dialog .menu button').allTextContents();
    const labels = COMMANDS.map(({ label }) => label);
    assert.deepEqual(
      labels.filter((label) => !menu.includes(label)),
      ['Pick', 'Best', 'More', 'Fewer'],
      'these are about the card under the cursor',
    );
    await page.keyboard.press('Escape');
    await table.dialogCloses();
    await table.openDialog('?');
    await table.says('dialog h2', /^Help$/);
    const help = await page.textContent('dialog');
    for (const command of COMMANDS) assert.ok(help.includes(command.help), command.name);
  },
);

onTable(
  'every entry of the menu has an icon of its own beside its words',
  'g=klondike&d=1',
  async ({ page }) => {
    await page.click('#tools [data-do=menu]');
    const entries = await page.locator('dialog .menu button').evaluateAll((buttons) =>
      buttons.map((button) => {
        const icon = button.querySelector('svg[aria-hidden=true]');
        const use = icon?.querySelector('use');
        const { width = 0, height = 0 } = use?.getBBox() ?? {};
        const words = document.createRange();
        words.selectNodeContents(button.lastChild);
        const gap = words.getBoundingClientRect().left - icon?.getBoundingClientRect().right;
        return {
          label: button.textContent,
          isDrawn: width > 8 && height > 8,
          isBeside: gap > 2 && gap < 20,
          drawing: document.querySelector(use?.getAttribute('href') ?? '#none')?.innerHTML,
        };
      }),
    );
    assert.ok(entries.length > 30, `${entries.length} entries`);
    const without = entries.filter(({ isDrawn, isBeside }) => !isDrawn || !isBeside);
    assert.deepEqual(
      without.map(({ label }) => label),
      [],
      'entries without an icon beside their words',
    );
    const drawings = new Set(entries.map(({ drawing }) => drawing));
    assert.equal(drawings.size, entries.length, 'two entries have the same icon');
  },
);

onTable('before a game is marked, the player is asked', 'g=klondike&d=1', async (table) => {
  const { page } = table;
  for (const key of ['v', 'H', 'G', 'p']) {
    await table.openDialog(key);
    assert.match(await page.textContent('dialog'), /count as played with the oracle/);
    await page.click('dialog >> text=Cancel');
    await table.dialogCloses();
  }
  assert.equal(await table.data('stamp'), 'pure');
  await table.look('v');
  await page.waitForSelector('#chip[data-is=winnable]', { timeout: 120000 });
  await page.keyboard.press('H');
  await page.waitForSelector('.hint');
  assert.equal(await page.locator('dialog').count(), 0, 'the player is asked once');
});

onTable(
  'bookmarks and branches are two taps away, and a reload keeps them',
  'g=klondike&d=1',
  async (table) => {
    const { page } = table;
    const choose = async (label) => {
      await page.click('#thumb [data-do=menu]');
      await page.click(`dialog .menu >> text="${label}"`);
    };
    await page.click('#thumb [data-do=draw]');
    await table.until(1);
    await choose('Set a bookmark');
    await table.says('#toast', /^Bookmark a is set at move 1\.$/);
    await page.click('#thumb [data-do=draw]');
    await table.until(2);
    await page.reload();
    await page.waitForSelector('body[data-ready]');
    await choose('Bookmarks');
    await page.click('dialog .places button');
    await table.until(1);
    await choose('Restart');
    await table.until(0);
    await choose('Next branch');
    await table.says('#toast', /^There is no other branch\.$/);
  },
  { viewport: PHONE, touch: true },
);

onTable(
  'a level that is not found is said, and the game on the table stays',
  'g=klondike&d=1',
  async (table) => {
    const { page } = table;
    const words = 'No hard deal was found in time (3 deals tried). The game on the table stays.';
    const body = `${JSON.stringify({ answer: { is: 'unknown', why: 'time', words } })}\n`;
    await table.context.route('**/api/search', (route) =>
      route.fulfill({ contentType: 'application/x-ndjson', body }),
    );
    const before = await table.save();
    await page.keyboard.press('n');
    await table.says('#notices [data-kind=level]', /^No hard deal was found/);
    assert.equal(await table.save(), before);
    await table.openMore();
    await page.click('dialog button.main');
    await table.says('dialog [role=alert]', /^No hard deal was found/);
  },
  { only: 'server', settings: { level: 'hard' } },
);

onTable(
  'the deal of the day has a calendar, and a win is counted in it',
  'g=klondike&d=1',
  async (table, { line }) => {
    const { page } = table;
    await table.openDialog('T');
    const today = page.locator('.calendar [aria-current=date]');
    assert.match(await today.getAttribute('aria-label'), /not finished$/);
    await page.click('dialog button.main');
    await table.dialogCloses(120000);
    const deal = (await page.textContent('#deal')).slice(1);
    const now = new Date().toISOString().slice(0, 10).replaceAll('-', '');
    assert.ok(deal.startsWith(now), `${deal} is of ${now}`);
    await table.says('#toast', /proved winnable\.$/);
    const moves = await line('klondike', deal);
    // The whole of it but the end, which the page finishes by itself: that is a win like another.
    await table.go(`g=klondike&d=${deal}&a=0&m=${moves.slice(0, -1)}`);
    await table.until(moves.length - 1);
    await page.keyboard.press('F');
    await table.says('dialog .boast', /Streak: 1 day/);
    await page.keyboard.press('Escape');
    await table.dialogCloses();
    await table.openDialog('T');
    assert.match(await today.getAttribute('aria-label'), /, won$/);
    assert.match(await page.textContent('dialog'), /Won 1 day in a row\./);
  },
  { books: true },
);

onTable(
  'a win is set beside the other wins, and the daily has a text to share',
  '',
  async (table, all) => {
    const { page } = table;
    const [game, deal] = WINS[1];
    const moves = await all.line(game, deal);
    for (let round = 0; round < 2; round++) {
      await table.go(`g=${game}&d=${deal}&a=0&m=${moves.slice(0, -1)}`);
      await table.until(moves.length - 1);
      await table.play(moves.at(-1), 'click');
      await page.waitForSelector('dialog[open]');
      assert.equal(await page.locator('dialog .wins').count(), round);
      assert.equal(await page.locator('dialog .boast').count(), 0);
      await table.says('dialog .honest', /^A player who sees only what you see /, 120000);
      await page.keyboard.press('Escape');
      await table.dialogCloses();
    }
    const told = await page.evaluate(async () => {
      const { boast } = await import('./daily.js');
      const won = (number) => ({ title: 'Klondike', deal: number, won: true });
      const reply = { title: 'Klondike', number: '2026111903', made: 99, stamp: 'pure', set: [] };
      const played = [won('2026111700'), won('2026111801'), { ...won('2026111500'), won: false }];
      return boast(reply, 65, played);
    });
    assert.match(
      told,
      /^Talon, the deal of 19 November 2026\nKlondike: won in 99 moves, 1:05, without help\n/,
    );
    assert.match(told, /\nStreak: 3 days/);
  },
  { books: true },
);

onTable('the page can fill the screen', 'g=klondike&d=1', async (table) => {
  const { page } = table;
  await page.keyboard.press('Z');
  await page.waitForFunction(() => document.fullscreenElement);
  await page.keyboard.press('Z');
  await page.waitForFunction(() => !document.fullscreenElement);
});

onTable(
  'where there is only a finger, help begins with touch',
  'g=klondike&d=1',
  async (table) => {
    const { page } = table;
    await page.evaluate(withoutMouse);
    await page.click('#thumb [data-do=menu]');
    await page.click('dialog .menu >> text="Help"');
    await table.says('dialog .body p', /^Tap a card/);
    assert.equal(await page.locator('dialog .keys:visible').count(), 0);
    await page.click('dialog summary');
    assert.ok((await page.locator('dialog .keys:visible').count()) > 3);
    await page.click('dialog >> text=Learn a game');
    await table.says('dialog h2', /^Learn a game$/);
  },
  { viewport: PHONE, touch: true },
);

onTable(
  'where there is only a finger, the offer to finish names no key',
  'g=klondike&d=1',
  async (table, { line }) => {
    const { page } = table;
    const moves = await line('klondike', '1');
    await page.evaluate(withoutMouse);
    await table.go(`g=klondike&d=1&a=0&m=${moves.slice(0, -6)}`);
    await table.until(moves.length - 6);
    await table.play(moves.at(-6), 'click');
    await page.waitForSelector('#offer:not([hidden])');
    await table.says('#toast', /^The game can be finished now\.$/);
  },
);

onTable(
  'the page can be installed, with icons of every kind',
  'g=klondike&d=1',
  async ({ page }) => {
    const icons = await page.evaluate(async () => {
      const { href } = document.querySelector('link[rel=manifest]');
      const manifest = await (await fetch(href)).json();
      const touch = document.querySelector('link[rel=apple-touch-icon]').getAttribute('href');
      const all = [...manifest.icons, { src: touch, sizes: '180x180', purpose: 'touch' }];
      return Promise.all(
        all.map(async ({ src, sizes, purpose }) => {
          const image = new Image();
          image.src = src;
          await image.decode();
          const size = `${image.naturalWidth}x${image.naturalHeight}`;
          return `${purpose} ${sizes === 'any' ? 'any' : size === sizes ? size : `not ${sizes}`}`;
        }),
      );
    });
    assert.deepEqual(icons, [
      'any any',
      'any 192x192',
      'any 512x512',
      'maskable 512x512',
      'maskable any',
      'touch 180x180',
    ]);
  },
);
