// What the page does when something is stopped, goes wrong or goes on elsewhere, and what it counts.
import assert from 'node:assert/strict';
import { onTable } from './suite.mjs';

/** What the browser itself notes of a request that failed. */
const noise = /Failed to load resource/;
/** Where the next random deal begins. */
const from = (page, deal) => page.evaluate((n) => { Math.random = () => (n - 0.5) / 999_999; }, deal);
const counted = async (page) => {
  await page.keyboard.press('s');
  await page.waitForSelector('dialog[open] table');
  const text = await page.textContent('dialog table');
  await page.keyboard.press('Escape');
  await page.waitForSelector('dialog[open]', { state: 'detached' });
  return text;
};

onTable('a new game that is called off leaves the old one alone', 'g=spider&d=2', async (table) => {
  const { page } = table;
  await page.keyboard.press('d');
  await table.until(1);
  const before = await table.save();
  await page.evaluate(() => {
    const settings = JSON.parse(localStorage.getItem('talon.settings'));
    localStorage.setItem('talon.settings', JSON.stringify({ ...settings, level: 'hard' }));
  });
  await page.reload();
  await page.waitForSelector('body[data-ready]');
  for (const way of ['Stop', 'Escape']) {
    await page.keyboard.press('n');
    await page.click('dialog button.main');
    await page.waitForFunction(() => /hard|positions/.test(document.querySelector('dialog .looking')?.textContent ?? ''));
    if (way === 'Stop') await page.click('dialog .looking button'); else await page.keyboard.press('Escape');
    await page.waitForFunction(() => document.querySelector('#chip').dataset.is !== 'searching');
    if (way === 'Stop') {
      assert.equal(await page.locator('dialog .looking').count(), 0);
      await page.keyboard.press('Escape');
    }
    await page.waitForTimeout(300);
    assert.equal(await table.save(), before);
  }
});

onTable('a number that is named is dealt, and counted in its own kind', 'g=freecell&d=ms%3A617', async (table) => {
  const { page } = table;
  const deal = async () => (await page.textContent('#deal')).slice(1);
  const beside = async (words) => {
    await page.keyboard.press('n');
    await page.click(`text=${words}`);
    await page.waitForSelector('dialog[open]', { state: 'detached' });
  };
  await beside('Next number');
  assert.equal(await deal(), 'ms:618');
  await beside('Previous number');
  assert.equal(await deal(), 'ms:617');
  await page.keyboard.press('n');
  await page.selectOption('#choose-game', 'klondike');
  await page.selectOption('#choose-level', 'winnable');
  await page.fill('#choose-deal', '4');
  await page.click('dialog button.main');
  await page.waitForSelector('dialog[open]', { state: 'detached' });
  assert.equal(await deal(), '4', 'it cannot be won, but it was asked for');
  await from(page, 4);
  await page.keyboard.press('n');
  await page.click('dialog button.main');
  await page.waitForSelector('dialog[open]', { state: 'detached', timeout: 120000 });
  assert.equal(await deal(), '5', 'the first from 4 on that can be won');
});

onTable('a server that is away is told in words, and asked again', 'g=klondike&d=1', async (table, { url }) => {
  const { page } = table;
  const before = await table.save();
  await table.context.route('**/api/**', (route) => route.abort());
  const card = async () => page.locator('.card[data-pile="7"]').last().boundingBox();
  const at = await card();
  await page.mouse.move(at.x + 20, at.y + 20);
  await page.mouse.down();
  await page.mouse.move(at.x - 200, at.y + 20, { steps: 3 });
  await page.mouse.up();
  await page.waitForSelector('#notices [data-kind=away]');
  assert.match(await page.textContent('#notices'), /^Talon does not answer/);
  assert.equal((await card()).x, at.x, 'the card lies where it lay');
  for (const key of ['n', 'g', 'v']) await page.keyboard.press(key);
  await page.waitForTimeout(300);
  assert.ok(!(await page.textContent('body')).includes('Failed to fetch'));
  assert.equal(await page.locator('dialog[open]').count(), 0);
  await table.context.unroute('**/api/**');
  await page.keyboard.press('n');
  await page.waitForSelector('dialog[open] #choose-game');
  assert.equal(await page.locator('#notices [data-kind=away]').count(), 0);
  assert.equal(await table.save(), before);
  assert.ok(url);
}, { only: 'server', noise });

