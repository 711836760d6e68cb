// What the page says: a passing word, a refusal, a notice that stays; for the eye and for the ear.

import { make } from './dialogs.js';
import { spoken } from './words.js';

/** @param {string} id */
const element = (id) => /** @type {HTMLElement} */ (document.getElementById(id));
/** A dialog hides the page from eye and ear: while one is open, it says everything itself. */
const inside = () => document.querySelector('dialog[open] .told');
let timer = 0;

/** For the ear. @param {string} text @param {boolean} [urgent] */
export function speak(text, urgent = false) {
  const told = inside();
  if (told) told.textContent = text; else element(urgent ? 'alert' : 'say').textContent = spoken(text);
}

/** For the eye. @param {string} text @param {boolean} [bad] */
export function toast(text, bad = false) {
  const box = element('toast');
  box.textContent = text;
  box.hidden = !text || !!inside();
  box.classList.toggle('bad', bad);
  clearTimeout(timer);
  timer = window.setTimeout(() => { box.hidden = true; }, 3500);
}

/** Something to know, not urgent. @param {string} text */
export function say(text) {
  if (!text) return;
  speak(text);
  toast(text);
}

/** Something that stays until it is settled; one of a kind. @param {string} kind @param {string} text @param {[string, () => void][]} [ways] */
export function notice(kind, text, ways = []) {
  settled(kind);
  const close = make('button', { 'aria-label': 'Close', click: () => settled(kind) }, '✕');
  const buttons = ways.map(([words, act]) => make('button', { click: () => { settled(kind); act(); } }, words));
  element('notices').append(make('div', { 'data-kind': kind }, make('span', {}, text), ...buttons, close));
}

/** That notice is no longer true. @param {string} kind */
export function settled(kind) {
  document.querySelector(`#notices [data-kind=${kind}]`)?.remove();
}
