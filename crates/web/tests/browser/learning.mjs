// Learning a game by playing, and designing the rules of one.
import assert from 'node:assert/strict';
import { readFile } from 'node:fs/promises';
import { PHONE } from './deals.mjs';
import { AXE } from './servers.mjs';
import { onTable } from './suite.mjs';

/** Returns the sentence of the lesson. */
const words = ({ page }) => page.textContent('#coach p');

/** Returns the move that the lesson asks for; empty at its end. */
const next = ({ page }) => page.getAttribute('#coach', 'data-next');

/** Plays a lesson, and returns its sentences. */
async function follow(table, by) {
  const told = [];
  for (;;) {
    told.push(await words(table));
    const move = await next(table);
    if (!move) return told;
    assert.ok((await table.page.locator('#board .hint').count()) > 0, `${move} is marked`);
    await table.play(move, by);
  }
}

for (const [name, by, steps] of [
  ['klondike', 'drag', 9],
  ['freecell', 'keyboard', 8],
  ['spider', 'touch', 6],
  ['canfield', 'click', 7],
])
  onTable(
    `${name} can be learnt by playing: ${by}`,
    'g=yukon&d=1',
    async (table) => {
      const { page } = table;
      await table.openDialog('g');
      await page.click('dialog .door >> text=Learn a game');
      await page.click(`dialog [data-lesson=${name}]`);
      await table.dialogCloses();
      const told = await follow(table, by);
      assert.equal(told.length, steps + 1);
      assert.match(told.at(-1), /^That is /);
      await page.click('#coach button >> text=Play on');
      await page.waitForSelector('#coach', { state: 'hidden' });
      assert.equal(await table.made(), steps);
    },
    { touch: by === 'touch', settings: { tap: 'select' } },
  );

onTable(
  'a lesson leads back, can be shown, survives a reload, and is no game of the books',
  'g=yukon&d=1',
  async (table) => {
    const { page } = table;
    await table.openDialog('l');
    await page.click('dialog [data-lesson=klondike]');
    await table.dialogCloses();
    const first = await words(table);
    await table.press('d', 1);
    assert.match(await words(table), /another way\. Take it back/);
    assert.equal(await next(table), '');
    await page.click('#coach button >> text=Undo');
    await table.until(0);
    assert.equal(await words(table), first);
    await page.click('#coach button >> text=Show me');
    await table.until(1);
    const second = await words(table);
    assert.match(await page.textContent('#say'), /ace of clubs/, 'the suits are spoken');
    await page.reload();
    await page.waitForSelector('body[data-ready]');
    assert.equal(await words(table), second);
    await table.recorded();
    await table.openDialog('L');
    assert.match(await page.textContent('dialog'), /There are none/);
    await page.keyboard.press('Escape');
    await table.dialogCloses();
    await page.click('#coach [aria-label="End the lesson"]');
    await page.waitForSelector('#coach', { state: 'hidden' });
    await table.press('d', 2);
  },
  { books: true },
);

onTable(
  'a lesson on a phone covers nothing, and axe finds no violation in it',
  'g=yukon&d=1',
  async (table) => {
    const { page } = table;
    await page.click('#thumb [data-do=menu]');
    await page.click('dialog .menu >> text="Learn a game"');
    await page.click('dialog [data-lesson=canfield]');
    await table.dialogCloses();
    await page.evaluate(await readFile(AXE, 'utf8'));
    const { violations } = await page.evaluate(() =>
      window.axe.run(document, { resultTypes: ['violations'] }),
    );
    assert.deepEqual(
      violations.map(({ id }) => id),
      [],
    );
    const [coach, board] = [await table.box('#coach'), await table.box('#board')];
    assert.ok(coach.y + coach.height <= board.y + 1, 'the table begins below it');
    assert.ok(board.height > 500, `${board.height}`);
  },
  { viewport: PHONE, touch: true },
);

/** Runs in the page: notes what is copied. */
const noteCopies = () => {
  Object.defineProperty(navigator, 'clipboard', {
    value: {
      writeText: async (text) => {
        window.copied = text;
      },
    },
  });
};

onTable(
  'rules are designed in words, counted, shared by a link, and played',
  'g=yukon&d=1',
  async (table) => {
    const { page } = table;
    await table.openDialog('E');
    await page.selectOption('#design-game', 'freecell');
    await table.says('.designer .sheet', /4 cells/);
    await page.focus('#form-cells');
    await page.selectOption('#form-cells', '5');
    await table.says('.designer .sheet', /5 cells/);
    await table.says('.designer .designed', /^FreeCell, /);
    await page.waitForSelector('.designer .miniature');
    assert.equal(await page.evaluate(() => document.activeElement.id), 'form-cells');
    await table.says('.designer .counted', /^\d+ of 100 deals can be won/, 120000);
    await page.fill('#form-up', '[7, 7, 7]');
    await page.keyboard.press('Enter');
    await table.says('.designer [role=alert]', /8/);
    await page.click('dialog >> text=Copy a link');
    await page.waitForFunction(() => window.copied);
    const link = await page.evaluate(() => window.copied);
    await page.click('dialog >> text=Play it');
    await table.dialogCloses();
    assert.match(await table.save(), /^game freecell\nset cells = 5\ndeal \d/m);
    await table.go('g=yukon&d=1');
    await table.says('#game', /^Yukon$/);
    await table.go(link.split('#')[1]);
    await table.says('#game', /^FreeCell, /);
    assert.match(await table.save(), /^game freecell\nset cells = 5\ndeal \d/m);
  },
  { before: noteCopies },
);

onTable(
  'the designer begins with the rules on the table, and closing it ends the count',
  'g=canfield&d=4&s=draw%3D1',
  async (table) => {
    const { page } = table;
    await page.keyboard.press('i');
    await page.click('dialog >> text=Change the rules');
    await page.waitForSelector('.designer');
    await table.says('.designer .designed', /^Canfield, draw 1$/);
    assert.equal(await page.inputValue('#form-draw'), '1');
    await table.says('.designer .counted', /^\d+ of \d+ deals? can be won/);
    await page.keyboard.press('Escape');
    await table.dialogCloses();
    // The next search is answered at once, because the count does not go on.
    await table.look('v');
    await page.waitForSelector('#chip:not([data-is=off]):not([data-is=searching])');
  },
);
