// What the page must do. Each test opens its own browser context.
import assert from 'node:assert/strict';
import { onTable, test } from './suite.mjs';
import { Table, startServer } from './table.mjs';

/** Deals that can be won, with lines that are not long. */
const WINS = [['canfield', '89'], ['klondike', '1'], ['spider', '38']];
const SIZES = [[390, 844], [1024, 768], [1920, 1080], [320, 256], [844, 390]];

for (const [game, deal] of WINS) {
  for (const by of ['drag', 'click', 'keyboard', 'touch']) {
    onTable(`${game} is won by ${by}`, `g=${game}&d=${deal}`, async (table, { line }) => {
      for (const move of await line(game, deal)) await table.play(move, by);
      assert.equal(await table.data('status'), 'won');
      await table.page.waitForSelector('dialog[open]');
      assert.match(await table.page.textContent('dialog h2'), /Won/);
    }, { touch: by === 'touch', settings: { tap: 'select' } });
  }
}

onTable('a refusal says why and changes nothing', 'g=klondike&d=1', async (table) => {
  const { page } = table;
  const before = await table.save();
  const spots = await table.spots({ from: '1', to: 'f1', count: 1 });
  await page.mouse.move(spots.a.x, spots.a.y);
  await page.mouse.down();
  await page.mouse.move(spots.b.x, spots.b.y, { steps: 4 });
  await page.mouse.up();
  await page.waitForSelector('#toast.bad:not([hidden])');
  const why = await page.textContent('#alert');
  assert.match(why, /^[A-Z0-9].+\.$/);
  assert.equal(await table.save(), before);
  await page.keyboard.press('u');
  await page.waitForFunction(() => document.querySelector('#alert').textContent.includes('Nothing was played'));
});

onTable('undo keeps a tree, and the strip travels', 'g=klondike&d=1', async (table, { line }) => {
  const { page } = table;
  const [first] = (await line('klondike', '1')).filter((move) => move !== 'draw');
  await page.keyboard.press('d');
  await table.until(1);
  await page.keyboard.press('d');
  await table.until(2);
  await page.keyboard.press('u');
  await table.until(1);
  await page.keyboard.press('R');
  await table.until(0);
  await table.play(first, 'drag').catch(() => table.play('draw', 'click'));
  const circles = await page.locator('#strip circle').count();
  assert.equal(circles, (await table.save()).split('\n').filter((l) => /^(draw|\w+-\w+)/.test(l) && !l.startsWith('talon')).length + 1);
  await page.keyboard.press('}');
  await page.waitForFunction(() => document.body.dataset.made === '1');
  const dot = await page.locator('#strip circle').first().boundingBox();
  await page.mouse.click(dot.x + dot.width / 2, dot.y + dot.height / 2);
  await table.until(0);
  await page.keyboard.press('U');
  await table.until(1);
});

onTable('hints come in three steps', 'g=canfield&d=4', async (table) => {
  const { page } = table;
  const said = [];
  for (const begin of [/^Look at/, /\.$/, /\. Why: .+\.$/]) {
    await page.keyboard.press('h');
    await page.waitForFunction((last) => { const now = document.querySelector('#say').textContent; return now && now !== last && !now.includes('deal'); }, said.at(-1) ?? '');
    said.push(await page.textContent('#say'));
    assert.match(said.at(-1), begin);
  }
  assert.equal(new Set(said).size, 3);
  assert.ok(await page.locator('.hint').count() > 0);
  assert.equal(await table.data('stamp'), 'fair hints');
});

onTable('a verdict, its demonstration, and the stamp', 'g=klondike&d=1', async (table) => {
  const { page } = table;
  await page.keyboard.press('v');
  await page.waitForSelector('#chip[data-is=winnable]', { timeout: 60000 });
  await page.waitForFunction(() => document.body.dataset.stamp === 'oracle');
  await page.waitForSelector('#watch:not([hidden])');
  await page.click('#watch');
  await page.waitForFunction(() => document.body.dataset.status === 'won', null, { timeout: 120000 });
});

/** Canfield 6, thrown away by its fortieth move. */
const LOST = 'r-f2,draw,w-3,draw,draw,draw,draw,draw,draw,draw,w-f3,draw,draw,w-4,draw,draw,redeal,draw,draw,draw,draw,draw,w-2,draw,draw,draw,draw,draw,draw,redeal,draw,draw,w-f1,w-3,r-3,draw,draw,draw,draw,w-f4,draw,draw';

