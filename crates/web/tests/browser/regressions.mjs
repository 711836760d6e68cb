// Faults that players met. Each test failed before its fault was mended.
import assert from 'node:assert/strict';
import { readFile } from 'node:fs/promises';
import { ORDER, parts } from '../../page/words.js';
import { POSITION } from './deals.mjs';
import { AXE } from './servers.mjs';
import { onTable } from './suite.mjs';

/** Returns functions that touch the screen as a finger does. */
async function finger(page) {
  const client = await page.context().newCDPSession(page);
  const touch = (type, ...touchPoints) =>
    client.send('Input.dispatchTouchEvent', { type, touchPoints });
  return {
    down: (at) => touch('touchStart', at),
    move: (at) => touch('touchMove', at),
    up: () => touch('touchEnd'),
  };
}

/** Plays a deal up to the first move of a card, and returns that move. */
async function toFirstCarry(table, line, name, deal) {
  const moves = await line(name, deal);
  const at = moves.findIndex((move) => parts(move));
  await table.go(`g=${name}&d=${deal}&a=0${at ? `&m=${moves.slice(0, at)}` : ''}`);
  await table.until(at);
  return { move: parts(moves[at]), at };
}

onTable(
  'a finger that rests before it moves still drags',
  '',
  async (table, { line }) => {
    const { page } = table;
    const { move, at } = await toFirstCarry(table, line, 'klondike', '1');
    const { a, b } = await table.spots(move);
    const touch = await finger(page);
    await touch.down(a);
    // The press has become a long one when it shows the card.
    await page.waitForSelector('.card.peek');
    await touch.move({ x: (a.x + b.x) / 2, y: (a.y + b.y) / 2 });
    await touch.move(b);
    await touch.up();
    await table.until(at + 1);
  },
  { touch: true },
);

onTable(
  'a finger that rests and is lifted plays nothing',
  '',
  async (table, { line }) => {
    const { page } = table;
    const { move, at } = await toFirstCarry(table, line, 'klondike', '1');
    const { a } = await table.spots(move);
    const touch = await finger(page);
    await touch.down(a);
    await page.waitForSelector('.card.peek');
    await touch.up();
    await page.waitForSelector('.card.peek', { state: 'detached' });
    assert.equal(await table.made(), at);
  },
  { touch: true },
);

onTable('the card under a lifted one shows its face', 'g=freecell&d=1', async (table) => {
  const { page } = table;
  const box = await table.topBox('1');
  await page.mouse.move(box.x + box.width / 2, box.y + box.height / 2);
  await page.mouse.down();
  await page.mouse.move(box.x + box.width / 2 + 60, box.y + box.height / 2 + 60);
  await page.waitForSelector('.card.drag');
  const shows = await page.evaluate(() => {
    const under = [...document.querySelectorAll('.card[data-pile="1"]')].at(-2);
    return getComputedStyle(under.querySelector('.art')).display !== 'none';
  });
  assert.ok(shows, 'the art is drawn');
  await page.mouse.up();
});

onTable('Ctrl+Y redoes', 'g=klondike&d=1', async (table) => {
  await table.press('d', 1);
  await table.press('Control+z', 0);
  await table.press('Control+y', 1);
});

/** Runs in the page: a browser that lets no page store anything. */
function denyStorage() {
  const denied = () => {
    throw new DOMException('denied', 'SecurityError');
  };
  Object.defineProperty(window, 'localStorage', { get: denied });
  IDBFactory.prototype.open = denied;
}

/** Runs in the page: a browser whose storage is full. */
function fillStorage() {
  Storage.prototype.setItem = () => {
    throw new DOMException('full', 'QuotaExceededError');
  };
}

for (const [what, before] of [
  ['denied', denyStorage],
  ['full', fillStorage],
])
  onTable(
    `where storage is ${what}, the page plays on and says that nothing is kept`,
    'g=klondike&d=1',
    async (table) => {
      const { page } = table;
      await table.press('d', 1);
      await table.press('u', 0);
      await table.says('#notices [data-kind=unstored]', /kept/);
      await table.openDialog('o');
      await page.selectOption('#set-theme', 'slate');
      await page.keyboard.press('Escape');
      await table.dialogCloses();
      assert.equal(await page.getAttribute('html', 'data-theme'), 'slate');
      await table.press('d', 1);
    },
    { before },
  );

for (const damaged of ['{"theme":', '7', 'null', '{"theme":7,"auto":"sometimes","large":"yes"}'])
  onTable(
    `damaged settings are replaced: ${damaged}`,
    'g=klondike&d=1',
    async (table) => {
      const { page } = table;
      await page.evaluate((text) => {
        localStorage.setItem('talon.settings', text);
        localStorage.setItem('talon.save', text);
      }, damaged);
      // The page stores its game when it is left, which would mend the damage.
      await page.evaluate(() => {
        const skip = (event) => event.stopImmediatePropagation();
        window.addEventListener('pagehide', skip, { capture: true });
      });
      await page.reload();
      await page.waitForSelector('body[data-ready]');
      assert.equal(await page.getAttribute('html', 'data-theme'), 'felt');
      await table.press('d', 1);
    },
    { only: 'static' },
  );

/** Returns a link to a position of Fan in which nothing is left to do. */
async function stuckFan(table) {
  let reply = await table.ask({ game: { name: 'fan', deal: '1', auto: false } });
  while (reply.status === 'open')
    reply = await table.ask({ game: { save: reply.save }, do: { play: reply.moves[0] } });
  return `g=fan&d=1&a=0&m=${reply.tree.map((node) => node.m)}`;
}

