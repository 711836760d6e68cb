// The page for small screens, for keys and for ears.
import assert from 'node:assert/strict';
import { PHONE, onTable } from './suite.mjs';

const LOST = 'r-f2,draw,w-3,draw,draw,draw,draw,draw,draw,draw,w-f3,draw,draw,w-4,draw,draw,redeal,draw,draw,draw,draw,draw,w-2,draw,draw,draw,draw,draw,draw,redeal,draw,draw,w-f1,w-3,r-3,draw,draw,draw,draw,w-f4,draw,draw';
/** Can everything of the bar be seen? */
const inside = (page) => page.evaluate(() => [...document.querySelectorAll('#bar *')].filter((e) => e.checkVisibility() && e.textContent).map((e) => ({ id: e.id || e.textContent, box: e.getBoundingClientRect() })).filter(({ box }) => box.left < 0 || box.top < 0 || box.right > innerWidth + 0.5).map(({ id }) => id));

onTable('on a phone the side panel opens above the buttons and closes', 'g=canfield&d=7', async (table) => {
  const { page } = table;
  const shown = () => page.locator('#rail').isVisible();
  const open = async () => { await page.click('#thumb [data-do=menu]'); await page.click('text=Side panel'); await page.waitForSelector('#rail:not([hidden])'); };
  await open();
  const [rail, thumb] = [await page.locator('#rail').boundingBox(), await page.locator('#thumb').boundingBox()];
  assert.ok(rail.y + rail.height <= thumb.y + 1, 'the buttons stay free');
  await page.click('#shut');
  assert.equal(await shown(), false);
  await open();
  await page.keyboard.press('Escape');
  assert.equal(await shown(), false);
  await open();
  await page.touchscreen.tap(200, 120);
  await page.waitForSelector('#rail', { state: 'hidden' });
}, { viewport: PHONE, touch: true });

onTable('a tap on a card without a move does not spoil the next', 'g=canfield&d=7', async (table) => {
  const { page } = table;
  await page.click('#thumb [data-do=draw]');
  await table.until(1);
  const tap = async (pile) => { const box = await page.locator(`.card[data-pile="${pile}"]`).last().boundingBox(); await page.touchscreen.tap(box.x + box.width / 2, box.y + box.height / 2); };
  await tap('r');
  await page.waitForFunction(() => /cannot go anywhere/.test(document.querySelector('#toast').textContent));
  assert.equal(await page.locator('.held').count(), 0);
  const why = await page.textContent('#toast');
  await tap('w');
  await page.waitForFunction((last) => document.body.dataset.made === '2' || document.querySelector('#toast').textContent !== last, why);
  assert.doesNotMatch(await page.textContent('#toast'), /on the waste/);
}, { viewport: PHONE, touch: true });

onTable('a click on another card chooses that one', 'g=freecell&d=1', async (table) => {
  const { page } = table;
  const blocked = await page.evaluate(async () => {
    const { save } = JSON.parse(localStorage.getItem('talon.save'));
    const tops = Array.from({ length: 8 }, (_, i) => [...document.querySelectorAll(`.card[data-pile="${i + 1}"]`)].at(-1));
    return { save, tops: tops.length };
  });
  assert.equal(blocked.tops, 8);
  const click = async (pile) => { const box = await page.locator(`.card[data-pile="${pile}"]`).last().boundingBox(); await page.mouse.click(box.x + box.width / 2, box.y + box.height - 8); };
  await click('1');
  const lit = await page.evaluate(() => [...document.querySelectorAll('.pile.lit')].map((e) => e.dataset.pile));
  const other = ['2', '3', '4', '5', '6', '7', '8'].find((pile) => !lit.includes(pile));
  await click(other);
  await page.waitForFunction((pile) => document.querySelector('.held')?.dataset.pile === pile, other);
  assert.equal(await table.save(), blocked.save);
});

onTable('on a phone the post-mortem is a dialog with its way back', `g=canfield&d=6&a=0&m=${LOST}`, async (table) => {
  const { page } = table;
  await page.keyboard.press('v');
  await page.waitForSelector('#chip[data-is=dead]', { timeout: 120000 });
  assert.deepEqual(await inside(page), []);
  await page.click('#thumb [data-do=menu]');
  await page.click('dialog >> text=What went wrong?');
  await page.waitForFunction(() => /^Move 40 .+could be won/.test(document.querySelector('dialog p')?.textContent ?? ''), null, { timeout: 120000 });
  assert.deepEqual(await inside(page), []);
  assert.equal(await page.textContent('#chip'), 'Dead since move 40');
  await page.click('dialog >> text=Play on from there');
  await table.until(39);
}, { viewport: PHONE, touch: true });

onTable('at 200 % zoom nothing of the bar is cut off', 'g=klondike&d=1', async (table) => {
  const { page } = table;
  const tops = await page.evaluate(() => [...document.querySelectorAll('#facts span')].filter((e) => e.textContent).map((e) => e.getBoundingClientRect().top));
  assert.ok(tops.every((top) => top > 1 && top === tops[0]), tops.join());
}, { viewport: { width: 640, height: 400 } });