onTable('the post-mortem names the move that lost', `g=canfield&d=6&a=0&m=${LOST}`, async (table) => {
  const { page } = table;
  await page.keyboard.press('v');
  await page.waitForSelector('#chip[data-is=dead]', { timeout: 120000 });
  await page.click('#post');
  await page.waitForFunction(() => document.querySelector('#verdict').textContent.includes('Move 40 '), null, { timeout: 120000 });
  await page.click('#goto');
  await table.until(39);
  assert.equal(await page.locator('#strip circle.dead').count(), 3);
});

onTable('a shared link brings the deal and the moves', 'g=canfield&d=4&s=draw%3D1', async (table, { browser, url }) => {
  const { page } = table;
  for (let n = 1; n <= 3; n++) { await page.keyboard.press('d'); await table.until(n); }
  await page.keyboard.press('l');
  await page.check('#share-moves');
  const link = await page.inputValue('dialog textarea');
  assert.ok(link.startsWith(`${url}#`));
  const other = await Table.open(browser, url, link.split('#')[1]);
  assert.equal(await other.save(), await table.save());
  assert.match(await other.save(), /set draw = 1/);
  assert.equal(await other.made(), 3);
  await other.close();
});

// Klondike with a card drawn and two gone up.
const position = ['s: (3S) (AC) (2C)', 'w: 4S', 'f4: AS 2S', '1: (KH) QC', '2: KC QH', '3: KD', '4: KS',
  '5: (JC) (TC) (9C) (8C) (7C) (6C) (5C) (4C) (3C) QD', '6: (QS) (JS) (TS) (9S) (8S) (7S) (6S) (5S) JD TD 9D 8D 7D 6D 5D 4D 3D 2D AD', '7: JH TH 9H 8H 7H 6H 5H 4H 3H 2H AH',
].join('\n');

onTable('a link can bring a position, and gives it on', `${new URLSearchParams({ g: 'klondike', d: position })}`, async (table, { browser, url }) => {
  const { page } = table;
  assert.match(await table.save(), /^position w: 4S$/m);
  await page.keyboard.press('d');
  await table.until(1);
  await page.keyboard.press('l');
  await page.check('#share-moves');
  const link = await page.inputValue('dialog textarea');
  await page.keyboard.press('Escape');
  const other = await Table.open(browser, url, link.split('#')[1]);
  assert.equal(await other.save(), await table.save());
  await other.close();
  await page.keyboard.press('u');
  await table.until(0);
  await page.reload();
  await page.waitForSelector('body[data-ready]');
  assert.match(await table.save(), /^position w: 4S$/m);
});

onTable('a reload in the middle loses nothing', 'g=spider&d=2', async (table) => {
  const { page } = table;
  await page.keyboard.press('d');
  await table.until(1);
  const before = await table.save();
  await page.reload();
  await page.waitForSelector('body[data-ready]');
  assert.equal(await table.save(), before);
  assert.equal(await table.made(), 1);
  await page.keyboard.press('u');
  await table.until(0);
});

/** Every open card must show its index, inside the window, not under anything. */
const INDICES = () => {
  const bad = [];
  for (const card of document.querySelectorAll('.card:not(.down)')) {
    const form = card.closest('.pile');
    const last = [...form.querySelectorAll('.card')].at(-1) === card;
    // Of foundations and wastes only what shows counts.
    if (!last && (form.classList.contains('foundation') || (form.classList.contains('waste') && card.getBoundingClientRect().left === card.nextElementSibling?.getBoundingClientRect().left))) continue;
    const box = card.querySelector('.ix').getBoundingClientRect();
    const [x, y] = [box.left + Math.min(box.width, 12) / 2, box.top + box.height / 2];
    const top = document.elementFromPoint(x, y);
    if (box.left < 0 || box.top < 0 || box.right > innerWidth || box.bottom > innerHeight || top?.closest('.card') !== card || box.height < 8) bad.push(`${card.getAttribute('aria-label')} ${Math.round(box.left)},${Math.round(box.top)} ${Math.round(box.height)} high`);
  }
  const scroll = document.scrollingElement;
  if (scroll.scrollHeight > innerHeight || scroll.scrollWidth > innerWidth) bad.push('the page scrolls');
  return bad;
};

for (const [width, height] of SIZES) {
  test(`every index shows at ${width}×${height}`, async ({ browser, url, line }) => {
    for (const [game, deal] of WINS) {
      const moves = await line(game, deal);
      const table = await Table.open(browser, url, `g=${game}&d=${deal}&a=0`, { viewport: { width, height } });
      for (const part of [0, 0.3, 0.6, 0.85]) {
        const played = moves.slice(0, Math.floor(moves.length * part));
        await table.page.evaluate((hash) => { location.hash = hash; }, `g=${game}&d=${deal}&a=0${played.length ? `&m=${played.join(',')}` : ''}`);
        await table.until(played.length);
        assert.deepEqual(await table.page.evaluate(INDICES), [], `${game} at ${part}`);
      }
      await table.close();
    }
  });
}

