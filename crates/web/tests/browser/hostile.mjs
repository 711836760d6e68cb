// Links, rules and records that somebody else made: their text is shown, and nothing of it is run.
import assert from 'node:assert/strict';
import { onTable } from './suite.mjs';
import { request } from './servers.mjs';

/** Marks the page if it is run, by each way in which text can become script. */
const SCRIPT =
  '<img src=x onerror="window.owned=1"><script>window.owned=1</script>' +
  '<svg onload="window.owned=1">"\'><a href="javascript:window.owned=1">x</a>';

/** What a browser writes to its console about a refused request. */
const REFUSED = /400 \(Bad Request\)/;

/** Checks that no text of the page has become an element, and that nothing was run. */
async function isHarmless({ page }) {
  await page.waitForTimeout(300);
  const found = await page.evaluate(() => ({
    owned: 'owned' in window,
    elements: document.querySelectorAll(
      'img[src="x"], script:not([src]), a[href^="javascript:"], [onerror], [onload]',
    ).length,
  }));
  assert.deepEqual(found, { owned: false, elements: 0 });
}

const fragment = (fields) => new URLSearchParams(fields).toString();

onTable(
  'script in the fields of a share link is not run',
  '',
  async (table) => {
    const { page } = table;
    for (const fields of [
      { g: SCRIPT, d: '1' },
      { g: 'klondike', d: SCRIPT },
      { g: 'klondike', d: 'javascript:window.owned=1' },
      { g: 'klondike', d: '1', s: `title=${SCRIPT}` },
      { g: 'klondike', d: '1', s: `draw=${SCRIPT}` },
      { g: 'klondike', d: '1', s: SCRIPT },
      { g: 'klondike', d: '1', m: SCRIPT },
      { g: 'klondike', d: '1', m: `draw,${SCRIPT}`, a: SCRIPT },
      { g: 'klondike', d: `${SCRIPT}\nAS KH` },
    ]) {
      await table.go(fragment(fields));
      await table.says('dialog[open]', /This link does not work/);
      await isHarmless(table);
      await page.keyboard.press('Escape');
      await table.dialogCloses();
    }
    // The page still plays.
    await table.go(fragment({ g: 'klondike', d: '3' }));
    await table.until(0);
    await table.press('d', 1);
  },
  { noise: REFUSED },
);

onTable(
  'a title with script in it is shown as text, in every dialog',
  fragment({ g: 'klondike', d: '1', s: 'title="<img src=x onerror=owned=1>"' }),
  async (table) => {
    const { page } = table;
    await table.says('body', /<img src=x onerror=owned=1>/);
    await table.press('d', 1);
    await table.recorded();
    for (const key of ['n', 's', '?', 'r']) {
      await page.keyboard.press(key);
      await isHarmless(table);
      await page.keyboard.press('Escape');
      await table.dialogCloses();
    }
  },
  { noise: REFUSED },
);

onTable(
  'script in a deal of the books is shown as text',
  '',
  async (table, { carrier, url }) => {
    if (carrier !== 'server') return;
    const { page } = table;
    const dealt = await table.ask({ game: { name: 'klondike', deal: '1' } });
    const own = /^deal 1$/m;
    const ranks = [...'A23456789TJQK'];
    assert.match(dealt.save, own);
    // A save may name its deal as it likes, if it brings the cards.
    const cards = ranks.flatMap((rank) => [...'CDHS'].map((suit) => rank + suit)).join(' ');
    const head = dealt.save.replace(own, `cards ${cards}\nnamed ${SCRIPT}`);
    const save = head.replace('moves\n', 'moves\ndraw\n');
    const game = { uid: 'evil', save, seconds: 1, began: 1, state: 0, leaves: true };
    const kept = await request(url, 'api/books', { keep: game });
    assert.equal(kept.status, 200, await kept.text());
    await page.reload();
    await page.waitForSelector('body[data-ready]');
    await isHarmless(table);
    for (const key of ['L', 's', 'n']) {
      await page.keyboard.press(key);
      await isHarmless(table);
      await page.keyboard.press('Escape');
      await table.dialogCloses();
    }
  },
  { books: true },
);
