// What the page tells the player: messages that pass, refusals, and notices that stay until they
// are settled. Each goes to the eye (a toast) and to screen readers (a live region).

import { element, make } from './dom.js';
import { spoken } from './words.js';

/** How long a message stays, in milliseconds. */
const SHOWN = 3500;

/**
 * A modal dialog hides the rest of the page, so while one is open its status line has the message.
 */
const statusOfDialog = () => document.querySelector('dialog[open] .told');
let timer = 0;

/**
 * Tells screen readers something; `urgent` interrupts what they are reading.
 * @param {string} text
 * @param {boolean} [urgent]
 */
export function speak(text, urgent = false) {
  const status = statusOfDialog();
  if (status) status.textContent = text;
  else element(urgent ? 'alert' : 'say').textContent = spoken(text);
}

/**
 * Shows a message for a few seconds, or until it is hushed.
 * @param {string} text
 * @param {{ bad?: boolean, stays?: boolean }} [how] Is it a refusal or a problem? Does it stay?
 */
export function toast(text, { bad = false, stays = false } = {}) {
  const box = element('toast');
  box.textContent = text;
  box.hidden = !text || !!statusOfDialog();
  box.classList.toggle('bad', bad);
  clearTimeout(timer);
  if (!stays) timer = window.setTimeout(hush, SHOWN);
}

/** Takes the message away. */
export function hush() {
  element('toast').hidden = true;
}

/**
 * Shows and speaks a message.
 * @param {string} text
 * @param {{ stays?: boolean }} [how]
 */
export function say(text, how) {
  if (!text) return;
  speak(text);
  toast(text, how);
}

/**
 * Shows a notice that stays until it is closed, answered or settled. There is at most one of a
 * kind.
 * @param {string} kind
 * @param {string} text
 * @param {[string, () => void][]} [answers] Buttons: their text and what they do.
 */
export function notice(kind, text, answers = []) {
  settle(kind);
  const buttons = answers.map(([words, act]) =>
    make(
      'button',
      {
        type: 'button',
        click: () => {
          settle(kind);
          act();
        },
      },
      words,
    ),
  );
  const close = make(
    'button',
    { type: 'button', 'aria-label': 'Close', click: () => settle(kind) },
    '✕',
  );
  element('notices').append(
    make('div', { 'data-kind': kind }, make('span', {}, text), ...buttons, close),
  );
}

/**
 * Removes the notice of a kind: what it said is no longer true, or was answered.
 * @param {string} kind
 */
export function settle(kind) {
  document.querySelector(`#notices [data-kind=${kind}]`)?.remove();
}
