// Measures the page in a real Chromium, by both carriers: the first card of a cold load, and from a key to
// the painted move at Spider's 104 cards while a search runs.
import { Table, withBrowser } from './table.mjs';

const of = (times, part) => times[Math.min(times.length - 1, Math.floor(times.length * part))].toFixed(0);
const say = (what, times) => {
  times.sort((a, b) => a - b);
  console.log(`${what}: median ${of(times, 0.5)} ms, p95 ${of(times, 0.95)} ms, worst ${of(times, 1)} ms (${times.length} times)`);
};

/** Notes when the first face is painted: one frame after it is there. */
const WATCH = () => {
  const look = () => {
    if (!document.querySelector('.card .ix')) { requestAnimationFrame(look); return; }
    requestAnimationFrame(() => { window.firstCard = performance.now(); });
  };
  requestAnimationFrame(look);
};

/** From each key that makes a move to the moment the frame with that move is painted. */
const KEYS = () => {
  window.times = [];
  let asked = 0;
  document.addEventListener('keydown', (event) => { if ('du'.includes(event.key)) asked = event.timeStamp; }, { capture: true });
  new MutationObserver(() => {
    const since = asked;
    // A message that is sent while a frame is prepared arrives when it is painted.
    const { port1, port2 } = new MessageChannel();
    port2.onmessage = () => { window.times.push(performance.now() - since); };
    requestAnimationFrame(() => port1.postMessage(0));
  }).observe(document.body, { attributeFilter: ['data-made'] });
};

await withBrowser(async ({ browser, server, files }) => {
  for (const [carrier, { url }] of [['server', server], ['static', files]].filter(([name]) => !process.argv[2] || process.argv[2] === name)) {
    const first = [];
    for (let n = 0; n < 10; n++) {
      // A context of its own has an empty cache.
      const context = await browser.newContext({ viewport: { width: 1280, height: 800 } });
      await context.addInitScript(WATCH);
      const page = await context.newPage();
      await page.goto(`${url}#g=${['canfield', 'klondike', 'spider'][n % 3]}&d=${n + 1}`);
      await page.waitForFunction(() => window.firstCard);
      first.push(await page.evaluate(() => window.firstCard));
      await context.close();
    }
    say(`${carrier}: first card of a cold load`, first);

    // Grading a deal of Spider solves it and all that its first moves lead to: that takes a while.
    const table = await Table.open(browser, url, 'g=spider&d=2', { motion: 'no-preference' });
    const { page } = table;
    await page.evaluate(KEYS);
    let searched = 0;
    for (let n = 0; n < 60; n++) {
      if ((await page.getAttribute('#chip', 'data-is')) !== 'searching') { await page.keyboard.press('G'); await page.waitForTimeout(150); }
      const before = await page.evaluate(() => window.times.length);
      const made = await table.made();
      await page.keyboard.press(made ? 'u' : 'd');
      await page.waitForFunction((count) => window.times.length > count, before);
      searched += (await page.getAttribute('#chip', 'data-is')) === 'searching' ? 1 : 0;
      await page.waitForTimeout(40);
    }
    say(`${carrier}: key to paint at 104 cards, a search running in ${searched} of 60`, await page.evaluate(() => window.times));
    await table.close();
  }
});
process.exit(0);
