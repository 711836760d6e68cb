// The states of the page: each game's table, each dialog, and what can be on the table besides. The
// pictures show all of them, and axe looks at all of them.
import { LOST_AT_40 } from './deals.mjs';
import { Table } from './table.mjs';

/** How long a search may take, in milliseconds. */
const SEARCH = 120_000;

/**
 * A state: its name, the game with a part of its win played, and what is done there. `fragment`
 * names another position; `motion` lets the cards move.
 * @typedef {{
 *   name: string, game?: string, deal?: string, part?: number, fragment?: string, motion?: string,
 *   act?: (table: Table) => Promise<unknown>,
 * }} State
 */

/** A dialog that opens by its key; `then` waits for what it shows later. */
const dialog = (name, key, then = async () => {}) => ({
  name,
  act: async (table) => {
    await table.openDialog(key);
    await then(table.page);
  },
});

/** A Klondike in which nothing is left to do but to draw, and all has been drawn. */
const STUCK = [
  'w: 2S 3S 4S',
  ...[
    '(AC) (2C) (3C) (4C) (5C) (6C) 5S',
    '(7C) (8C) (9C) (TC) (JC) (QC) 6S',
    '(KC) (AD) (2D) (3D) (4D) (5D) 7S',
    '(6D) (7D) (8D) (9D) (TD) (JD) 8S',
    '(QD) (KD) (AH) (2H) (3H) (4H) 9S',
    '(5H) (6H) (7H) (8H) (9H) (TH) TS',
    '(JH) (QH) (KH) (AS) (QS) (KS) JS',
  ].map((cards, i) => `${i + 1}: ${cards}`),
].join('\n');

/** @type {State[]} */
const GAMES = [
  { game: 'canfield', deal: '89' },
  { game: 'klondike', deal: '1', part: 0.5 },
  { game: 'spider', deal: '38' },
  { game: 'freecell', deal: '1' },
  ...['yukon', 'forty-thieves', 'beleaguered-castle', 'east-haven', 'demon'].map((game) => ({
    game,
    part: 0,
  })),
  ...['fan', 'bakers-dozen', 'eight-off'].map((game) => ({ game, part: 0 })),
].map((state) => ({ name: `game-${state.game}`, deal: '1', ...state }));

/** @type {State[]} */
const DIALOGS = [
  dialog('front-door', 'g', (page) => page.waitForSelector('.tile .miniature')),
  dialog('rules-of-a-game', 'g', (page) => page.click('[aria-label="Rules of Klondike"] >> nth=0')),
  dialog('more', 'g', (page) => page.click('dialog .door >> text=More…')),
  dialog('settings', 'o'),
  dialog('statistics', 's'),
  dialog('rules', 'i'),
  dialog('share', 'S'),
  dialog('help', '?'),
  dialog('finder', '/'),
  dialog('unfinished', 'L'),
  dialog('bookmarks', "'"),
  dialog('calendar', 'T'),
  dialog('look-first', 'v'),
  dialog('lessons', 'l', (page) => page.waitForSelector('.tile .miniature')),
  dialog('designer', 'E', (page) => page.waitForSelector('.tally .won')),
  { name: 'menu', act: ({ page }) => page.click('[data-do=menu]:visible') },
  {
    name: 'won',
    game: 'canfield',
    deal: '89',
    part: 1,
    act: (table) => table.says('dialog .honest', /^A player/, SEARCH),
  },
  {
    name: 'stuck',
    fragment: `${new URLSearchParams({ g: 'klondike', d: STUCK, s: 'redeals=0' })}`,
    act: ({ page }) => page.waitForSelector('dialog[open]'),
  },
  {
    name: 'broken-link',
    fragment: 'g=klondike&d=5&m=draw,1-9',
    act: ({ page }) => page.waitForSelector('dialog[open]'),
  },
];

/** @type {State[]} */
const TABLES = [
  {
    name: 'hint',
    act: async ({ page }) => {
      for (let step = 0; step < 3; step++) {
        await page.keyboard.press('h');
        await page.waitForTimeout(250);
      }
    },
  },
  {
    name: 'verdict-and-panel',
    act: async (table) => {
      await table.look('v');
      await table.page.waitForSelector('#chip:is([data-is=winnable], [data-is=dead])');
      await table.page.keyboard.press('t');
    },
  },
  {
    name: 'picked-up',
    game: 'klondike',
    deal: '1',
    part: 0.5,
    act: ({ page }) => page.keyboard.press('5'),
  },
  {
    name: 'refused',
    game: 'klondike',
    deal: '1',
    part: 0,
    act: async ({ page }) => {
      await page.keyboard.press('1');
      await page.keyboard.press('f');
      await page.waitForSelector('#toast.bad:not([hidden])');
    },
  },
  {
    name: 'post-mortem',
    fragment: `g=canfield&d=6&a=0&m=${LOST_AT_40}`,
    act: async (table) => {
      await table.look('p');
      // A dialog on a small screen, the side panel on a large one.
      await table.says('#verdict', /^Move 40 lost the game/, SEARCH);
    },
  },
  {
    name: 'finish-offered',
    game: 'klondike',
    deal: '1',
    part: 0.97,
    act: ({ page }) =>
      page.waitForSelector('#offer:not([hidden])', { timeout: 5000 }).catch(() => {}),
  },
  {
    name: 'lesson',
    act: async (table) => {
      await table.openDialog('l');
      await table.page.click('dialog [data-lesson=klondike]');
      await table.dialogCloses();
    },
  },
  {
    name: 'cards-leap',
    game: 'canfield',
    deal: '89',
    part: 1,
    motion: 'no-preference',
    act: ({ page }) => page.waitForTimeout(1400),
  },
];

/** All states. */
export const STATES = [...GAMES, ...DIALOGS, ...TABLES];

/** What the browser writes to its console about a broken link. */
export const STATE_NOISE = /400 \(Bad Request\)/;

/** Opens the page in a state. */
export async function openState({ browser, url, line }, state, options) {
  const { game = 'canfield', deal = '89', part = 0.35, motion } = state;
  let { fragment } = state;
  let last = null;
  if (fragment === undefined) {
    const moves = part ? await line(game, deal) : [];
    const played = moves.slice(0, part === 1 ? -1 : Math.floor(moves.length * part));
    fragment = `g=${game}&d=${deal}&a=0${played.length ? `&m=${played}` : ''}`;
    if (part === 1) last = moves.at(-1);
  }
  const table = await Table.open(browser, url, fragment, { motion, ...options });
  if (last) await table.play(last, 'keyboard');
  await state.act?.(table);
  return table;
}
