// The page at every size.
import assert from 'node:assert/strict';
import { DESKTOP, LOW, PHONE, WINS } from './deals.mjs';
import { onTable, test } from './suite.mjs';
import { Table } from './table.mjs';

const SIZES = [
  [390, 844],
  [1024, 768],
  [1920, 1080],
  [320, 256],
  [844, 390],
];

/**
 * Runs in the page: returns the cards whose index is hidden, too small or outside of the window,
 * though it should be seen.
 */
const hiddenIndices = () => {
  const left = (card) => card?.getBoundingClientRect().left;
  /** Of a foundation only the top shows, of the waste only what is fanned. */
  const isBuried = (card) => {
    const next = card.nextElementSibling;
    if (!next) return false;
    const { classList } = card.closest('.pile');
    if (classList.contains('foundation')) return true;
    return classList.contains('waste') && left(card) === left(next);
  };
  const isHidden = (card) => {
    const box = card.querySelector('.ix').getBoundingClientRect();
    const [x, y] = [box.left + Math.min(box.width, 12) / 2, box.top + box.height / 2];
    const isInside =
      box.left >= 0 && box.top >= 0 && box.right <= innerWidth && box.bottom <= innerHeight;
    const top = document.elementFromPoint(x, y)?.closest('.card');
    return !isInside || top !== card || box.height < 8;
  };
  const cards = [...document.querySelectorAll('.card:not(.down)')];
  const { scrollHeight, scrollWidth } = document.scrollingElement;
  return [
    ...cards.filter((card) => !isBuried(card) && isHidden(card)).map((card) => card.ariaLabel),
    ...(scrollHeight > innerHeight || scrollWidth > innerWidth ? ['the page scrolls'] : []),
  ];
};

for (const [width, height] of SIZES) {
  test(`every index is visible at ${width}×${height}`, async ({ browser, url, line }) => {
    const viewport = { width, height };
    for (const [game, deal] of WINS) {
      const moves = await line(game, deal);
      const fragment = `g=${game}&d=${deal}&a=0`;
      const table = await Table.open(browser, url, fragment, { viewport });
      for (const part of [0, 0.3, 0.6, 0.85]) {
        const played = moves.slice(0, Math.floor(moves.length * part));
        await table.go(played.length ? `${fragment}&m=${played}` : fragment);
        await table.until(played.length);
        assert.deepEqual(await table.page.evaluate(hiddenIndices), [], `${game} at ${part}`);
      }
      await table.close();
    }
  });
}

/** Runs in the page: returns what overlaps another pile, is too wide, or leaves the window. */
const overlaps = () => {
  const box = (element) => element.getBoundingClientRect();
  const overlap = (a, b) =>
    Math.min(a.right, b.right) - Math.max(a.left, b.left) > 1.5 &&
    Math.min(a.bottom, b.bottom) - Math.max(a.top, b.top) > 1.5;
  const piles = Array.from(document.querySelectorAll('.pile'), (pile) => ({
    id: pile.dataset.pile,
    boxes: Array.from(pile.querySelectorAll('.card, .slot'), box),
  }));
  const notes = [...document.querySelectorAll('.note:not([hidden])')]
    .filter((note) => note.textContent)
    .map((note) => {
      const range = document.createRange();
      range.selectNodeContents(note);
      return { id: note.textContent, boxes: [box(range)] };
    });
  const all = [...piles, ...notes];
  const { width } = box(document.querySelector('.slot'));
  return [
    ...all.flatMap((a, i) =>
      all
        .slice(i + 1)
        .filter((b) => a.boxes.some((x) => b.boxes.some((y) => overlap(x, y))))
        .map((b) => `${a.id} overlaps ${b.id}`),
    ),
    ...notes
      .filter(({ id, boxes }) => /next|→/.test(id) && boxes[0].width > width)
      .map(({ id }) => `${id} is wider than a card`),
    ...all
      .filter(({ boxes }) => boxes.some((b) => b.left < -1 || b.right > innerWidth + 1))
      .map(({ id }) => `${id} leaves the window`),
  ];
};

for (const [name, fragment, viewport, options = {}] of [
  ['eight cells on a phone', 'g=eight-off&d=1', PHONE],
  ['the notes of eight foundations on a phone', 'g=demon&d=1', PHONE],
  ['a left-handed stock of rows', 'g=spider&d=2', DESKTOP, { settings: { left: true } }],
  ['three drawn cards in a low window', 'g=klondike-draw3&d=1', LOW, { draws: 3 }],
]) {
  const { settings, draws = 0 } = options;
  onTable(
    `nothing overlaps: ${name}`,
    fragment,
    async (table) => {
      for (let made = 1; made <= draws; made++) await table.press('d', made);
      assert.deepEqual(await table.page.evaluate(overlaps), []);
    },
    { viewport, settings },
  );
}

onTable(
  'large print has room for every index',
  'g=freecell&d=5',
  async (table) => {
    const { page } = table;
    for (const size of [PHONE, DESKTOP]) {
      await page.setViewportSize(size);
      await page.waitForTimeout(100);
      const cut = await page.evaluate(() => {
        const right = (element) => element.getBoundingClientRect().right;
        const cards = [...document.querySelectorAll('.card:not(.down)')];
        return cards.filter((card) => right(card.querySelector('.ix')) > right(card)).length;
      });
      assert.equal(cut, 0);
      assert.equal(await page.locator('.card:not(.covered) .pips:visible').count(), 0);
    }
  },
  { settings: { large: true } },
);

onTable(
  'every button is large enough for a finger',
  'g=klondike&d=1',
  async (table) => {
    const { page } = table;
    const lowerThan = (selector, height) =>
      page.locator(selector).evaluateAll(
        (all, least) =>
          all
            .filter((element) => element.checkVisibility())
            .filter((element) => element.getBoundingClientRect().height < least)
            .map((element) => element.id || element.textContent),
        height,
      );
    assert.deepEqual(await lowerThan('#bar button', 40), []);
    await table.openDialog('o');
    assert.deepEqual(await lowerThan('dialog input[type=checkbox]', 24), []);
  },
  { viewport: LOW, touch: true },
);

onTable(
  'on a phone the side panel opens above the buttons and can be closed',
  'g=canfield&d=7',
  async (table) => {
    const { page } = table;
    const rail = page.locator('#rail');
    const open = async () => {
      await page.click('#thumb [data-do=menu]');
      await page.click('text=Side panel');
      await page.waitForSelector('#rail:not([hidden])');
    };
    await open();
    const [panel, buttons] = [await table.box('#rail'), await table.box('#thumb')];
    assert.ok(panel.y + panel.height <= buttons.y + 1, 'the panel does not cover the buttons');
    await page.click('#shut');
    assert.equal(await rail.isVisible(), false);
    await open();
    await page.keyboard.press('Escape');
    assert.equal(await rail.isVisible(), false);
    await open();
    await page.touchscreen.tap(200, 120);
    await page.waitForSelector('#rail', { state: 'hidden' });
  },
  { viewport: PHONE, touch: true },
);

onTable(
  'at 200% zoom nothing of the bar is cut off',
  'g=klondike&d=1',
  async (table) => {
    const tops = await table.page
      .locator('#facts span:not(:empty)')
      .evaluateAll((all) => all.map((fact) => fact.getBoundingClientRect().top));
    assert.ok(tops[0] > 1 && new Set(tops).size === 1, tops.join());
  },
  { viewport: { width: 640, height: 400 } },
);
