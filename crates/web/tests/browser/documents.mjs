// What the five founding documents ask of the page; `docs/documents.md` names document and line.
import assert from 'node:assert/strict';
import { onTable } from './suite.mjs';

for (const game of ['canfield', 'canfield-pipkin', 'canfield-gnome']) {
  onTable(
    `the piles lie where the documents say, and empty ones show what they take: ${game}`,
    `g=${game}&d=5`,
    async (table) => {
      const { page } = table;
      const at = (pile) => table.box(`.slot[data-pile="${pile}"]`);
      const [stock, waste, reserve] = [await at('s'), await at('w'), await at('r')];
      const isLevel = (a, b) => Math.abs(a.y - b.y) < a.height / 2;
      const isBelow = (a, b) => a.y >= b.y + b.height;
      assert.ok(waste.x > stock.x && isLevel(waste, stock), 'the waste is right of the stock');
      assert.ok(isBelow(reserve, stock) && reserve.x < waste.x, 'the reserve is under the stock');
      for (const n of [1, 2, 3, 4]) {
        const [foundation, column] = [await at(`f${n}`), await at(`${n}`)];
        assert.ok(foundation.x > waste.x && isLevel(foundation, stock), 'top right');
        assert.ok(isBelow(column, foundation) && column.x > reserve.x, 'below the foundations');
      }
      const ghost = (pile) => page.locator(`.slot[data-pile="${pile}"] .ghost`);
      const base = await ghost('f4').getAttribute('data-rank');
      assert.equal(base, game === 'canfield-pipkin' ? '10♠' : '10');
      const clickStock = async () => {
        const { x, y } = await table.stock();
        const made = await table.made();
        await page.mouse.click(x, y);
        await table.until(made + 1);
      };
      const isEmpty = async () => (await ghost('s').getAttribute('data-rank')) === '↻';
      for (let draws = 0; draws < 12 && !(await isEmpty()); draws++) await clickStock();
      await clickStock();
      assert.match(await table.save(), /\nredeal\n/);
    },
  );
}

onTable(
  'after the first pass the listing has the cards to come above the waste',
  'g=canfield-pipkin&d=7',
  async (table) => {
    const { page } = table;
    const made = await table.made();
    for (let draws = 1; draws <= 12; draws++) await table.press('d', made + draws);
    await page.keyboard.press('c');
    await table.says('#listing', /To come \(\d+\).*Waste, from the bottom/);
    assert.equal(await page.locator('#listing .now').count(), 1, 'the available card is marked');
  },
);
