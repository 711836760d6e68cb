// What the page records: the books, statistics, the casino's ledger and the list of moves.
import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { DESKTOP } from './deals.mjs';
import { onTable } from './suite.mjs';

/** What the browser writes to its console about a request that failed. */
const FAILED = /Failed to load resource/;

/** Returns the first table of the statistics. */
async function counts(table) {
  await table.openDialog('s');
  const text = await table.page.textContent('dialog table');
  await table.page.keyboard.press('Escape');
  await table.dialogCloses();
  return text;
}

/** Opens a game and waits until this many moves are made. */
async function go(table, fragment, made) {
  await table.go(fragment);
  await table.until(made);
}

/** Opens the page in another tab, and returns a function that draws there. */
async function otherTab({ context, url }) {
  const page = await context.newPage();
  await page.goto(url);
  await page.waitForSelector('body[data-ready]');
  const draw = async (made) => {
    await page.keyboard.press('d');
    await page.waitForSelector(`body[data-made="${made}"]`);
    await page.waitForTimeout(900);
  };
  return { page, draw };
}

onTable(
  'statistics count a win, but no unfinished game',
  '',
  async (table, { line }) => {
    const { page } = table;
    const moves = await line('klondike', '1');
    const played = moves.slice(0, -1);
    await go(table, `g=klondike&d=1&a=0&m=${played}`, played.length);
    await table.play(moves.at(-1), 'click');
    await page.waitForSelector('dialog[open]');
    await page.keyboard.press('Escape');
    await go(table, 'g=klondike&d=2', 0);
    await table.press('d', 1);
    await go(table, 'g=klondike&d=3', 0);
    await table.recorded();
    assert.match(await counts(table), /^Finished1Won1 \(100\.0%\).*Unfinished1$/);
  },
  { books: true },
);

