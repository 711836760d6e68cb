// The page for screen readers, for the keyboard and with forced colours.
import assert from 'node:assert/strict';
import { readFile } from 'node:fs/promises';
import { DESKTOP, PHONE } from './deals.mjs';
import { AXE } from './servers.mjs';
import { STATES, STATE_NOISE, openState } from './states.mjs';
import { onTable, test } from './suite.mjs';

const axe = await readFile(AXE, 'utf8');

/** Runs axe, and returns the violations with some of the elements that they are about. */
async function violations(page) {
  // The page allows no foreign script, so the tool is evaluated.
  await page.evaluate(axe);
  const found = await page.evaluate(() =>
    window.axe.run(document, { resultTypes: ['violations'] }).then((all) => all.violations),
  );
  return found.map(({ id, nodes }) => {
    const targets = nodes.slice(0, 3).map((node) => node.target.join(' '));
    return `${id}: ${targets.join(' | ')}`;
  });
}

for (const state of STATES)
  test(`axe finds no violation by day and by night: ${state.name}`, async (all) => {
    const table = await openState(all, state, { viewport: DESKTOP });
    const { page } = table;
    for (const [colorScheme, viewport] of [
      ['light', DESKTOP],
      ['dark', PHONE],
    ]) {
      await page.emulateMedia({ colorScheme });
      await page.setViewportSize(viewport);
      assert.deepEqual(await violations(page), [], colorScheme);
    }
    assert.deepEqual(
      table.errors.filter((text) => !STATE_NOISE.test(text)),
      [],
    );
    await table.close();
  });

onTable('axe finds no violation in any theme', 'g=canfield&d=4', async ({ page }) => {
  for (const theme of ['slate', 'wine', 'paper', 'night']) {
    await page.evaluate((name) => {
      document.documentElement.dataset.theme = name;
    }, theme);
    assert.deepEqual(await violations(page), [], theme);
  }
});

onTable(
  'the table is one Tab stop, and its piles and cards have names',
  'g=klondike&d=1',
  async (table) => {
    const { page } = table;
    const stops = page.locator('#board [tabindex="0"]');
    assert.equal(await stops.count(), 1);
    const piles = await page
      .locator('#board [role=group]')
      .evaluateAll((all) => all.map((pile) => pile.ariaLabel));
    assert.equal(piles.length, 13);
    assert.ok(piles.includes('Column 7: 6 cards face down, 1 card face up'), piles.join('; '));
    await stops.focus();
    await page.keyboard.press('End');
    const focus = page.locator(':focus');
    assert.equal(await focus.getAttribute('data-pile'), '7');
    const name = await focus.getAttribute('aria-label');
    assert.match(name, / of (clubs|diamonds|hearts|spades)/);
    assert.equal(await stops.count(), 1);
  },
);

onTable('messages appear within an open dialog', 'g=klondike&d=1', async (table) => {
  await table.openDialog('S');
  await table.page.click('dialog button.main');
  await table.says('dialog [role=status]', /^The link has been copied\.$/);
  assert.equal(await table.page.locator('#toast').isVisible(), false);
});

onTable(
  'a refusal has suit signs on the screen and words for screen readers',
  'g=klondike&d=1',
  async (table) => {
    const { page } = table;
    await page.keyboard.press('1');
    await page.keyboard.press('f');
    await page.waitForSelector('#toast.bad:not([hidden])');
    assert.match(await page.textContent('#toast'), /[♣♦♥♠]/);
    const spoken = await page.textContent('#alert');
    assert.doesNotMatch(spoken, /[♣♦♥♠]/);
    assert.match(spoken, / of (clubs|diamonds|hearts|spades) /);
  },
);

onTable(
  'hints, empty places and messages are visible with forced colours',
  'g=klondike&d=1',
  async (table) => {
    const { page } = table;
    await page.emulateMedia({ forcedColors: 'active' });
    await page.keyboard.press('h');
    await page.waitForSelector('.hint');
    const { hint, toast, slot, ghost, text } = await page.evaluate(() => {
      const style = (selector) => getComputedStyle(document.querySelector(selector));
      return {
        hint: style('.hint').outlineStyle,
        toast: style('#toast').borderTopWidth,
        slot: style('.slot').color,
        ghost: style('.slot .ghost').opacity,
        text: style('#facts').color,
      };
    });
    assert.deepEqual([hint, toast, ghost], ['solid', '1px', '1']);
    assert.equal(slot, text, 'the system’s colour of text');
  },
);
