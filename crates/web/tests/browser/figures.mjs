// Measures the page in a real Chromium, with both carriers: the time to the first card of a cold
// load, and from a key to the painted move with the 104 cards of Spider while a search runs; and
// the frames of a deal of these cards, with the processor at full speed and at a quarter of it.
import { DESKTOP } from './deals.mjs';
import { withBrowser } from './servers.mjs';
import { Table } from './table.mjs';

const GAMES = ['canfield', 'klondike', 'spider'];

/** Prints the median, the 95th percentile and the worst of some times. */
function report(what, times) {
  times.sort((a, b) => a - b);
  const at = (part) => times[Math.min(times.length - 1, Math.floor(times.length * part))];
  const [median, p95, worst] = [0.5, 0.95, 1].map((part) => `${at(part).toFixed(0)} ms`);
  console.log(`${what}: median ${median}, p95 ${p95}, worst ${worst} (${times.length} times)`);
}

/** Runs in the page: notes when the first face is painted, which is a frame after it is created. */
const noteFirstCard = () => {
  const look = () => {
    if (!document.querySelector('.card .ix')) {
      requestAnimationFrame(look);
      return;
    }
    requestAnimationFrame(() => {
      window.firstCard = performance.now();
    });
  };
  requestAnimationFrame(look);
};

/** Runs in the page: notes the time from each key to the moment its move is painted. */
const noteKeys = () => {
  window.times = [];
  let asked = 0;
  document.addEventListener(
    'keydown',
    (event) => {
      if ('du'.includes(event.key)) asked = event.timeStamp;
    },
    { capture: true },
  );
  new MutationObserver(() => {
    const since = asked;
    // A message that is sent while a frame is prepared arrives when it is painted.
    const { port1, port2 } = new MessageChannel();
    port2.onmessage = () => {
      window.times.push(performance.now() - since);
    };
    requestAnimationFrame(() => port1.postMessage(0));
  }).observe(document.body, { attributeFilter: ['data-made'] });
};

/** Returns the times to the first card, each in a new context, whose cache is empty. */
async function firstCards(browser, url) {
  const times = [];
  for (let n = 0; n < 10; n++) {
    const context = await browser.newContext({ viewport: DESKTOP });
    await context.addInitScript(noteFirstCard);
    const page = await context.newPage();
    await page.goto(`${url}#g=${GAMES[n % GAMES.length]}&d=${n + 1}`);
    await page.waitForFunction(() => window.firstCard);
    times.push(await page.evaluate(() => window.firstCard));
    await context.close();
  }
  return times;
}

/** Slows the processor of a page down to a part of its speed, as on a phone. */
async function slowDown({ context, page }, rate) {
  const devtools = await context.newCDPSession(page);
  await devtools.send('Emulation.setCPUThrottlingRate', { rate });
}

/** Returns the times from a key to its painted move, with a processor of a quarter of the speed. */
async function slowKeys(browser, url) {
  const table = await Table.open(browser, url, 'g=spider&d=2', { motion: 'no-preference' });
  const { page } = table;
  await slowDown(table, 4);
  await page.evaluate(noteKeys);
  for (let n = 0; n < 40; n++) {
    const before = await page.evaluate(() => window.times.length);
    await page.keyboard.press((await table.made()) ? 'u' : 'd');
    await page.waitForFunction((count) => window.times.length > count, before);
    await page.waitForTimeout(40);
  }
  const times = await page.evaluate(() => window.times);
  await table.close();
  return times;
}

