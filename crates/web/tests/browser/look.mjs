// What the page looks like: the felt and the cards.
import assert from 'node:assert/strict';
import { DESKTOP, LOW, PHONE } from './deals.mjs';
import { onTable } from './suite.mjs';

/** Returns the brightness of squares of a picture of the page, each given by its middle. */
async function brightness(page, points) {
  const picture = (await page.screenshot()).toString('base64');
  return page.evaluate(
    async ([source, spots]) => {
      const bytes = Uint8Array.from(atob(source), (letter) => letter.charCodeAt(0));
      const image = await createImageBitmap(new Blob([bytes], { type: 'image/png' }));
      const canvas = new OffscreenCanvas(image.width, image.height);
      const context = canvas.getContext('2d');
      context.drawImage(image, 0, 0);
      return spots.map(([x, y]) => {
        const { data } = context.getImageData(x - 8, y - 8, 16, 16);
        return data.reduce((sum, value, i) => sum + (i % 4 === 3 ? 0 : value), 0) / (16 * 16 * 3);
      });
    },
    [picture, points],
  );
}

onTable(
  'the felt is lighter in the middle than in the corners',
  'g=klondike&d=1',
  async ({ page }) => {
    await page.evaluate(() => {
      for (const element of document.body.children) element.setAttribute('hidden', '');
    });
    const { width, height } = DESKTOP;
    const points = [
      [width / 2, height / 3],
      [20, height - 20],
      [width - 20, height - 20],
    ];
    const [middle, left, right] = await brightness(page, points);
    assert.ok(middle > left + 10 && middle > right + 10, `${middle}, ${left}, ${right}`);
  },
);

for (const viewport of [DESKTOP, PHONE])
  onTable(
    `court cards have a picture of their own at ${viewport.width} pixels`,
    'g=freecell&d=1',
    async ({ page }) => {
      const shown = await page.evaluate(async () => {
        const images = [...document.querySelectorAll('.card image')];
        const visible = images.filter((image) => image.getClientRects().length);
        const names = visible.map((image) => image.getAttribute('href'));
        const answers = await Promise.all([...new Set(names)].map((name) => fetch(name)));
        return { cards: names.length, found: answers.filter((answer) => answer.ok).length };
      });
      assert.deepEqual(shown, { cards: 12, found: 12 });
    },
    { viewport },
  );

/** Runs in the page: returns the cards whose index lies on a pip or on the picture. */
const crowded = () => {
  const meets = (a, b) =>
    Math.min(a.right, b.right) - Math.max(a.left, b.left) > 0.5 &&
    Math.min(a.bottom, b.bottom) - Math.max(a.top, b.top) > 0.5;
  const boxes = (card, what) =>
    [...card.querySelectorAll(what)].map((element) => element.getBoundingClientRect());
  return [...document.querySelectorAll('.card:not(.down, .covered)')]
    .filter((card) =>
      boxes(card, '.ix').some((ix) => boxes(card, '.pips > *').some((pip) => meets(ix, pip))),
    )
    .map((card) => card.code);
};

for (const [width, height] of [
  [768, 1024],
  [1366, 768],
  [1920, 1080],
])
  onTable(
    `indices keep clear of pips and pictures at ${width}×${height}`,
    'g=fan&d=1',
    async (table) => {
      const { page } = table;
      for (const game of ['fan', 'klondike', 'canfield', 'freecell']) {
        await table.go(`g=${game}&d=1`);
        await page.waitForFunction((name) => document.title.toLowerCase().startsWith(name), game);
        assert.deepEqual(await page.evaluate(crowded), [], game);
      }
    },
    { viewport: { width, height } },
  );

/** Runs in the page: returns the boxes of the empty places of some piles. */
const slots = (kind) =>
  Array.from(document.querySelectorAll(`.pile.${kind} > .slot`), (slot) => {
    const { left, top, width, height } = slot.getBoundingClientRect();
    return { left: Math.round(left), top: Math.round(top), width, height };
  });

for (const [game, first] of [
  ['klondike', 3],
  ['canfield', 0],
  ['spider', 2],
])
  onTable(`${game}'s foundations stand above its columns`, `g=${game}&d=1`, async ({ page }) => {
    const lefts = async (kind) => (await page.evaluate(slots, kind)).map(({ left }) => left);
    assert.deepEqual(await lefts('foundation'), (await lefts('column')).slice(first));
  });

for (const [viewport, apart] of [
  [DESKTOP, 1.25],
  [PHONE, 1.3],
  [{ width: 768, height: 1024 }, 1.3],
])
  onTable(
    `cells stand apart from foundations at ${viewport.width} pixels`,
    'g=freecell&d=1',
    async ({ page }) => {
      const cell = (await page.evaluate(slots, 'cell')).at(-1);
      const [foundation] = await page.evaluate(slots, 'foundation');
      const places = JSON.stringify([cell, foundation]);
      assert.ok(foundation.left - cell.left > cell.width * apart, places);
    },
    { viewport },
  );

