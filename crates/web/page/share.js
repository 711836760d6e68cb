// Links: the deal and the moves in the fragment, so that no server hears of them.
/** @import { Reply, Start } from './types.js' */

import { line } from './state.js';

/** @param {Reply} reply @param {boolean} withMoves */
export function link(reply, withMoves) {
  const words = new URLSearchParams({ g: reply.name, d: reply.number });
  for (const change of reply.set) words.append('s', change);
  if (withMoves) {
    const moves = line(reply).map((n) => reply.tree[n - 1]).map((node) => node.m + (node.auto ? '!' : ''));
    if (moves.length) words.set('m', moves.join(','));
    words.set('a', reply.auto ? '1' : '0');
  }
  return `${location.origin}${location.pathname}#${words}`;
}

/** The game a fragment names, if it names one. @param {string} fragment @returns {Start | null} */
export function read(fragment) {
  const words = new URLSearchParams(fragment.replace(/^#/, ''));
  const name = words.get('g');
  if (!name) return null;
  /** @type {Start} */
  const start = { name, set: words.getAll('s'), deal: words.get('d') ?? '1' };
  const moves = words.get('m');
  if (moves) start.moves = moves.split(',').map((move) => move.replace(/!$/, ' auto'));
  if (words.has('a')) start.auto = words.get('a') === '1';
  return start;
}