onTable('a dialog says what happens in it', 'g=klondike&d=1', async (table) => {
  const { page } = table;
  await page.keyboard.press('l');
  await page.click('dialog button.main');
  await page.waitForFunction(() => document.querySelector('dialog [role=status]')?.textContent === 'The link is copied.');
  assert.equal(await page.locator('#toast').isVisible(), false);
});

onTable('what is picked up is said, and shown as pressed', 'g=klondike&d=1', async (table, { line }) => {
  const { page } = table;
  const moves = await line('klondike', '1');
  const at = moves.findIndex((move) => /^\d-\dx2/.test(move));
  await page.evaluate((hash) => { location.hash = hash; }, `g=klondike&d=1&a=0&m=${moves.slice(0, at).join(',')}`);
  await table.until(at);
  const pile = moves[at][0];
  await page.keyboard.press(pile);
  assert.match(await page.textContent('#say'), new RegExp(`^\\w+ of \\w+ and 1 more, from column ${pile}$`));
  assert.equal(await page.locator('[aria-pressed=true]').count(), 2);
  await page.keyboard.press('-');
  assert.match(await page.textContent('#say'), new RegExp(`^\\w+ of \\w+, from column ${pile}$`));
  await page.keyboard.press('Escape');
  assert.equal(await page.locator('[aria-pressed=true]').count(), 0);
  const [held, focus] = await page.evaluate(() => ['--held', '--accent'].map((name) => getComputedStyle(document.documentElement).getPropertyValue(name).trim()));
  assert.notEqual(held, focus);
});

onTable('every cell can be addressed', 'g=freecell&d=1', async (table) => {
  const { page } = table;
  const top = (pile) => page.locator(`.card[data-pile="${pile}"]`).last().getAttribute('aria-label').then((name) => name.split(',')[0]);
  const cards = [];
  for (const column of ['1', '2']) {
    cards.push(await top(column));
    await page.keyboard.press(column);
    await page.keyboard.press('e');
    await table.until(cards.length);
  }
  await page.keyboard.press('e');
  const first = await page.textContent('#say');
  await page.keyboard.press('+');
  const second = await page.textContent('#say');
  assert.deepEqual([first, second].map((said) => said.split(',')[0]).sort(), cards.sort());
  await page.keyboard.press('Escape');
  assert.equal(await page.locator('.lit, .held').count(), 0);
});

onTable('the card of the cell that fits is meant', 'g=freecell&d=1', async (table) => {
  const { page } = table;
  // The search is for a position: two cells full, and only the second card fits on some column.
  const found = await page.evaluate(async () => {
    const ask = async (body) => (await fetch('api/play', { method: 'POST', headers: { 'content-type': 'application/json' }, body: JSON.stringify(body) })).json();
    for (let deal = 1; deal < 60; deal++) {
      const start = await ask({ game: { name: 'freecell', deal: String(deal), auto: false } });
      for (let a = 1; a <= 8; a++) for (let b = 1; b <= 8; b++) {
        const one = a === b ? null : await ask({ game: { save: start.save }, do: { play: `${a}-e1` } });
        const two = one && (await ask({ game: { save: one.save }, do: { play: `${b}-e2` } }));
        const fit = two?.moves.find((move) => /^e2-\d$/.test(move) && !two.moves.includes(move.replace('e2', 'e1')));
        if (fit) return { deal, moves: [`${a}-e1`, `${b}-e2`], to: fit.at(-1) };
      }
    }
    return null;
  });
  await page.evaluate((hash) => { location.hash = hash; }, `g=freecell&d=${found.deal}&a=0&m=${found.moves}`);
  await table.until(2);
  await page.keyboard.press('e');
  await page.keyboard.press(found.to);
  await table.until(3);
}, { only: 'server' });

onTable('a refusal has signs for the eye and words for the ear', 'g=klondike&d=1', async (table) => {
  const { page } = table;
  await page.keyboard.press('1');
  await page.keyboard.press('f');
  await page.waitForSelector('#toast.bad:not([hidden])');
  assert.match(await page.textContent('#toast'), /[♣♦♥♠]/);
  assert.doesNotMatch(await page.textContent('#alert'), /[♣♦♥♠]/);
  assert.match(await page.textContent('#alert'), /^[A-Z][a-z]+ of (clubs|diamonds|hearts|spades) /);
});

onTable('the casino has one account, and buttons that do nothing look so', 'g=canfield&d=6', async (table) => {
  const { page } = table;
  const agree = async () => {
    const [score, net] = await page.evaluate(() => [document.querySelector('#score').textContent, document.querySelector('#ledger tr.sum td').textContent]);
    assert.equal(score, `Score ${net}`);
  };
  await agree();
  const undo = page.locator('#tools [data-do=undo]');
  const faint = () => undo.evaluate((e) => Number(getComputedStyle(e).opacity) < 0.6);
  assert.equal(await faint(), true);
  await page.keyboard.press('d');
  await table.until(1);
  await agree();
  assert.equal(await faint(), false);
  assert.equal(await page.locator('#tools [data-do=draw]').isVisible(), true);
  await page.keyboard.press('u');
  await table.until(0);
  await agree();
});