for (const [game, viewport] of [
  ['fan', { width: 1920, height: 1080 }],
  ['bakers-dozen', { width: 1920, height: 1080 }],
  ['fan', LOW],
])
  onTable(
    `the columns of ${game} stand in two rows at ${viewport.width} pixels`,
    `g=${game}&d=1`,
    async ({ page }) => {
      const tops = (await page.evaluate(slots, 'column')).map(({ top }) => top);
      assert.equal(new Set(tops).size, 2);
    },
    { viewport },
  );

onTable('a reserve that lies face down takes little room', 'g=demon&d=1', async (table) => {
  const [first, last] = [await table.box('.card[data-pile=r]'), await table.topBox('r')];
  assert.ok(last.y - first.y < 1.5 * last.height, `${last.y - first.y} of ${last.height}`);
});

onTable(
  'on an upright phone two lines of foundations make the cards larger',
  'g=canfield&d=1',
  async ({ page }) => {
    const foundations = await page.evaluate(slots, 'foundation');
    assert.equal(new Set(foundations.map(({ top }) => top)).size, 2);
    assert.ok(foundations[0].width >= 66, `${foundations[0].width}`);
  },
  { viewport: PHONE },
);

onTable('the side panel is closed at first', 'g=canfield&d=1', async (table) => {
  const { page } = table;
  assert.equal(await page.locator('#rail').isVisible(), false);
  await table.look('v');
  await page.waitForSelector('#watch:visible', { timeout: 60000 });
  await page.click('#watch');
});

/** Runs in the page: returns what of the bar is cut off or leaves the window. */
const cutInBar = () =>
  [...document.querySelectorAll('#bar *')]
    .filter((element) => element.checkVisibility() && element.getClientRects().length)
    .filter((element) => {
      const box = element.getBoundingClientRect();
      const isClipped = element.id !== 'game' && element.scrollWidth > element.clientWidth + 1;
      const isOutside = box.left < 0 || box.right > innerWidth + 0.5 || box.top < 0;
      return isOutside || (element instanceof HTMLElement && element.clientWidth && isClipped);
    })
    .map((element) => element.id || element.textContent.trim());

for (const [width, height] of [
  [360, 640],
  [390, 844],
  [320, 256],
  [768, 1024],
  [844, 390],
  [1366, 768],
])
  onTable(
    `the whole bar is seen at ${width}×${height}`,
    'g=beleaguered-castle&d=123456',
    async (table) => {
      const { page } = table;
      await table.look('v');
      await page.waitForSelector('#chip:not([data-is=off]):not([data-is=searching])');
      assert.deepEqual(await page.evaluate(cutInBar), []);
      assert.ok(await page.locator('#deal').isVisible());
      if (width > 320) assert.ok(await page.locator('#clock').isVisible());
    },
    { viewport: { width, height } },
  );

for (const viewport of [PHONE, { width: 360, height: 640 }])
  onTable(
    `every target has 48 pixels at ${viewport.width} pixels`,
    'g=klondike&d=1',
    async (table) => {
      const { page } = table;
      const low = () =>
        page
          .locator('button, select, summary, dialog input:not([type=checkbox])')
          .evaluateAll((all) =>
            all
              .filter((element) => element.checkVisibility())
              .filter((element) => Math.round(element.getBoundingClientRect().height) < 48)
              .map((element) => element.id || element.textContent.trim()),
          );
      assert.deepEqual(await low(), []);
      for (const key of ['o', 'g', '/']) {
        await table.openDialog(key);
        assert.deepEqual(await low(), []);
        await page.keyboard.press('Escape');
        await table.dialogCloses();
      }
    },
    { viewport, touch: true },
  );

onTable('a message does not cover the offer to finish', 'g=klondike&d=1', async ({ page }) => {
  for (const viewport of [PHONE, LOW, DESKTOP]) {
    await page.setViewportSize(viewport);
    const boxes = await page.evaluate(() => {
      const toast = document.getElementById('toast');
      const offer = document.getElementById('offer');
      toast.textContent = 'This message is so long that it needs several lines on a phone. '.repeat(
        2,
      );
      toast.hidden = false;
      offer.hidden = false;
      const words = document.createRange();
      words.selectNodeContents(offer.querySelector('span'));
      return {
        toast: toast.getBoundingClientRect().toJSON(),
        offer: offer.getBoundingClientRect().toJSON(),
        lines: words.getClientRects().length,
      };
    });
    const { toast, offer, lines } = boxes;
    const isApart = toast.bottom <= offer.top || toast.top >= offer.bottom;
    assert.ok(isApart, `${viewport.width}: ${JSON.stringify([toast, offer])}`);
    assert.equal(lines, 1, `the words of the offer are one line at ${viewport.width} pixels`);
  }
});