onTable('two tabs on one game: both go on, by a word of the player', 'g=klondike&d=2', async (table, { url }) => {
  const { page } = table;
  const kept = () => page.waitForTimeout(900);
  await page.keyboard.press('d');
  await table.until(1);
  await kept();
  const other = await table.context.newPage();
  await other.goto(url);
  await other.waitForSelector('body[data-ready]');
  await other.keyboard.press('d');
  await other.waitForFunction(() => document.body.dataset.made === '2');
  await kept();
  const conflict = async () => {
    await page.keyboard.press('u');
    await page.waitForSelector('#notices [data-kind=conflict]');
    assert.match(await page.textContent('#notices'), /another tab/);
  };
  await conflict();
  await page.click('text=Take that one');
  await table.until(2);
  assert.equal(await page.locator('#notices > *').count(), 0);
  // The other way: this one becomes a game of its own.
  await other.keyboard.press('d');
  await other.waitForFunction(() => document.body.dataset.made === '3');
  await other.waitForSelector('#notices [data-kind=conflict], body[data-made="3"]');
  await kept();
  if (await other.locator('#notices [data-kind=conflict]').count()) await other.click('text=Take that one');
  await other.keyboard.press('d');
  await kept();
  await page.keyboard.press('d');
  await page.waitForSelector('#notices [data-kind=conflict]');
  await page.click('text=Keep this as a new game');
  await kept();
  await page.keyboard.press('L');
  await page.waitForSelector('dialog[open] .left');
  assert.equal(await page.locator('dialog .left li').count(), 1, 'the other one waits');
  await page.keyboard.press('Escape');
  // One that nobody decided on is kept again after a reload.
  await page.evaluate(() => { const last = JSON.parse(localStorage.getItem('talon.save')); last.page.lost = true; localStorage.setItem('talon.save', JSON.stringify(last)); });
  await other.close();
  await page.evaluate(() => { window.addEventListener('pagehide', (event) => event.stopImmediatePropagation(), { capture: true }); });
  await page.reload();
  await page.waitForSelector('body[data-ready]');
  await page.keyboard.press('d');
  await kept();
  assert.equal(await page.evaluate(() => JSON.parse(localStorage.getItem('talon.save')).page.state > 0), true);
}, { books: true, noise });

onTable('books that cannot be written are told of once', 'g=klondike&d=2', async (table) => {
  const { page } = table;
  await table.context.route('**/api/books', (route) => route.fulfill({ status: 500, contentType: 'application/json', body: '{"error":"The books are shut."}' }));
  await page.keyboard.press('d');
  await page.waitForSelector('#notices [data-kind=unkept]');
  assert.match(await page.textContent('#notices'), /^Your games are not being recorded: The books are shut\./);
  await page.click('#notices button');
  await page.keyboard.press('d');
  await page.waitForTimeout(900);
  assert.equal(await page.locator('#notices > *').count(), 0, 'once');
}, { only: 'server', noise });