onTable('the story is the line to here, also after a reload', 'g=klondike&d=1', async (table) => {
  const { page } = table;
  const numbers = () => page.locator('#story li').evaluateAll((all) => all.map((li) => li.value));
  for (let n = 1; n <= 3; n++) { await page.keyboard.press('d'); await table.until(n); }
  await page.keyboard.press('u');
  await table.until(2);
  assert.deepEqual(await numbers(), [2, 1]);
  await page.reload();
  await page.waitForSelector('#story li');
  assert.deepEqual(await numbers(), [2, 1]);
  assert.match(await page.textContent('#story li'), /^Drew /);
});

/** Nothing that is drawn on the table may lie over another pile or leave the window. */
const crowded = (page) => page.evaluate(() => {
  const box = (element) => element.getBoundingClientRect();
  const over = (a, b) => Math.min(a.right, b.right) - Math.max(a.left, b.left) > 1.5 && Math.min(a.bottom, b.bottom) - Math.max(a.top, b.top) > 1.5;
  const piles = [...document.querySelectorAll('.pile')].map((pile) => ({ id: pile.dataset.pile, boxes: [...pile.querySelectorAll('.card, .slot')].map(box) }));
  const notes = [...document.querySelectorAll('.note:not([hidden])')].filter((note) => note.textContent).map((note) => { const range = document.createRange(); range.selectNodeContents(note); return { id: note.textContent, boxes: [box(range)] }; });
  const bad = [];
  const all = [...piles, ...notes];
  all.forEach((a, i) => all.slice(i + 1).forEach((b) => { if (a.boxes.some((x) => b.boxes.some((y) => over(x, y)))) bad.push(`${a.id} over ${b.id}`); }));
  const wide = document.querySelector('.slot').getBoundingClientRect().width;
  for (const { id, boxes } of notes) if (/next|→/.test(id) && boxes[0].width > wide) bad.push(`${id} is wider than a card`);
  for (const { id, boxes } of all) if (boxes.some((b) => b.left < -1 || b.right > innerWidth + 1)) bad.push(`${id} leaves the window`);
  return bad;
});

for (const [name, fragment, viewport, settings, keys] of [
  ['eight cells on a phone', 'g=eight-off&d=1', PHONE],
  ['the notes of eight foundations on a phone', 'g=demon&d=1', PHONE],
  ['a left-handed stock of rows', 'g=spider&d=2', { width: 1280, height: 800 }, { left: true }],
  ['three drawn cards in a low window', 'g=klondike-draw3&d=1', { width: 844, height: 390 }, {}, 'ddd'],
]) {
  onTable(`nothing lies over anything: ${name}`, fragment, async (table) => {
    for (const key of keys ?? '') { const made = await table.made(); await table.page.keyboard.press(key); await table.until(made + 1); }
    assert.deepEqual(await crowded(table.page), []);
  }, { viewport, settings });
}

onTable('large print has room for every index', 'g=freecell&d=5', async (table) => {
  const { page } = table;
  for (const size of [PHONE, { width: 1280, height: 800 }]) {
    await page.setViewportSize(size);
    await page.waitForTimeout(100);
    const cut = await page.evaluate(() => [...document.querySelectorAll('.card:not(.down)')].filter((card) => card.querySelector('.ix').getBoundingClientRect().right > card.getBoundingClientRect().right).map((card) => card.getAttribute('aria-label')));
    assert.deepEqual(cut, []);
    assert.equal(await page.locator('.card:not(.covered) .pips:visible').count(), 0);
  }
}, { settings: { large: true } });

onTable('fingers find every button', 'g=klondike&d=1', async (table) => {
  const { page } = table;
  const low = await page.evaluate(() => [...document.querySelectorAll('#bar button')].filter((e) => e.checkVisibility() && e.getBoundingClientRect().height < 40).map((e) => e.textContent));
  assert.deepEqual(low, []);
  await page.keyboard.press('o');
  const small = await page.evaluate(() => [...document.querySelectorAll('dialog input[type=checkbox]')].filter((e) => e.getBoundingClientRect().height < 24).map((e) => e.id));
  assert.deepEqual(small, []);
}, { viewport: { width: 844, height: 390 }, touch: true });

onTable('forced colours leave hints, empty places and words their edges', 'g=klondike&d=1', async (table) => {
  const { page } = table;
  await page.emulateMedia({ forcedColors: 'active' });
  await page.keyboard.press('h');
  await page.waitForSelector('.hint');
  const seen = await page.evaluate(() => {
    const style = (selector) => getComputedStyle(document.querySelector(selector));
    // What the system calls its text colour here.
    const text = style('#facts').color;
    return { hint: style('.hint').outlineStyle, toast: parseFloat(style('#toast').borderTopWidth), ghost: style('.slot').color === text && style('.slot .ghost').opacity };
  });
  assert.deepEqual(seen, { hint: 'solid', toast: 1, ghost: '1' });
});