onTable(
  'a stuck game that is opened from a link says so',
  '',
  async (table) => {
    await table.go(await stuckFan(table));
    await table.says('dialog h2', /^No more moves$/);
  },
  { only: 'server' },
);

/** A Klondike in which three cards can be drawn for ever, and nothing fits anywhere. */
function onlyDraws() {
  const open = ['2S', '3S', '4S', '5S', '6S', '7S', '8S', '9S', 'TS', 'JS'];
  const all = [...'CDHS'].flatMap((suit) => [...ORDER].map((rank) => rank + suit));
  const hidden = all.filter((card) => !open.includes(card)).map((card) => `(${card})`);
  const columns = open
    .slice(3)
    .map((top, i) => `${i + 1}: ${hidden.slice(6 * i, 6 * i + 6).join(' ')} ${top}`);
  return ['s: (2S) (3S) (4S)', ...columns].join('\n');
}

onTable(
  'a player who draws on in a stuck game is told once',
  `${new URLSearchParams({ g: 'klondike', d: onlyDraws() })}`,
  async (table) => {
    const { page } = table;
    for (const made of [1, 2, 3]) await table.press('d', made);
    await table.says('dialog h2', /^No more moves$/);
    await page.keyboard.press('Escape');
    await table.dialogCloses();
    await table.press('d', 4);
    await table.press('d', 5);
    assert.equal(await page.locator('dialog').count(), 0);
    // Taking the end back makes it news again.
    for (const made of [4, 3, 2]) await table.press('u', made);
    await table.press('d', 3);
    await table.says('dialog h2', /^No more moves$/);
  },
);

onTable('the end of a hint stays until the next action', 'g=canfield&d=4', async (table) => {
  const { page } = table;
  await page.clock.install();
  for (const step of [/^Look at /, /^(?!.*Why: )/, /Why: /]) {
    await page.keyboard.press('h');
    await table.says('#toast', step);
  }
  const reason = await page.textContent('#toast');
  await page.clock.fastForward(20_000);
  assert.equal(await page.locator('#toast').isVisible(), true, reason);
  await page.keyboard.press('Escape');
  assert.equal(await page.locator('#toast').isVisible(), false);
});

onTable(
  'changed rules and the oracle are shown above the table',
  'g=canfield&d=4&s=draw%3D1',
  async (table) => {
    const { page } = table;
    await table.says('#game', /^Canfield, draw 1$/);
    assert.equal(await page.textContent('#marks'), '');
    await page.keyboard.press('h');
    await table.says('#marks', /fair hints/);
    await table.go('g=canfield&d=4');
    await table.says('#marks', /^$/);
  },
);

onTable('what is picked up and put back is told', 'g=klondike&d=1', async (table) => {
  const { page } = table;
  await page.keyboard.press('7');
  await table.says('#say', /from column 7/);
  await page.keyboard.press('Escape');
  await table.says('#say', /^Put back\.$/);
});

onTable('the rank that foundations start with can be heard', 'g=canfield&d=6', async (table) => {
  const names = await table.page
    .locator('#board .foundation')
    .evaluateAll((all) => all.map((pile) => pile.ariaLabel));
  assert.match(
    names.find((name) => /empty/.test(name)),
    /empty, starts with the /,
  );
});

onTable('cards that were seen are not called face down', 'g=klondike&d=1', async (table) => {
  const { page } = table;
  for (let made = 1; made <= 5; made++) await table.press('d', made);
  const name = await page.getAttribute('#board .pile.waste', 'aria-label');
  assert.equal(name, 'Waste: 5 cards');
});

onTable('a board of several lines can be pasted', 'g=canfield&d=4', async (table) => {
  const { page } = table;
  await table.openMore();
  await page.fill('#choose-deal', POSITION);
  await page.selectOption('#choose-game', 'klondike');
  await page.click('dialog button.main');
  await table.dialogCloses();
  assert.match(await table.save(), /^position w: 4S$/m);
});

onTable('a file with a board can be opened', 'g=canfield&d=4', async (table) => {
  const { page } = table;
  await table.openMore();
  const buffer = Buffer.from(POSITION);
  await page.setInputFiles('#choose-file', { name: 'b.txt', mimeType: 'text/plain', buffer });
  await table.dialogCloses();
  assert.match(await table.save(), /^game klondike\n/m);
  assert.match(await table.save(), /^position w: 4S$/m);
});

onTable(
  'what scrolls beside the table can be reached by the keyboard',
  'g=canfield&d=6',
  async (table) => {
    const { page } = table;
    for (let made = 1; made <= 14; made++) await table.press('d', made);
    await page.keyboard.press('t');
    await page.keyboard.press('c');
    await page.waitForSelector('#listing:visible');
    const scrolls = await page.evaluate(() =>
      ['rail', 'story'].filter((id) => {
        const { scrollHeight, clientHeight } = document.getElementById(id);
        return scrollHeight > clientHeight;
      }),
    );
    assert.deepEqual(scrolls, ['rail', 'story']);
    await page.evaluate(await readFile(AXE, 'utf8'));
    const found = await page.evaluate(async () => {
      const { violations } = await window.axe.run(document, { resultTypes: ['violations'] });
      return violations.map(({ id, nodes }) => `${id}: ${nodes[0].target.join(' ')}`);
    });
    assert.deepEqual(found, []);
    for (const id of ['rail', 'story'])
      assert.equal(
        await page.evaluate((name) => document.getElementById(name).tabIndex, id),
        0,
        id,
      );
  },
  { viewport: { width: 1280, height: 460 } },
);