onTable('axe finds nothing, on the table and in every dialog', 'g=canfield&d=4', async (table, { axe }) => {
  const { page } = table;
  const check = async (what) => {
    // The page allows no foreign script: the tool comes in beside it.
    await page.evaluate(await (await import('node:fs/promises')).readFile(axe, 'utf8'));
    const found = await page.evaluate(() => window.axe.run(document, { resultTypes: ['violations'] }));
    assert.deepEqual(found.violations.map((v) => `${what}: ${v.id}: ${v.nodes.map((n) => n.target.join(' ')).slice(0, 3).join(' | ')}`), []);
  };
  await check('table');
  for (const [key, what] of [['n', 'new'], ['o', 'settings'], ['s', 'statistics'], ['g', 'rules'], ['l', 'share'], ['?', 'help'], ['/', 'finder'], ['L', 'left games']]) {
    await page.keyboard.press(key);
    await page.waitForSelector('dialog[open]').catch(async () => { throw new Error(`${what}: ${await page.textContent('#toast')}`); });
    await check(what);
    await page.keyboard.press('Escape');
    await page.waitForSelector('dialog[open]', { state: 'detached' });
  }
  for (const theme of ['slate', 'wine', 'paper', 'night']) {
    await page.evaluate((name) => { document.documentElement.dataset.theme = name; }, theme);
    await check(theme);
  }
});

onTable('the table is one Tab stop with named piles and cards', 'g=klondike&d=1', async (table) => {
  const { page } = table;
  assert.equal(await page.locator('#board [tabindex="0"]').count(), 1);
  const piles = await page.locator('#board [role=group]').evaluateAll((all) => all.map((e) => e.getAttribute('aria-label')));
  assert.equal(piles.length, 13);
  assert.ok(piles.includes('Column 7: 6 cards face down, 1 card face up'), piles.join('; '));
  await page.evaluate(() => document.querySelector('#board [tabindex="0"]').focus());
  await page.keyboard.press('End');
  assert.equal(await page.evaluate(() => document.activeElement.dataset.pile), '7');
  assert.match(await page.evaluate(() => document.activeElement.getAttribute('aria-label')), / of (clubs|diamonds|hearts|spades)/);
  assert.equal(await page.locator('#board [tabindex="0"]').count(), 1);
});

onTable('right click draws, double click sends up, the buttons do the same', 'g=klondike&d=1', async (table, { line }) => {
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
  const card = page.locator(`.card[data-pile="${moves[at].split('-')[0]}"]`).last();
  await card.dblclick();
  await table.until(at + 1);
});

onTable('a tap plays the best move, a dragged finger works too', 'g=klondike&d=1', async (table, { line }) => {
  const { page } = table;
  const move = await page.evaluate(() => JSON.parse(localStorage.getItem('talon.save')).save);
  assert.ok(move);
  const moves = await line('klondike', '1');
  const first = moves.findIndex((m) => m.includes('-'));
  for (const m of moves.slice(0, first)) await table.play(m, 'touch');
  const { a } = await table.spots(/** @type {any} */ (splitMove(moves[first])));
  await page.touchscreen.tap(a.x, a.y);
  await table.until(first + 1);
  await page.click('#tools [data-do=undo]');
  await table.until(first);
  const spots = await table.spots(/** @type {any} */ (splitMove(moves[first])));
  const client = await page.context().newCDPSession(page);
  const touch = (type, p) => client.send('Input.dispatchTouchEvent', { type, touchPoints: p ? [{ x: p.x, y: p.y }] : [] });
  await touch('touchStart', spots.a);
  await touch('touchMove', { x: (spots.a.x + spots.b.x) / 2, y: (spots.a.y + spots.b.y) / 2 });
  await touch('touchMove', spots.b);
  await touch('touchEnd');
  await table.until(first + 1);
}, { touch: true });
const splitMove = (move) => { const [, from, to, count] = /^([a-z]?\d*)-([a-z]?\d*)(?:x(\d+))?$/.exec(move); return { from, to, count: Number(count ?? 1) }; };