onTable('a game that was left counts when it is given up, a watched win never', 'g=klondike&d=2', async (table, { line }) => {
  const { page } = table;
  const open = async (fragment, made) => { await page.evaluate((hash) => { location.hash = hash; }, fragment); await table.until(made); };
  await page.keyboard.press('d');
  await table.until(1);
  // The last move of a proved line is shown.
  const moves = await line('klondike', '1');
  await open(`g=klondike&d=1&a=0&m=${moves.slice(0, -1).join(',')}`, moves.length - 1);
  await page.keyboard.press('v');
  await page.waitForSelector('#watch:not([hidden])', { timeout: 60000 });
  await page.click('#watch');
  await page.waitForFunction(() => document.body.dataset.status === 'won');
  await page.waitForTimeout(900);
  assert.equal(await page.textContent('#chip'), `Won in ${moves.length} moves`);
  assert.equal(await page.locator('#watch').isVisible(), false);
  await open('g=klondike&d=3', 0);
  await page.waitForTimeout(500);
  assert.match(await counted(page), /Finished0.*Left, to be gone on with1$/);
  await page.keyboard.press('L');
  await page.waitForSelector('dialog[open] .left');
  await page.click('dialog .left button:last-child');
  await page.waitForFunction(() => /counts as lost/.test(document.querySelector('dialog .told').textContent));
  assert.equal(await page.locator('dialog .left li').count(), 0);
  await page.keyboard.press('Escape');
  assert.match(await counted(page), /Finished1Won0 /);
}, { books: true });

/** Fan 1, played into a corner. */
onTable('a game that cannot go on is lost, and open again when it is taken back', '', async (table) => {
  const { page } = table;
  const said = await page.evaluate(async () => {
    const ask = async (body) => (await fetch('api/play', { method: 'POST', headers: { 'content-type': 'application/json' }, body: JSON.stringify(body) })).json();
    let reply = await ask({ game: { name: 'fan', deal: '1', auto: false } });
    while (reply.status === 'open') reply = await ask({ game: { save: reply.save }, do: { play: reply.moves[0] } });
    return reply.tree.map((node) => node.m).join(',');
  });
  const made = said.split(',').length;
  await page.evaluate((hash) => { location.hash = hash; }, `g=fan&d=1&a=0&m=${said.split(',').slice(0, -1).join(',')}`);
  await table.until(made - 1);
  assert.equal(await page.locator('[data-do=draw]:visible').count(), 0, 'there is nothing to draw');
  await table.play(said.split(',').at(-1), 'drag');
  await page.waitForSelector('dialog[open]');
  await page.keyboard.press('Escape');
  assert.match(await counted(page), /Finished1Won0 /);
  await page.keyboard.press('u');
  await table.until(made - 1);
  assert.match(await counted(page), /Finished0Won0 /);
}, { books: true, only: 'server' });

onTable('a link that does not work says so in a dialog, and its deal can be had', 'g=nope&d=5', async (table) => {
  const { page } = table;
  await page.waitForSelector('dialog[open]');
  assert.match(await page.textContent('dialog'), /No game is called “nope”/);
  assert.doesNotMatch(await page.textContent('dialog'), /talon games/);
  await page.keyboard.press('Escape');
  await page.evaluate(() => { location.hash = 'g=klondike&d=5&m=draw,1-9'; });
  await page.waitForFunction(() => /moves do not fit/.test(document.querySelector('dialog')?.textContent ?? ''));
  await page.click('text=Open the deal without its moves');
  await page.waitForFunction(() => document.querySelector('#deal').textContent === '#5' && document.querySelector('#game').textContent === 'Klondike');
  assert.equal(await table.made(), 0);
}, { noise });

onTable('per cents are drawn on their own scale', 'g=klondike&d=5', async (table) => {
  const ys = await table.page.evaluate(async () => {
    const { course, histogram } = await import('./plots.js');
    const y = (values) => Number(course(values, 'x', 20).querySelector('polyline').getAttribute('points').split(' ').at(-1).split(',')[1]);
    return { all: y([100, 100]), none: y([0, 0]), texts: [...histogram([52, 52], 'x', String).querySelectorAll('text')].map((t) => t.textContent) };
  });
  assert.ok(ys.all < ys.none - 50, JSON.stringify(ys));
  assert.deepEqual(ys.texts, ['x', '52']);
});
