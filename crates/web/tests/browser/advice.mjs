// Hints, verdicts, the post-mortem, grades and the card finder.
import assert from 'node:assert/strict';
import { ORDER, words } from '../../page/words.js';
import { LOST_AT_40, PHONE } from './deals.mjs';
import { onTable } from './suite.mjs';

/** How long a search may take, in milliseconds. */
const SEARCH = 120000;

/** Presses the key of a hint three times and returns what is told each time. */
async function threeSteps(table, key) {
  const { page } = table;
  const told = [];
  for (let step = 0; step < 3; step++) {
    await page.evaluate(() => {
      document.querySelector('#toast').textContent = '';
    });
    if (key === 'H' && step === 0) await table.look(key);
    else await page.keyboard.press(key);
    await page.waitForFunction(() => document.querySelector('#toast').textContent !== '', null, {
      timeout: SEARCH,
    });
    told.push(await page.textContent('#toast'));
  }
  const [pile, move, reason] = told;
  assert.equal(new Set(told).size, 3, told.join('\n'));
  assert.match(pile, /\.$/);
  assert.ok(reason.startsWith(move), 'the reason is told with the move');
  return told;
}

onTable('a hint comes in three steps', 'g=canfield&d=4', async (table) => {
  await threeSteps(table, 'h');
  assert.ok((await table.page.locator('.hint').count()) > 0);
  assert.equal(await table.data('stamp'), 'fair hints');
});

onTable(
  'an oracle’s hint is the next move of a proved win',
  'g=klondike&d=1',
  async (table, { line }) => {
    const [, , reason] = await threeSteps(table, 'H');
    const { length } = await line('klondike', '1');
    assert.match(reason, new RegExp(`\\b${length} moves\\.$`));
    assert.equal(await table.data('stamp'), 'oracle');
  },
);

onTable('a verdict can be demonstrated, and marks the game', 'g=klondike&d=1', async (table) => {
  const { page } = table;
  await table.look('v');
  await page.waitForSelector('#chip[data-is=winnable]', { timeout: SEARCH });
  await page.waitForSelector('body[data-stamp=oracle]');
  await page.click('#watch:not([hidden])');
  await page.waitForSelector('body[data-status=won]', { timeout: SEARCH });
});

onTable(
  'the post-mortem names the move that lost the game',
  `g=canfield&d=6&a=0&m=${LOST_AT_40}`,
  async (table) => {
    const { page } = table;
    await table.look('v');
    await page.waitForSelector('#chip[data-is=dead]', { timeout: SEARCH });
    await page.click('#post');
    await table.says('#verdict', /^Move 40 lost the game: [^-]+\. Before /, SEARCH);
    // The losing move was shown, and the table is back at the end.
    await table.until(42);
    await page.click('#goto');
    await table.until(39);
    assert.equal(await page.locator('#strip circle.dead').count(), 3);
  },
);

onTable(
  'on a phone the post-mortem is a dialog that leads back',
  `g=canfield&d=6&a=0&m=${LOST_AT_40}`,
  async (table) => {
    const { page } = table;
    await table.look('v');
    await page.waitForSelector('#chip[data-is=dead]', { timeout: SEARCH });
    assert.deepEqual(await table.outsideOfBar(), []);
    await page.click('#thumb [data-do=menu]');
    await page.click('dialog >> text=What went wrong?');
    await table.says(
      'dialog p',
      /^Move 40 lost the game: .+ Before this move the game could be won in \d+ moves/,
      SEARCH,
    );
    assert.deepEqual(await table.outsideOfBar(), []);
    assert.equal(await page.textContent('#chip'), 'Lost since move 40');
    await page.click('dialog >> text=Play on from there');
    await table.until(39);
  },
  { viewport: PHONE, touch: true },
);

onTable('deals are graded, and a deal of a grade can be found', 'g=klondike&d=1', async (table) => {
  const { page } = table;
  await table.look('G');
  await table.says('#toast', /^This deal is easy/, SEARCH);
  assert.equal(await table.data('stamp'), 'oracle');
  await table.openMore();
  await page.selectOption('#choose-level', 'medium');
  await page.evaluate(() => {
    Math.random = () => 0;
  });
  await page.click('dialog button.main');
  await table.dialogCloses(SEARCH);
  await table.look('G');
  await table.says('#toast', /^This deal is medium/, SEARCH);
});

onTable('the card finder finds only cards that have been seen', 'g=klondike&d=1', async (table) => {
  const { page } = table;
  const find = async (card) => {
    await page.evaluate(() => {
      document.querySelector('#toast').textContent = '';
    });
    await table.openDialog('/');
    await page.click(`dialog [data-card=${card}]`);
    await table.says('#toast', /\.$/);
    return page.textContent('#toast');
  };
  const shown = await page.evaluate(() =>
    [...document.querySelectorAll('.card:not(.down)')].map((card) => card.code),
  );
  const top = await table.top('7').evaluate((card) => card.code);
  assert.match(await table.top('7').getAttribute('aria-label'), new RegExp(`^${words(top)}, `));
  assert.match(await find(top), /column 7\.$/);
  assert.equal(await page.locator('.card.hint[data-pile="7"]').count(), 1);
  const all = [...'CDHS'].flatMap((suit) => [...ORDER].map((rank) => rank + suit));
  const hidden = all.find((card) => !shown.includes(card));
  assert.match(await find(hidden), /\bseen\b/);
  assert.equal(await page.locator('.card.hint').count(), 0);
  assert.equal(await table.data('stamp'), 'pure', 'finding what was seen is no help');
});