onTable(
  'an unfinished game can be resumed, and the ledger counts it once',
  'g=canfield&d=6',
  async (table, { books }) => {
    const { page } = table;
    for (const made of [1, 2, 3]) await table.press('d', made);
    await table.press('b', 3);
    const total = page.locator('#ledger tr.sum td').last();
    await table.says('#ledger tr.sum td:last-child', /^−34$/);
    const before = await table.save();
    await go(table, 'g=klondike&d=2', 0);
    await table.openDialog('L');
    assert.match(await page.textContent('dialog .left'), /Canfield #6.*3 moves/);
    if (books) {
      // The books of the server are the terminal's.
      const environment = { ...process.env, TALON_DATA: books };
      const command = [process.env.TALON_BINARY, ['history'], { env: environment }];
      assert.match(String(execFileSync(...command)), /canfield/i);
    }
    await page.click('dialog .left button');
    await table.until(3);
    assert.equal(await table.save(), before);
    await table.press('u', 2);
    await table.press('d', 3);
    await table.recorded();
    assert.equal(await total.textContent(), '−34', 'the same hand costs once');
    const other = await otherTab(table);
    await other.draw(4);
    await page.keyboard.press('u');
    await table.says('#notices', /not recorded/);
  },
  { books: true, noise: FAILED },
);

onTable(
  'an unfinished game counts when it is given up, a demonstrated win never',
  'g=klondike&d=2',
  async (table, { line }) => {
    const { page } = table;
    await table.press('d', 1);
    const moves = await line('klondike', '1');
    const played = moves.slice(0, -1);
    await go(table, `g=klondike&d=1&a=0&m=${played}`, played.length);
    await table.look('v');
    await page.click('#watch:not([hidden])', { timeout: 60000 });
    await page.waitForSelector('body[data-status=won]');
    await table.recorded();
    assert.equal(await page.textContent('#chip'), `Won in ${moves.length} moves`);
    assert.equal(await page.locator('#watch').isVisible(), false);
    await go(table, 'g=klondike&d=3', 0);
    await table.recorded();
    assert.match(await counts(table), /^Finished0.*Unfinished1$/);
    await table.openDialog('L');
    await page.click('dialog .left button:last-child');
    await table.says('dialog .told', /counts as lost/);
    assert.equal(await page.locator('dialog .left li').count(), 0);
    await page.keyboard.press('Escape');
    assert.match(await counts(table), /^Finished1Won0 /);
  },
  { books: true },
);

onTable(
  'a stuck game counts as lost until a move is taken back',
  '',
  async (table) => {
    const { page } = table;
    // Fan 1, with the first move that the engine lists until there is none left.
    let reply = await table.ask({ game: { name: 'fan', deal: '1', auto: false } });
    while (reply.status === 'open')
      reply = await table.ask({ game: { save: reply.save }, do: { play: reply.moves[0] } });
    const moves = reply.tree.map((node) => node.m);
    const played = moves.slice(0, -1);
    await go(table, `g=fan&d=1&a=0&m=${played}`, played.length);
    const draw = page.locator('[data-do=draw]:visible');
    assert.equal(await draw.count(), 0, 'there is nothing to draw');
    await table.play(moves.at(-1), 'drag');
    await page.waitForSelector('dialog[open]');
    await page.keyboard.press('Escape');
    assert.match(await counts(table), /^Finished1Won0 /);
    await table.press('u', played.length);
    assert.match(await counts(table), /^Finished0Won0 /);
  },
  { books: true, only: 'server' },
);

onTable(
  'two tabs with one game: the player decides which goes on',
  'g=klondike&d=2',
  async (table) => {
    const { page } = table;
    const notices = page.locator('#notices > *');
    await table.press('d', 1);
    await table.recorded();
    const other = await otherTab(table);
    await other.draw(2);
    await page.keyboard.press('u');
    await table.says('#notices [data-kind=conflict]', /another tab/);
    await page.click('text=Continue that game');
    await table.until(2);
    assert.equal(await notices.count(), 0);
    // Now this tab has the game, and the other one is told.
    await other.draw(3);
    if (await other.page.locator('#notices [data-kind=conflict]').count())
      await other.page.click('text=Continue that game');
    await other.page.keyboard.press('d');
    await table.recorded();
    await page.keyboard.press('d');
    await page.waitForSelector('#notices [data-kind=conflict]');
    await page.click('text=Keep this as a new game');
    await table.recorded();
    await table.openDialog('L');
    assert.equal(await page.locator('dialog .left li').count(), 1, 'the other game is unfinished');
    await page.keyboard.press('Escape');
    await other.page.close();
    // A game that another tab has becomes one of its own after a reload.
    await page.evaluate(() => {
      const last = JSON.parse(localStorage.getItem('talon.save'));
      last.page.lost = true;
      localStorage.setItem('talon.save', JSON.stringify(last));
      const skip = (event) => event.stopImmediatePropagation();
      window.addEventListener('pagehide', skip, { capture: true });
    });
    await page.reload();
    await page.waitForSelector('body[data-ready]');
    await page.keyboard.press('d');
    await table.recorded();
    const { state } = await page.evaluate(
      () => JSON.parse(localStorage.getItem('talon.save')).page,
    );
    assert.ok(state > 0);
  },
  { books: true, noise: FAILED },
);

onTable(
  'books that cannot be written are reported once',
  'g=klondike&d=2',
  async (table) => {
    const { page } = table;
    const body = '{"error":"The books are damaged."}';
    await table.context.route('**/api/books', (route) =>
      route.fulfill({ status: 500, contentType: 'application/json', body }),
    );
    await page.keyboard.press('d');
    const text = /^Your games are not being recorded: The books are damaged\./;
    await table.says('#notices [data-kind=unkept]', text);
    await page.click('#notices button');
    await page.keyboard.press('d');
    await table.recorded();
    assert.equal(await page.locator('#notices > *').count(), 0, 'the report is not repeated');
  },
  { only: 'server', noise: FAILED },
);

onTable(
  'a game that was left while the books could not be written is recorded later',
  'g=klondike&d=2',
  async (table) => {
    const { page } = table;
    const body = '{"error":"The disk is full."}';
    await table.context.route('**/api/books', (route) =>
      route.fulfill({ status: 500, contentType: 'application/json', body }),
    );
    await page.keyboard.press('d');
    await table.says('#notices [data-kind=unkept]', /The disk is full/);
    await table.openMore();
    await page.click('text=Next number');
    await table.dialogCloses();
    assert.match(await table.save(), /deal 3\n/);
    await table.context.unroute('**/api/books');
    const list = () =>
      page.evaluate(async () => {
        const headers = { 'Content-Type': 'application/json' };
        const answer = await fetch('api/books', { method: 'POST', headers, body: '"list"' });
        return (await answer.json()).games.map((game) => game.deal);
      });
    const end = Date.now() + 30_000;
    while (!(await list()).includes('deal 2')) {
      assert.ok(Date.now() < end, 'the game was never recorded');
      await page.waitForTimeout(200);
    }
  },
  { only: 'server', noise: FAILED },
);

onTable(
  'a server that does not answer is reported, and asked again',
  'g=klondike&d=1',
  async (table) => {
    const { page } = table;
    const before = await table.save();
    await table.context.route('**/api/**', (route) => route.abort());
    const at = await table.topBox('7');
    const from = { x: at.x + 20, y: at.y + 20 };
    await table.drag(from, { x: from.x - 200, y: from.y });
    await table.says('#notices [data-kind=away]', /^Talon does not answer/);
    // The notice leaves less room for the table, so that everything lies elsewhere.
    const { x } = await table.topBox('7');
    const pile = await table.box('.slot[data-pile="7"]');
    assert.equal(x, pile.x, 'the card is back where it was');
    for (const key of ['g', 'i']) await page.keyboard.press(key);
    await table.look('v');
    await page.waitForTimeout(300);
    assert.doesNotMatch(await page.textContent('body'), /Failed to fetch/);
    assert.equal(await page.locator('dialog[open]').count(), 0);
    await table.context.unroute('**/api/**');
    await table.openMore();
    assert.equal(await page.locator('#notices [data-kind=away]').count(), 0);
    assert.equal(await table.save(), before);
  },
  { only: 'server', noise: FAILED },
);

onTable(
  'score and ledger agree, and useless buttons are faint',
  'g=canfield&d=6',
  async (table) => {
    const { page } = table;
    const agree = async () => {
      const net = await page.locator('#ledger tr.sum td').first().textContent();
      assert.equal(await page.textContent('#score'), `Score ${net}`);
    };
    const undo = page.locator('#tools [data-do=undo]');
    const isFaint = () => undo.evaluate((button) => Number(getComputedStyle(button).opacity) < 0.6);
    await table.press('b', 0);
    await agree();
    assert.equal(await isFaint(), true);
    await table.press('d', 1);
    await agree();
    assert.equal(await isFaint(), false);
    assert.equal(await page.locator('#tools [data-do=draw]').isVisible(), true);
    await table.press('u', 0);
    await agree();
  },
  { viewport: DESKTOP },
);

onTable(
  'the side panel lists the moves to this position, also after a reload',
  'g=klondike&d=1',
  async (table) => {
    const { page } = table;
    const items = page.locator('#story li');
    const numbers = () => items.evaluateAll((all) => all.map((item) => item.value));
    for (const made of [1, 2, 3]) await table.press('d', made);
    await table.press('u', 2);
    assert.deepEqual(await numbers(), [2, 1]);
    const told = await items.allTextContents();
    await page.reload();
    await page.waitForSelector('#story li');
    assert.deepEqual(await numbers(), [2, 1]);
    assert.deepEqual(await items.allTextContents(), told);
  },
  { settings: { rail: true } },
);

onTable('percentages are drawn on a scale from 0 to 100', 'g=klondike&d=5', async (table) => {
  const { all, none, texts } = await table.page.evaluate(async () => {
    const { histogram, movingAverage } = await import('./plots.js');
    const height = (values) => {
      const line = movingAverage(values, 'x', 20).querySelector('polyline');
      return Number(line.getAttribute('points').split(',').at(-1));
    };
    const labels = histogram([52, 52], 'x', String).querySelectorAll('text');
    return {
      all: height([100, 100]),
      none: height([0, 0]),
      texts: Array.from(labels, (label) => label.textContent),
    };
  });
  assert.ok(all < none - 50, `${all} ${none}`);
  assert.deepEqual(texts, ['x', '52']);
});
