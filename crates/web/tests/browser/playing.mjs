// Playing a game: by mouse, touch and keys; undo and redo.
import assert from 'node:assert/strict';
import { parts } from '../../page/words.js';
import { PHONE, WINS } from './deals.mjs';
import { onTable } from './suite.mjs';

for (const [game, deal] of WINS) {
  for (const by of ['drag', 'click', 'keyboard', 'touch']) {
    onTable(
      `${game} can be won by ${by}`,
      `g=${game}&d=${deal}`,
      async (table, { line }) => {
        for (const move of await line(game, deal)) await table.play(move, by);
        assert.equal(await table.data('status'), 'won');
        await table.page.waitForSelector('dialog[open]');
        assert.equal(await table.page.textContent('dialog h2'), 'You won!');
      },
      { touch: by === 'touch', settings: { tap: 'select' } },
    );
  }
}

onTable('a refused move changes nothing and is explained', 'g=klondike&d=1', async (table) => {
  const { page } = table;
  const before = await table.save();
  const { a, b } = await table.spots({ from: '1', to: 'f1', count: 1 });
  await table.drag(a, b);
  await page.waitForSelector('#toast.bad:not([hidden])');
  const why = await page.textContent('#alert');
  assert.match(why, /^[A-Z0-9].+\.$/);
  assert.equal(await table.save(), before);
  await page.keyboard.press('u');
  await page.waitForFunction((last) => document.querySelector('#alert').textContent !== last, why);
});

onTable(
  'a right click draws, a double click moves a card up, and buttons undo and redo',
  'g=klondike&d=1',
  async (table, { line }) => {
    const { page } = table;
    const { x, y } = await table.stock();
    await page.mouse.click(x, y + 200, { button: 'right' });
    await table.until(1);
    await page.click('#tools [data-do=undo]');
    await table.until(0);
    await page.click('#tools [data-do=redo]');
    await table.until(1);
    await page.click('#tools [data-do=restart]');
    await table.until(0);
    const moves = await line('klondike', '1');
    const at = moves.findIndex((move) => /-f\d/.test(move));
    for (const move of moves.slice(0, at)) await table.play(move, 'click');
    await table.top(parts(moves[at]).from).dblclick();
    await table.until(at + 1);
  },
);

onTable(
  'a tap plays the best move of a card, and a finger can drag it',
  'g=klondike&d=1',
  async (table, { line }) => {
    const { page } = table;
    const moves = await line('klondike', '1');
    const first = moves.findIndex((move) => parts(move));
    for (const move of moves.slice(0, first)) await table.play(move, 'touch');
    const { a } = await table.spots(parts(moves[first]));
    await page.touchscreen.tap(a.x, a.y);
    await table.until(first + 1);
    await page.click('#tools [data-do=undo]');
    await table.until(first);
    const { a: from, b: to } = await table.spots(parts(moves[first]));
    const client = await page.context().newCDPSession(page);
    const touch = (type, ...touchPoints) =>
      client.send('Input.dispatchTouchEvent', { type, touchPoints });
    await touch('touchStart', from);
    await touch('touchMove', { x: (from.x + to.x) / 2, y: (from.y + to.y) / 2 });
    await touch('touchMove', to);
    await touch('touchEnd');
    await table.until(first + 1);
  },
  { touch: true },
);

onTable(
  'a tap on a card without a move does not affect the next tap',
  'g=canfield&d=7',
  async (table) => {
    const { page } = table;
    await page.click('#thumb [data-do=draw]');
    await table.until(1);
    const tap = async (pile) => {
      const box = await table.topBox(pile);
      await page.touchscreen.tap(box.x + box.width / 2, box.y + box.height / 2);
    };
    await tap('r');
    await table.says('#toast', /cannot go anywhere/);
    assert.equal(await page.locator('.held').count(), 0);
    const why = await page.textContent('#toast');
    await tap('w');
    await page.waitForFunction(
      (last) =>
        document.body.dataset.made === '2' || document.querySelector('#toast').textContent !== last,
      why,
    );
    assert.doesNotMatch(await page.textContent('#toast'), /on the waste/);
  },
  { viewport: PHONE, touch: true },
);

onTable('a click on another card selects that card', 'g=freecell&d=1', async (table) => {
  const { page } = table;
  const before = await table.save();
  const click = async (pile) => {
    const box = await table.topBox(pile);
    await page.mouse.click(box.x + box.width / 2, box.y + box.height - 8);
  };
  await click('1');
  const lit = await page.evaluate(() =>
    [...document.querySelectorAll('.pile.lit')].map((pile) => pile.dataset.pile),
  );
  const other = [...'2345678'].find((pile) => !lit.includes(pile));
  await click(other);
  await page.waitForSelector(`.held[data-pile="${other}"]`);
  assert.equal(await table.save(), before);
});

