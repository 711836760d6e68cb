// Opening a game: the dialog, links, settings, and the page without a network.
import assert from 'node:assert/strict';
import { POSITION } from './deals.mjs';
import { onTable } from './suite.mjs';
import { Table } from './table.mjs';

/** What the browser writes to its console about a request that was refused. */
const REFUSED = /400 \(Bad Request\)/;

/** Makes the next random deal this one. */
const dealNext = (page, deal) =>
  page.evaluate((n) => {
    Math.random = () => (n - 0.5) / 999_999;
  }, deal);

onTable(
  'the dialog deals by number, keeps changed rules, deals the day’s deal, and refuses a wrong one',
  'g=canfield&d=4&s=draw%3D1',
  async (table) => {
    const { page } = table;
    await table.openMore();
    await page.fill('#choose-deal', '77');
    await page.click('dialog button.main');
    await table.dialogCloses();
    assert.match(await table.save(), /game canfield\nset draw = 1\ndeal 77/);
    await table.openMore();
    await page.selectOption('#choose-game', 'klondike');
    await page.click('text=Deal of the day');
    await table.dialogCloses(120000);
    assert.match(await table.save(), /game klondike\ndeal 20\d{8}\n/);
    await table.openMore();
    await page.fill('#choose-deal', 'pysol:x');
    await page.click('dialog button.main');
    await table.says('dialog [role=alert]', /not a deal number/);
  },
  { noise: REFUSED },
);

onTable(
  'a search for a deal that is stopped leaves the game on the table',
  'g=spider&d=2',
  async (table) => {
    const { page } = table;
    await table.press('d', 1);
    const before = await table.save();
    const search = async () => {
      await table.openMore();
      await page.click('dialog button.main');
      await table.says('dialog .looking', /hard|positions/);
    };
    const isUnchanged = async () => {
      await page.waitForSelector('#chip:not([data-is=searching])');
      await page.waitForTimeout(300);
      assert.equal(await table.save(), before);
    };
    await search();
    await page.click('dialog .looking button');
    await isUnchanged();
    assert.equal(await page.locator('dialog .looking').count(), 0);
    await page.keyboard.press('Escape');
    await search();
    await page.keyboard.press('Escape');
    await isUnchanged();
  },
  { settings: { level: 'hard' } },
);

onTable(
  'a deal that is named is dealt whatever the level, and has neighbours of its own kind',
  'g=freecell&d=ms%3A617',
  async (table) => {
    const { page } = table;
    const deal = async () => (await page.textContent('#deal')).slice(1);
    const neighbour = async (button) => {
      await table.openMore();
      await page.click(`text=${button}`);
      await table.dialogCloses();
    };
    await neighbour('Next number');
    assert.equal(await deal(), 'ms:618');
    await neighbour('Previous number');
    assert.equal(await deal(), 'ms:617');
    await table.openMore();
    await page.selectOption('#choose-game', 'klondike');
    await page.selectOption('#choose-level', 'winnable');
    await page.fill('#choose-deal', '4');
    await page.click('dialog button.main');
    await table.dialogCloses();
    assert.equal(await deal(), '4', 'it cannot be won, but it was asked for');
    await dealNext(page, 4);
    await table.openMore();
    await page.click('dialog button.main');
    await table.dialogCloses(120000);
    assert.equal(await deal(), '5', 'the first deal from 4 on that can be won');
  },
);

/** Returns the fragment of the link to the game, with its moves. */
async function sharedFragment({ page, url }) {
  await page.keyboard.press('S');
  await page.check('#share-moves');
  const link = await page.inputValue('dialog textarea');
  await page.keyboard.press('Escape');
  assert.ok(link.startsWith(`${url}#`));
  return link.split('#')[1];
}

onTable(
  'a shared link contains the deal and the moves',
  'g=canfield&d=4&s=draw%3D1',
  async (table, { browser, url }) => {
    for (const made of [1, 2, 3]) await table.press('d', made);
    const other = await Table.open(browser, url, await sharedFragment(table));
    assert.equal(await other.save(), await table.save());
    assert.match(await other.save(), /set draw = 1/);
    assert.equal(await other.made(), 3);
    await other.close();
  },
);

onTable(
  'a link can contain a position',
  `${new URLSearchParams({ g: 'klondike', d: POSITION })}`,
  async (table, { browser, url }) => {
    const { page } = table;
    assert.match(await table.save(), /^position w: 4S$/m);
    await table.press('d', 1);
    const other = await Table.open(browser, url, await sharedFragment(table));
    assert.equal(await other.save(), await table.save());
    await other.close();
    await table.press('u', 0);
    await page.reload();
    await page.waitForSelector('body[data-ready]');
    assert.match(await table.save(), /^position w: 4S$/m);
  },
);

onTable(
  'a broken link is explained, and its deal can be opened',
  'g=nope&d=5',
  async (table) => {
    const { page } = table;
    await table.says('dialog', /There is no game called “nope”/);
    assert.doesNotMatch(await page.textContent('dialog'), /talon games/);
    await page.keyboard.press('Escape');
    await table.go('g=klondike&d=5&m=draw,1-9');
    await table.says('dialog', /moves do not fit/);
    await page.click('text=Open the deal without its moves');
    await table.says('#deal', /^#5$/);
    assert.equal(await page.textContent('#game'), 'Klondike');
    assert.equal(await table.made(), 0);
  },
  { noise: REFUSED },
);

onTable('settings change the table at once and are kept', 'g=canfield&d=4', async (table) => {
  const { page } = table;
  await table.openDialog('o');
  await page.selectOption('#set-suits', 'four');
  await page.selectOption('#set-theme', 'paper');
  await page.check('#set-large');
  await page.check('#set-left');
  await page.keyboard.press('Escape');
  const diamonds = await page.evaluate(() =>
    getComputedStyle(document.documentElement).getPropertyValue('--diamonds').trim(),
  );
  assert.equal(diamonds, '#c65102');
  const left = async (pile) => (await table.box(`.slot[data-pile=${pile}]`)).x;
  assert.ok((await left('s')) > (await left('f4')), 'the stock is on the right');
  await page.reload();
  await page.waitForSelector('body[data-ready]');
  assert.equal(await page.getAttribute('html', 'data-theme'), 'paper');
});

onTable(
  'the page works offline after the first visit',
  'g=canfield&d=4',
  async (table) => {
    const { page } = table;
    await page.evaluate(() => navigator.serviceWorker.ready);
    await page.waitForFunction(async () => {
      const [name] = await caches.keys();
      return name && (await (await caches.open(name)).keys()).length > 10;
    });
    await table.context.setOffline(true);
    await page.reload();
    await page.waitForSelector('body[data-ready]');
    await table.press('d', 1);
    await table.context.setOffline(false);
  },
  { only: 'static' },
);
