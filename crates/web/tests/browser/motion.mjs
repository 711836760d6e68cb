// How the cards move, with animation on.
import assert from 'node:assert/strict';
import { parts } from '../../page/words.js';
import { onTable, test } from './suite.mjs';
import { Table } from './table.mjs';

const MOTION = { motion: 'no-preference' };

/** Runs in the page: how many movements of cards are under way? */
const moving = () =>
  document.getAnimations().filter((animation) => animation.effect.target.closest('.card')).length;

onTable(
  'a new deal flies to its places, and a touch ends that',
  'g=klondike&d=1',
  async ({ page }) => {
    await page.waitForFunction(() => window.mostMoving > 20);
    await page.keyboard.press('Shift');
    assert.equal(await page.evaluate(moving), 0);
  },
  {
    ...MOTION,
    // The animations may be over before a test can look.
    script: () => {
      window.mostMoving = 0;
      const animate = Element.prototype.animate;
      Element.prototype.animate = function count(...args) {
        window.mostMoving++;
        return animate.apply(this, args);
      };
    },
  },
);

onTable(
  'a drawn card turns over on its way',
  'g=klondike&d=1',
  async ({ page }) => {
    await page.evaluate(() => {
      window.turned = [];
      const animate = Element.prototype.animate;
      Element.prototype.animate = function note(frames, ...rest) {
        if (frames.some(({ transform }) => transform?.includes('rotateY')))
          window.turned.push(this.dataset.pile);
        return animate.call(this, frames, ...rest);
      };
    });
    await page.keyboard.press('d');
    await page.waitForFunction(() => document.body.dataset.made === '1');
    assert.deepEqual(await page.evaluate(() => window.turned), ['w']);
  },
  MOTION,
);

test('after a win the cards leave the table and stay away', async ({ browser, url, line }) => {
  const moves = await line('canfield', '89');
  const before = moves.slice(0, -1);
  const fragment = `g=canfield&d=89&a=0&m=${before}`;
  const table = await Table.open(browser, url, fragment, MOTION);
  const { page } = table;
  await table.until(before.length);
  assert.ok(parts(moves.at(-1)));
  await table.play(moves.at(-1), 'click');
  await page.waitForSelector('dialog[open]', { timeout: 60000 });
  // The last cards may still be leaping; none of them comes back.
  await page.waitForFunction(
    () =>
      [...document.querySelectorAll('.card')].every((card) => {
        const { left, right } = card.getBoundingClientRect();
        return right <= 0 || left >= innerWidth;
      }),
    undefined,
    { timeout: 60000 },
  );
  await page.keyboard.press('Escape');
  await page.mouse.click(5, 300);
  const top = await table.topBox('f1');
  assert.ok(top.x > 0 && top.x < 1280, 'the table is back');
  await table.close();
});

for (const [name, options] of [
  ['asked for by the system', {}],
  ['switched off', { ...MOTION, settings: { motion: 'off' } }],
])
  onTable(
    `without animation nothing moves: ${name}`,
    'g=klondike&d=1',
    async (table) => {
      await table.page.evaluate(() => {
        window.moved = 0;
        Element.prototype.animate = () => {
          window.moved++;
        };
      });
      await table.press('d', 1);
      await table.go('g=spider&d=1');
      await table.page.waitForFunction(() => document.title.startsWith('Spider'));
      assert.equal(await table.page.evaluate(() => window.moved), 0);
    },
    options,
  );

test('the finish offers itself when nothing is left to choose', async ({ browser, url, line }) => {
  const moves = await line('klondike', '1');
  const table = await Table.open(browser, url, 'g=klondike&d=1&a=0');
  const { page } = table;
  assert.equal(await page.locator('#offer').isVisible(), false);
  const before = moves.slice(0, -6);
  await table.go(`g=klondike&d=1&a=0&m=${before}`);
  await table.until(before.length);
  await table.play(moves.at(-6), 'click');
  await page.click('#offer');
  await page.waitForFunction(() => document.body.dataset.status === 'won');
  assert.equal(await page.locator('#offer').isVisible(), false);
  await table.close();
});

onTable(
  'a finished run leaves card by card',
  'g=yukon&d=1',
  async (table) => {
    const { page } = table;
    await table.openDialog('l');
    await page.click('dialog [data-lesson=spider]');
    await table.dialogCloses();
    for (let made = 0; made < 4; made++) {
      await page.click('#coach button >> text=Show me');
      await table.until(made + 1);
    }
    await page.evaluate(() => {
      window.left = [];
      const animate = Element.prototype.animate;
      Element.prototype.animate = function note(frames, timing) {
        if (this.dataset.pile?.startsWith('f')) window.left.push(timing.delay);
        return animate.call(this, frames, timing);
      };
    });
    await page.click('#coach button >> text=Show me');
    await table.until(5);
    const delays = await page.evaluate(() => window.left);
    assert.equal(delays.length, 13, 'the whole run flies');
    assert.equal(new Set(delays).size, 13, 'one card after the other');
  },
  MOTION,
);

/** Runs in the page: counts the sounds that are played, in place of a device for them. */
const countSounds = () => {
  window.sounds = 0;
  const node = new Proxy(
    {},
    { get: (_, name) => (name === 'connect' ? () => node : () => undefined), set: () => true },
  );
  const source = () => ({
    frequency: {},
    connect: () => node,
    start: () => {
      window.sounds++;
    },
    stop() {},
  });
  window.AudioContext = class {
    state = 'running';
    currentTime = 0;
    sampleRate = 8000;
    destination = node;
    createGain = () => ({ gain: node, connect: () => node });
    createBuffer = () => ({ getChannelData: () => [] });
    createBufferSource = source;
    createOscillator = source;
    createBiquadFilter = () => ({ frequency: {}, Q: {}, connect: () => node });
  };
};

for (const sound of [false, true])
  onTable(
    `moves are ${sound ? 'heard if sound is on' : 'silent at first'}`,
    'g=klondike&d=1',
    async (table) => {
      const sounds = () => table.page.evaluate(() => window.sounds);
      const before = await sounds();
      await table.press('d', 1);
      assert.equal((await sounds()) > before, sound);
      if (!sound) assert.equal(before, 0);
    },
    { before: countSounds, settings: sound ? { sound } : {} },
  );
