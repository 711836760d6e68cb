// The player's settings, kept in this browser.

import { load, store } from './storage.js';

/**
 * @typedef {{
 *   theme: string, back: string, suits: string, large: boolean, left: boolean, motion: string,
 *   tap: string, right: string, verdict: boolean, score: boolean, clock: boolean, rail: boolean,
 *   auto: string, level: string, sound: boolean,
 * }} Settings
 */

/** @type {Settings} */
export const defaults = {
  theme: 'felt',
  back: 'blue',
  suits: 'two',
  large: false,
  left: false,
  motion: 'on',
  tap: 'auto',
  right: 'draw',
  verdict: false,
  score: true,
  clock: true,
  rail: false,
  auto: 'game',
  level: 'any',
  sound: false,
};

/** @type {Settings} */
export const settings = { ...defaults };

/**
 * How hard new deals are to be: a value and its text.
 * @type {[string, string][]}
 */
export const LEVELS = [
  ['any', 'Any'],
  ['winnable', 'Proved winnable'],
  ['easy', 'Easy'],
  ['medium', 'Medium'],
  ['hard', 'Hard'],
];

/**
 * A setting of the dialog. One with `of` is chosen from these values, another one is a switch.
 * @typedef {{ name: keyof Settings, words: string, of?: [string, string][] }} Choice
 */

/** @type {Choice[]} */
export const choices = [
  {
    name: 'theme',
    words: 'Theme',
    of: [
      ['felt', 'Green felt'],
      ['slate', 'Slate'],
      ['wine', 'Wine'],
      ['paper', 'Paper'],
      ['night', 'Night'],
    ],
  },
  {
    name: 'back',
    words: 'Card backs',
    of: [
      ['blue', 'Blue lattice'],
      ['rust', 'Red circles'],
      ['moss', 'Ivy'],
      ['ink', 'Black and gold'],
      ['night', 'Night sky'],
    ],
  },
  {
    name: 'suits',
    words: 'Suit colours',
    of: [
      ['two', 'Two colours'],
      ['four', 'Four colours'],
    ],
  },
  {
    name: 'motion',
    words: 'Animation',
    of: [
      ['on', 'On'],
      ['off', 'Off'],
    ],
  },
  {
    name: 'tap',
    words: 'Clicking or tapping a card',
    of: [
      ['auto', 'Click selects, tap plays'],
      ['select', 'Selects it'],
      ['best', 'Plays its best move'],
    ],
  },
  {
    name: 'right',
    words: 'Right-clicking',
    of: [
      ['draw', 'Draws cards'],
      ['peek', 'Shows a covered card'],
    ],
  },
  {
    name: 'auto',
    words: 'Move safe cards up automatically',
    of: [
      ['game', 'As the rules say'],
      ['on', 'Yes'],
      ['off', 'No'],
    ],
  },
  { name: 'level', words: 'New deals', of: LEVELS },
  { name: 'large', words: 'Large print' },
  { name: 'left', words: 'Left-handed layout' },
  { name: 'verdict', words: 'Live verdict (uses the hidden cards)' },
  { name: 'score', words: 'Show the score' },
  { name: 'clock', words: 'Show the clock' },
  { name: 'sound', words: 'Sound' },
];

/**
 * Returns the stored settings that have a meaning; what is damaged is left out.
 * @param {unknown} stored
 */
function readable(stored) {
  const isKnown = (/** @type {[string, unknown]} */ [name, value]) => {
    const allowed = choices.find((choice) => choice.name === name)?.of;
    return allowed
      ? allowed.some(([known]) => known === value)
      : typeof value === typeof defaults[/** @type {keyof Settings} */ (name)];
  };
  return Object.fromEntries(Object.entries(stored ?? {}).filter(isKnown));
}

Object.assign(settings, readable(load('talon.settings')));

const still = matchMedia('(prefers-reduced-motion: reduce)');

/** Are moves animated? */
export const moving = () => settings.motion === 'on' && !still.matches;

/** Applies the settings to the document. */
export function apply() {
  const root = document.documentElement.dataset;
  root.theme = settings.theme;
  root.back = settings.back;
  root.suits = settings.suits;
  root.hand = settings.left ? 'left' : 'right';
  root.motion = moving() ? 'on' : 'off';
}

/**
 * Changes a setting, stores and applies it.
 * @template {keyof Settings} K
 * @param {K} name
 * @param {Settings[K]} value
 */
export function set(name, value) {
  settings[name] = value;
  store('talon.settings', settings);
  apply();
}