for (const viewport of [DESKTOP, PHONE])
  onTable(
    `the chosen settings can be read, in fields of one width, at ${viewport.width} pixels`,
    'g=klondike&d=1',
    async (table) => {
      await table.openDialog('o');
      const fields = await table.page.locator('dialog .fields select').evaluateAll((selects) =>
        selects.map((select) => {
          const { offsetWidth: width, value } = select;
          const whole = select.cloneNode();
          whole.append(select.selectedOptions[0].cloneNode(true));
          whole.style.cssText = 'position: absolute; width: max-content; max-width: none';
          select.parentElement.append(whole);
          const needed = whole.offsetWidth;
          whole.remove();
          return { value, width, needed };
        }),
      );
      assert.deepEqual(
        fields.filter(({ width, needed }) => width < needed),
        [],
      );
      assert.equal(new Set(fields.map(({ width }) => width)).size, 1, JSON.stringify(fields));
    },
    { viewport },
  );

onTable(
  'on a phone each suit of the finder begins a line',
  'g=klondike&d=1',
  async (table) => {
    await table.openDialog('/');
    const lefts = await table.page
      .locator('dialog .finder [data-card^=A]')
      .evaluateAll((aces) => aces.map((ace) => ace.getBoundingClientRect().left));
    assert.equal(lefts.length, 4);
    assert.equal(new Set(lefts).size, 1, `${lefts}`);
  },
  { viewport: PHONE },
);

onTable(
  'the front door has one way that stands out',
  'g=klondike&d=1',
  async (table) => {
    const { page } = table;
    const main = page.locator('dialog .door .main');
    await table.openDialog('g');
    assert.deepEqual(await main.allTextContents(), ['Learn a game']);
    await page.keyboard.press('Escape');
    await table.dialogCloses();
    await table.press('d', 1);
    await table.openDialog('g');
    assert.deepEqual(await main.allTextContents(), ['Go on: Klondike']);
  },
  { books: true },
);

for (const [game, least] of [
  ['eight-off', 55],
  ['freecell', 55],
  ['demon', 50],
])
  onTable(
    `on a phone on its side the cards of ${game} are wide, and each kind of pile has its lines`,
    `g=${game}&d=1`,
    async (table) => {
      const { width } = await table.topBox('1');
      assert.ok(width >= least, `${width} pixels`);
      const topsOf = async (kind) => (await table.page.evaluate(slots, kind)).map(({ top }) => top);
      const cells = await topsOf('cell');
      const foundations = await topsOf('foundation');
      assert.ok(Math.max(0, ...cells) < Math.min(...foundations), `${cells} / ${foundations}`);
    },
    { viewport: LOW },
  );

onTable('a back fills a card of any shape', 'g=klondike&d=1', async ({ page }) => {
  for (const back of ['blue', 'rust', 'moss', 'ink', 'night']) {
    const seen = [];
    for (const ground of ['black', 'white']) {
      await page.evaluate(
        ([name, colour]) => {
          document.documentElement.dataset.back = name;
          const card = document.createElement('div');
          card.className = 'card down';
          const place =
            'position: fixed; z-index: 999; width: 200px; height: 300px; border-radius: 0';
          card.style.cssText = place;
          const sheet = document.createElement('div');
          sheet.style.cssText = `${place}; inset: 0; background: ${colour}`;
          sheet.append(card);
          document.body.append(sheet);
        },
        [back, ground],
      );
      await page.waitForTimeout(100);
      seen.push(...(await brightness(page, [[100, 8]])));
    }
    const [onBlack, onWhite] = seen;
    assert.ok(Math.abs(onBlack - onWhite) < 2, `${back}: ${onBlack} on black, ${onWhite} on white`);
  }
});

onTable('backs that lie close together can be told from paper', 'g=demon&d=1', async (table) => {
  const { x, y, width } = await table.box('.card[data-pile=r]');
  const [stack] = await brightness(table.page, [[x + width / 2, y + 60]]);
  assert.ok(stack < 190, `${stack}`);
});

onTable(
  'on a phone no key and no figure is broken into two lines',
  'g=klondike&d=1',
  async (table) => {
    const broken = (selector) =>
      table.page.locator(selector).evaluateAll((all) =>
        all
          .filter((element) => {
            const words = document.createRange();
            words.selectNodeContents(element);
            return new Set([...words.getClientRects()].map(({ top }) => top)).size > 1;
          })
          .map((element) => element.textContent),
      );
    await table.openDialog('?');
    assert.ok((await table.page.locator('dialog kbd:visible').count()) > 10);
    assert.deepEqual(await broken('dialog kbd'), []);
    await table.page.keyboard.press('Escape');
    await table.dialogCloses();
    await table.openDialog('s');
    assert.ok((await table.page.locator('dialog td').count()) > 4);
    assert.deepEqual(await broken('dialog td'), []);
  },
  { viewport: PHONE },
);