onTable('a new game with changed rules, a deal of the day, a wrong one', '', async (table) => {
  const { page } = table;
  await page.keyboard.press('n');
  await page.selectOption('#choose-game', 'canfield');
  await page.fill('#choose-deal', '77');
  await page.click('dialog summary');
  await page.fill('#rule-draw', '1');
  await page.click('dialog button.main');
  await page.waitForSelector('dialog[open]', { state: 'detached' });
  assert.match(await table.save(), /game canfield\nset draw = 1\ndeal 77/);
  await page.keyboard.press('n');
  await page.selectOption('#choose-game', 'klondike');
  await page.click('text=Deal of the day');
  await page.waitForSelector('dialog[open]', { state: 'detached' });
  assert.match(await table.save(), /game klondike\ndeal 20\d{6}\n/);
  await page.keyboard.press('n');
  await page.fill('#choose-deal', 'pysol:x');
  await page.click('dialog button.main');
  await page.waitForFunction(() => document.querySelector('dialog [role=alert]')?.textContent.includes('not a deal number'));
  // The browser itself notes that the server refused.
  table.troubles = table.troubles.filter((text) => !text.includes('400 (Bad Request)'));
});

onTable('settings change the table at once and stay', 'g=canfield&d=4', async (table) => {
  const { page } = table;
  await page.keyboard.press('o');
  await page.selectOption('#set-suits', 'four');
  await page.selectOption('#set-theme', 'paper');
  await page.check('#set-large');
  await page.check('#set-left');
  await page.keyboard.press('Escape');
  assert.equal(await page.evaluate(() => getComputedStyle(document.documentElement).getPropertyValue('--diamonds').trim()), '#c65102');
  const [stock, foundation] = await page.evaluate(() => ['s', 'f4'].map((id) => document.querySelector(`.slot[data-pile=${id}]`).getBoundingClientRect().left));
  assert.ok(stock > foundation, 'the stock lies to the right');
  await page.reload();
  await page.waitForSelector('body[data-ready]');
  assert.equal(await page.evaluate(() => document.documentElement.dataset.theme), 'paper');
});

test('statistics count a win, and no game that still waits', async ({ browser, url, carrier, line }) => {
  // The books of a server are all its players': this test needs some for itself.
  const own = carrier === 'server' ? await startServer(process.env.TALON_BINARY) : { url, stop() {} };
  const moves = await line('klondike', '1');
  const table = await Table.open(browser, own.url, `g=klondike&d=1&a=0&m=${moves.slice(0, -1).join(',')}`);
  const { page } = table;
  await table.until(moves.length - 1);
  await table.play(moves.at(-1), 'click');
  await page.waitForSelector('dialog[open]');
  await page.keyboard.press('Escape');
  await page.evaluate(() => { location.hash = 'g=klondike&d=2'; });
  await table.until(0);
  await page.keyboard.press('d');
  await table.until(1);
  await page.evaluate(() => { location.hash = 'g=klondike&d=3'; });
  await table.until(0);
  // What is left is written down beside the new game.
  await page.waitForTimeout(500);
  await page.keyboard.press('s');
  await page.waitForSelector('dialog[open] table');
  const text = await page.textContent('dialog');
  assert.match(text, /Finished1/);
  assert.match(text, /Won1 \(100\.0 %\)/);
  assert.match(text, /Left, to be gone on with1/);
  assert.deepEqual(table.troubles, []);
  await table.close();
  await own.stop();
});

onTable('works offline after the first visit', 'g=canfield&d=4', async (table) => {
  const { page } = table;
  await page.evaluate(() => navigator.serviceWorker.ready);
  await page.waitForFunction(async () => (await caches.keys()).length > 0 && (await (await caches.open((await caches.keys())[0])).keys()).length > 10);
  await table.context.setOffline(true);
  await page.reload();
  await page.waitForSelector('body[data-ready]');
  await page.keyboard.press('d');
  await table.until(1);
  await table.context.setOffline(false);
}, { only: 'static' });

onTable('an oracle’s hint follows a proved line, and says so', 'g=klondike&d=1', async (table, { line }) => {
  const { page } = table;
  const said = [];
  for (const begin of [/^Look at/, /^(Move|Turn|Lay)/, /Why: it begins a proved line that wins in \d+ moves\.$/]) {
    await page.keyboard.press('H');
    await page.waitForFunction((last) => { const now = document.querySelector('#toast').textContent; return now && now !== last; }, said.at(-1) ?? '', { timeout: 60000 });
    said.push(await page.textContent('#toast'));
    assert.match(said.at(-1), begin);
  }
  assert.equal(await table.data('stamp'), 'oracle');
  assert.ok(said.at(-1).endsWith(` wins in ${(await line('klondike', '1')).length} moves.`), said.at(-1));
});

