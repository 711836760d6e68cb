// The page in Firefox: the same inputs as in Chromium, for what players do most.
import assert from 'node:assert/strict';
import { parts } from '../../page/words.js';
import { startFirefox } from './marionette.mjs';
import { test } from './suite.mjs';
import { Table } from './table.mjs';

/** The inputs that take turns; each can play every move. */
const INPUTS = ['drag', 'keyboard', 'click'];

/** Opens the game that a fragment names, in a page that was open before or is opened now. */
async function open(table, fragment, title) {
  await table.go(fragment);
  await table.page.waitForFunction((start) => document.title.startsWith(start), title);
}

/** Wins a game, and returns the heading of the dialog at its end. */
async function win(table, moves) {
  for (const [i, move] of moves.entries()) await table.play(move, INPUTS[i % INPUTS.length]);
  await table.page.waitForSelector('dialog[open] h2');
  return table.page.textContent('dialog[open] h2');
}

/** Moves a card by a finger that rests before it moves, until it counts as a long press. */
async function slowDrag(table, moves) {
  const at = moves.findIndex((move) => parts(move));
  for (const move of moves.slice(0, at)) await table.play(move, 'keyboard');
  const { a, b } = await table.spots(parts(moves[at]));
  const half = { x: (a.x + b.x) / 2, y: (a.y + b.y) / 2 };
  await table.page.touch([a, half, b], 700);
  await table.until(at + 1);
}

test('Firefox plays: won games, a slow finger, a reload, dialogs, a lesson', async ({
  url,
  line,
}) => {
  const { page, stop } = await startFirefox();
  try {
    await page.setSize(1280, 900);
    await page.goto(url);
    await page.waitForSelector('body[data-ready]');
    await page.evaluate(() => {
      const settings = { auto: 'off', tap: 'select', motion: 'off' };
      localStorage.setItem('talon.settings', JSON.stringify(settings));
    });
    await page.goto(`${url}?again#g=klondike&d=1&a=0`);
    await page.waitForSelector('body[data-ready]');
    const table = new Table(page, null, url);

    await table.press('d', 1);
    const save = await table.save();
    await page.goto(`${url}?reload`);
    await page.waitForSelector('body[data-ready]');
    assert.equal(await table.save(), save, 'a reload loses nothing');
    await table.press('u', 0);

    const klondike = await line('klondike', '1');
    await slowDrag(table, klondike);
    for (const [name, deal, title] of [
      ['klondike', '1', 'Klondike'],
      ['canfield', '89', 'Canfield'],
      ['spider', '38', 'Spider'],
    ]) {
      const moves = await line(name, deal);
      // Klondike from the deal, the others from near their end.
      const made = name === 'klondike' ? 0 : moves.length - 24;
      const played = made ? `&m=${moves.slice(0, made)}` : '';
      await open(table, `g=${name}&d=${deal}&a=0${played}`, title);
      await table.until(made);
      assert.equal(await win(table, moves.slice(made)), 'You won!', name);
      await page.keyboard.press('Escape');
      await table.dialogCloses();
    }

    for (const [key, title] of [
      ['g', 'Choose a game'],
      ['o', 'Settings'],
      ['E', 'Design a game'],
      ['l', 'Learn a game'],
    ]) {
      await table.openDialog(key);
      await table.says('dialog h2', new RegExp(title));
      if (key === 'l') break;
      await page.keyboard.press('Escape');
      await table.dialogCloses();
    }
    await page.click('dialog [data-lesson=klondike]');
    await table.dialogCloses();
    await page.click('#coach button');
    await table.until(1);
  } finally {
    await stop();
  }
});
