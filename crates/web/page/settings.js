// What the player likes: kept in this browser.

/** @typedef {{ theme: string, back: string, suits: string, large: boolean, left: boolean, motion: string, tap: string, right: string, verdict: boolean, score: boolean, clock: boolean, rail: boolean, auto: string, level: string, sound: boolean }} Settings */

/** @type {Settings} */
export const defaults = {
  theme: 'felt', back: 'blue', suits: 'two', large: false, left: false, motion: 'on', tap: 'auto', right: 'draw',
  verdict: false, score: true, clock: true, rail: true, auto: 'game', level: 'any', sound: false,
};

/** @type {Settings} */
export const settings = { ...defaults, ...JSON.parse(localStorage.getItem('talon.settings') ?? '{}') };

/** How hard a new deal may be. @type {[string, string][]} */
export const LEVELS = [['any', 'Any'], ['winnable', 'Proved winnable'], ['easy', 'Easy'], ['medium', 'Medium'], ['hard', 'Hard']];

/** What can be chosen, in words. @type {{ name: keyof Settings, words: string, of?: [string, string][] }[]} */
export const choices = [
  { name: 'theme', words: 'Theme', of: [['felt', 'Green felt'], ['slate', 'Slate'], ['wine', 'Wine'], ['paper', 'Paper'], ['night', 'Night']] },
  { name: 'back', words: 'Card backs', of: [['blue', 'Stripes'], ['rust', 'Rust'], ['moss', 'Dots'], ['ink', 'Checks']] },
  { name: 'suits', words: 'Suit colours', of: [['two', 'Two colours'], ['four', 'Four colours']] },
  { name: 'motion', words: 'Movement', of: [['on', 'On'], ['off', 'Off']] },
  { name: 'tap', words: 'A tap', of: [['auto', 'Mouse picks, finger plays'], ['select', 'Picks a card'], ['best', 'Plays the best move']] },
  { name: 'right', words: 'Right click', of: [['draw', 'Draws'], ['peek', 'Shows a covered card']] },
  { name: 'auto', words: 'Safe cards go up by themselves', of: [['game', 'As the game says'], ['on', 'Yes'], ['off', 'No']] },
  { name: 'level', words: 'New deals', of: LEVELS },
  { name: 'large', words: 'Large print' },
  { name: 'left', words: 'Left-handed table' },
  { name: 'verdict', words: 'Live verdict (knows the hidden cards)' },
  { name: 'score', words: 'Show the score' },
  { name: 'clock', words: 'Show the clock' },
  { name: 'sound', words: 'Sound' },
];

const still = matchMedia('(prefers-reduced-motion: reduce)');

/** Should cards glide? */
export const moving = () => settings.motion === 'on' && !still.matches;

/** Puts the settings into effect. */
export function apply() {
  const root = document.documentElement.dataset;
  root.theme = settings.theme;
  root.back = settings.back;
  root.suits = settings.suits;
  root.hand = settings.left ? 'left' : 'right';
  root.motion = moving() ? 'on' : 'off';
}

/** @template {keyof Settings} K @param {K} name @param {Settings[K]} value */
export function set(name, value) {
  settings[name] = value;
  localStorage.setItem('talon.settings', JSON.stringify(settings));
  apply();
}