onTable(
  'cards that are picked up are announced and marked as pressed',
  'g=klondike&d=1',
  async (table, { line }) => {
    const { page } = table;
    const moves = await line('klondike', '1');
    const at = moves.findIndex((move) => /^\d-\dx2/.test(move));
    await table.go(`g=klondike&d=1&a=0&m=${moves.slice(0, at).join(',')}`);
    await table.until(at);
    const { from } = parts(moves[at]);
    const announced = async (cards) => {
      const text = await page.textContent('#say');
      assert.match(text, new RegExp(`^\\w+ of \\w+${cards}, from column ${from}$`));
    };
    const pressed = page.locator('[aria-pressed=true]');
    await page.keyboard.press(from);
    await announced(' and 1 more');
    assert.equal(await pressed.count(), 2);
    await page.keyboard.press('-');
    await announced('');
    await page.keyboard.press('Escape');
    assert.equal(await pressed.count(), 0);
    const [held, focus] = await page.evaluate(() => {
      const style = getComputedStyle(document.documentElement);
      return ['--held', '--accent'].map((name) => style.getPropertyValue(name).trim());
    });
    assert.notEqual(held, focus);
  },
);

onTable('every cell can be addressed', 'g=freecell&d=1', async (table) => {
  const { page } = table;
  const cardOf = (label) => label.split(',')[0];
  const cards = [];
  for (const column of ['1', '2']) {
    cards.push(cardOf(await table.top(column).getAttribute('aria-label')));
    await page.keyboard.press(column);
    await table.press('e', cards.length);
  }
  await page.keyboard.press('e');
  const first = await page.textContent('#say');
  await page.keyboard.press('+');
  const second = await page.textContent('#say');
  assert.deepEqual([first, second].map(cardOf).sort(), cards.sort());
  await page.keyboard.press('Escape');
  assert.equal(await page.locator('.lit, .held').count(), 0);
});

/**
 * Returns a FreeCell deal, two moves into the cells, and a column on which only the second card
 * fits.
 */
async function secondCellFits(table) {
  for (let deal = 1; deal < 60; deal++) {
    const start = await table.ask({ game: { name: 'freecell', deal: String(deal), auto: false } });
    for (const a of '12345678') {
      const first = { play: `${a}-e1` };
      const one = await table.ask({ game: { save: start.save }, do: first });
      for (const b of [...'12345678'].filter((column) => column !== a)) {
        const second = { play: `${b}-e2` };
        const two = await table.ask({ game: { save: one.save }, do: second });
        const fit = two.moves.find(
          (move) => /^e2-\d$/.test(move) && !two.moves.includes(move.replace('e2', 'e1')),
        );
        if (fit) return { deal, moves: `${first.play},${second.play}`, column: fit.at(-1) };
      }
    }
  }
  throw new Error('no such position');
}

onTable(
  'the key of the cells stands for the card that fits',
  'g=freecell&d=1',
  async (table) => {
    const { deal, moves, column } = await secondCellFits(table);
    await table.go(`g=freecell&d=${deal}&a=0&m=${moves}`);
    await table.until(2);
    await table.page.keyboard.press('e');
    await table.press(column, 3);
  },
  { only: 'server' },
);

onTable(
  'undo keeps all branches, and the history strip visits them',
  'g=klondike&d=1',
  async (table, { line }) => {
    const { page } = table;
    const first = (await line('klondike', '1')).find((move) => parts(move));
    await table.press('d', 1);
    await table.press('d', 2);
    await table.press('u', 1);
    await table.press('R', 0);
    await table.play(first, 'drag').catch(() => table.play('draw', 'click'));
    const saved = (await table.save()).split('\n').filter((text) => /^(draw|\w+-\w+)/.test(text));
    const dots = page.locator('#strip circle');
    assert.equal(await dots.count(), saved.length + 1);
    await page.keyboard.press('}');
    await table.until(1);
    const deal = await table.box('#strip circle');
    await page.mouse.click(deal.x + deal.width / 2, deal.y + deal.height / 2);
    await table.until(0);
    await table.press('U', 1);
  },
);

onTable('a reload in the middle of a game loses nothing', 'g=spider&d=2', async (table) => {
  const { page } = table;
  await table.press('d', 1);
  const before = await table.save();
  await page.reload();
  await page.waitForSelector('body[data-ready]');
  assert.equal(await table.save(), before);
  assert.equal(await table.made(), 1);
  await table.press('u', 0);
});