onTable('the finder tells what was seen and nothing else', 'g=klondike&d=1', async (table) => {
  const { page } = table;
  const find = async (card) => {
    await page.keyboard.press('/');
    await page.click(`dialog [data-card=${card}]`);
    await page.waitForFunction(() => /seen yet|lies|is in|is up/.test(document.querySelector('#toast').textContent));
    const words = await page.textContent('#toast');
    await page.evaluate(() => { document.querySelector('#toast').textContent = ''; });
    return words;
  };
  const top = (await page.locator('.card[data-pile="7"]').last().getAttribute('class')).split(' ');
  const name = await page.locator('.card[data-pile="7"]').last().getAttribute('aria-label');
  const suit = top.find((part) => /^[CDHS]$/.test(part));
  const rank = 'A23456789TJQK'[['Ace', 'Two', 'Three', 'Four', 'Five', 'Six', 'Seven', 'Eight', 'Nine', 'Ten', 'Jack', 'Queen', 'King'].indexOf(name.split(' ')[0])];
  assert.match(await find(rank + suit), /lies on top of column 7\./);
  assert.equal(await page.locator('.card.hint[data-pile="7"]').count(), 1);
  const shown = new Set(await page.locator('.card:not(.down)').evaluateAll((all) => all.map((card) => card.querySelector('.ix').dataset.rank.replace('10', 'T') + [...card.classList].find((c) => /^[CDHS]$/.test(c)))));
  const hidden = ['AS', 'KH', '7C', '2D', 'QS', '9H', 'TC', '4D', '5S'].find((card) => !shown.has(card));
  assert.match(await find(hidden), /was not seen yet/);
  assert.equal(await page.locator('.card.hint').count(), 0);
  assert.equal(await table.data('stamp'), 'pure', 'what is seen is no help');
});

onTable('deals have a grade, and can be asked for by it', 'g=klondike&d=1', async (table) => {
  const { page } = table;
  await page.keyboard.press('G');
  await page.waitForFunction(() => /^This deal is easy: /.test(document.querySelector('#toast').textContent), null, { timeout: 120000 });
  assert.equal(await table.data('stamp'), 'oracle');
  await page.keyboard.press('n');
  await page.selectOption('#choose-level', 'medium');
  await page.evaluate(() => { Math.random = () => 0; });
  await page.click('dialog button.main');
  await page.waitForSelector('dialog[open]', { state: 'detached', timeout: 120000 });
  await page.keyboard.press('G');
  await page.waitForFunction(() => /^This deal is medium/.test(document.querySelector('#toast').textContent), null, { timeout: 120000 });
});

test('a game that was left is gone on with, and the ledger counts it once', async ({ browser, url, carrier }) => {
  const own = carrier === 'server' ? await startServer(process.env.TALON_BINARY) : { url, stop() {} };
  const table = await Table.open(browser, own.url, 'g=canfield&d=6');
  const { page } = table;
  for (let n = 1; n <= 3; n++) { await page.keyboard.press('d'); await table.until(n); }
  const before = await table.save();
  const total = () => page.locator('#ledger tr.sum td').last().textContent();
  await page.waitForFunction(() => document.querySelector('#ledger tr.sum td:last-child')?.textContent === '−34');
  await page.evaluate(() => { location.hash = 'g=klondike&d=2'; });
  await table.until(0);
  await page.keyboard.press('L');
  await page.waitForSelector('dialog[open] .left');
  assert.match(await page.textContent('dialog .left'), /Canfield #6.*3 moves/);
  if (process.env.TALON_BINARY && own.books) {
    // The terminal's books are the same.
    const { execFileSync } = await import('node:child_process');
    const told = execFileSync(process.env.TALON_BINARY, ['history'], { env: { ...process.env, TALON_DATA: own.books } }).toString();
    assert.match(told, /[Cc]anfield/);
  }
  await page.click('dialog .left button');
  await table.until(3);
  assert.equal(await table.save(), before);
  await page.keyboard.press('u');
  await table.until(2);
  await page.keyboard.press('d');
  await table.until(3);
  await page.waitForTimeout(900);
  assert.equal(await total(), '−34', 'the same hand costs once');
  // A second window that goes on with the same game is told, and does not overwrite.
  const other = await table.context.newPage();
  await other.goto(own.url);
  await other.waitForSelector('body[data-ready]');
  await other.keyboard.press('d');
  await other.waitForFunction(() => document.body.dataset.made === '4');
  await other.waitForTimeout(900);
  await page.keyboard.press('u');
  await page.waitForFunction(() => /not kept/.test(document.querySelector('#notices').textContent));
  await table.close();
  await own.stop();
});