/** Plays a part of many games and prints what the page keeps in memory at both ends. */
async function memory(browser, carrier, url) {
  const table = await Table.open(browser, url, 'g=klondike&d=1');
  const { page } = table;
  const devtools = await table.context.newCDPSession(page);
  const measure = async (games) => {
    await devtools.send('HeapProfiler.collectGarbage');
    const { usedSize } = await devtools.send('Runtime.getHeapUsage');
    const { nodes, jsEventListeners } = await devtools.send('Memory.getDOMCounters');
    const size = (usedSize / 2 ** 20).toFixed(1);
    const kept = `${size} MB of scripts, ${nodes} nodes, ${jsEventListeners} listeners`;
    console.log(`${carrier}: after ${games} games ${kept}`);
  };
  for (let n = 1; n <= 60; n++) {
    await table.go(`g=${GAMES[n % GAMES.length]}&d=${n}`);
    await table.says('#deal', new RegExp(`^#${n}$`));
    for (let made = 1; made <= 3; made++) await table.press('d', made);
    // A dialog says so if nothing is left to do.
    for (const key of ['Escape', 'h', 'u']) await page.keyboard.press(key);
    await table.until(2);
    await table.openDialog('s');
    await page.keyboard.press('Escape');
    await table.dialogCloses();
    if (n === 3 || n === 60) await measure(n);
  }
  await table.close();
}

/** Returns the times from a key to its painted move, and how often a search was running. */
async function keys(browser, url) {
  const table = await Table.open(browser, url, 'g=spider&d=2', { motion: 'no-preference' });
  const { page } = table;
  const isSearching = async () => (await page.getAttribute('#chip', 'data-is')) === 'searching';
  await page.evaluate(noteKeys);
  let searching = 0;
  for (let n = 0; n < 60; n++) {
    // Grading a deal of Spider takes long: it solves the deal and what its first moves lead to.
    if (!(await isSearching())) {
      if ((await table.data('stamp')) === 'oracle') await page.keyboard.press('G');
      else await table.look('G');
      await page.waitForTimeout(150);
    }
    const before = await page.evaluate(() => window.times.length);
    await page.keyboard.press((await table.made()) ? 'u' : 'd');
    await page.waitForFunction((count) => window.times.length > count, before);
    if (await isSearching()) searching++;
    await page.waitForTimeout(40);
  }
  const times = await page.evaluate(() => window.times);
  await table.close();
  return { times, searching };
}

/** Runs in the page: deals anew and returns the times between the frames, in milliseconds. */
const framesOfDeal = async (deal) => {
  const times = [];
  let isOver = false;
  const note = (now) => {
    times.push(now);
    if (!isOver) requestAnimationFrame(note);
  };
  const until = (isMoving) =>
    new Promise((resolve) => {
      const look = () =>
        document.getAnimations().length > 0 === isMoving ? resolve() : requestAnimationFrame(look);
      look();
    });
  await until(false);
  location.hash = `g=spider&d=${deal}`;
  await until(true);
  requestAnimationFrame(note);
  await Promise.all(document.getAnimations().map((animation) => animation.finished));
  isOver = true;
  return times.slice(1).map((time, i) => time - times[i]);
};

/** Prints how many frames of a deal took longer than two frames of a screen with 60 a second. */
async function frames(browser, carrier, url) {
  const table = await Table.open(browser, url, 'g=spider&d=2', { motion: 'no-preference' });
  const { page } = table;
  for (const rate of [1, 4]) {
    await slowDown(table, rate);
    const all = [];
    for (let deal = 1; deal <= 5; deal++) {
      await page.waitForTimeout(500);
      all.push(...(await page.evaluate(framesOfDeal, rate * 100 + deal)));
    }
    const late = all.filter((time) => time > 34).length;
    console.log(`${carrier}: ${late} of ${all.length} frames of a deal late, processor 1/${rate}`);
    report(`${carrier}: frame of a deal, processor 1/${rate}`, all);
  }
  await table.close();
}

const only = process.argv[2];
await withBrowser(async ({ browser, server, files }) => {
  for (const [carrier, { url }] of Object.entries({ server, static: files })) {
    if (only && only !== carrier) continue;
    report(`${carrier}: first card of a cold load`, await firstCards(browser, url));
    const { times, searching } = await keys(browser, url);
    report(`${carrier}: key to paint at 104 cards, processor 1/4`, await slowKeys(browser, url));
    await frames(browser, carrier, url);
    await memory(browser, carrier, url);
    report(`${carrier}: key to paint at 104 cards, a search running in ${searching} of 60`, times);
  }
});
process.exit(0);
