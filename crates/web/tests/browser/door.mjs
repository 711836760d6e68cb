// The front door: choosing a game by its tile.
import assert from 'node:assert/strict';
import { DESKTOP } from './deals.mjs';
import { onTable, test } from './suite.mjs';

test('the first visit begins at the front door', async ({ browser, url }) => {
  const context = await browser.newContext({ viewport: DESKTOP, reducedMotion: 'reduce' });
  const page = await context.newPage();
  await page.goto(url);
  await page.waitForSelector('dialog[open] .tile');
  assert.ok((await page.locator('.tile').count()) > 30);
  await page.click('.tile[data-game=spider-1] >> nth=0');
  await page.waitForSelector('dialog', { state: 'detached' });
  await page.waitForFunction(() => document.title.startsWith('Spider, one suit'));
  await page.reload();
  await page.waitForSelector('body[data-ready]');
  assert.equal(await page.locator('dialog').count(), 0, 'the second visit goes on');
  await context.close();
});

onTable(
  'tiles show the table of their game, can be searched, and lead back',
  'g=klondike&d=1',
  async (table) => {
    const { page } = table;
    await table.press('d', 1);
    await table.openDialog('g');
    await page.waitForFunction(() =>
      [...document.querySelectorAll('.tile')].every((tile) => tile.querySelector('.miniature')),
    );
    const drawn = await page
      .locator('.tile[data-game=klondike] .miniature >> nth=0 >> rect')
      .count();
    assert.ok(drawn >= 33, `28 cards, the stock and empty places: ${drawn}`);
    await page.fill('#door-search', 'baker');
    assert.deepEqual(
      await page.locator('.tile').evaluateAll((all) => all.map((tile) => tile.dataset.game)),
      ['bakers-game', 'bakers-dozen'],
    );
    await page.fill('#door-search', 'no such game');
    assert.equal(await page.locator('.tile').count(), 0);
    await page.click('text=Go on: Klondike');
    await table.dialogCloses();
    assert.equal(await table.made(), 1);
  },
);

onTable(
  'the few rules that matter are asked in words and remembered',
  'g=canfield&d=1',
  async (table) => {
    const { page } = table;
    await table.openDialog('g');
    await page.click('[aria-label="Rules of Klondike"] >> nth=0');
    await page.selectOption('#form-draw', '3');
    await table.says('dialog .fine', /draw 3/);
    await page.click('dialog button.main');
    await table.dialogCloses();
    await page.waitForFunction(() => document.title.startsWith('Klondike'));
    assert.match(await table.save(), /draw *= *3/);
    await table.openDialog('g');
    await page.waitForSelector('text=your rules');
  },
);
