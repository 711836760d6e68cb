// The frame of every dialog: a title, a body, a status line and a way out.

import { make } from './dom.js';

let count = 0;

/**
 * Opens a modal dialog and returns it. It is removed when it is closed; one that is open already is
 * replaced.
 * @param {string} title
 * @param {(Node | string)[]} children
 */
export function show(title, ...children) {
  document.querySelector('dialog[open]')?.remove();
  const id = `dialog-${++count}`;
  const close = make(
    'button',
    { click: () => dialog.close(), 'aria-label': 'Close', type: 'button' },
    '✕',
  );
  const body = make('div', { class: 'body' }, ...children);
  const control = body.querySelector('select, input, textarea, button');
  // A text without controls can only be scrolled by the keyboard if it can have the focus itself.
  if (!control) body.tabIndex = 0;
  const dialog = make(
    'dialog',
    { 'aria-labelledby': id },
    make('header', {}, make('h2', { id }, title), close),
    body,
    make('p', { class: 'told', role: 'status' }),
  );
  dialog.addEventListener('close', () => dialog.remove());
  dialog.addEventListener('click', (event) => {
    if (event.target === dialog) dialog.close();
  });
  document.body.append(dialog);
  dialog.showModal();
  // The keyboard starts with what the dialog is about, not with the way out.
  /** @type {HTMLElement} */ (control ?? close).focus();
  return dialog;
}
