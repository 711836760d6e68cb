// Links to a game. The deal and the moves are in the fragment, so no server sees them.
/** @import { Reply, Start } from './types.js' */

import { line } from './history.js';
import { randomDeal } from './words.js';

/**
 * Returns a link to the deal, with the moves from the deal to here if they are wanted.
 * @param {Reply} reply
 * @param {boolean} withMoves
 */
export function link(reply, withMoves) {
  const fields = new URLSearchParams({ g: reply.name, d: reply.number });
  for (const change of reply.set) fields.append('s', change);
  if (withMoves) {
    const moves = line(reply)
      .map((n) => reply.tree[n - 1])
      .map((node) => node.m + (node.auto ? '!' : ''));
    if (moves.length) fields.set('m', moves.join(','));
    fields.set('a', reply.auto ? '1' : '0');
  }
  return `${location.origin}${location.pathname}#${fields}`;
}

/**
 * Returns a link to the rules of a game; whoever opens it gets a deal of their own.
 * @param {string} name
 * @param {string[]} set
 */
export function linkToRules(name, set) {
  const fields = new URLSearchParams({ g: name });
  for (const change of set) fields.append('s', change);
  return `${location.origin}${location.pathname}#${fields}`;
}

/**
 * Returns the game that a fragment names, or null if it names none.
 * @param {string} fragment
 * @returns {Start | null}
 */
export function read(fragment) {
  const fields = new URLSearchParams(fragment.replace(/^#/, ''));
  const name = fields.get('g');
  if (!name) return null;
  /** @type {Start} */
  const start = { name, set: fields.getAll('s'), deal: fields.get('d') ?? randomDeal() };
  const moves = fields.get('m');
  if (moves) start.moves = moves.split(',').map((move) => move.replace(/!$/, ' auto'));
  if (fields.has('a')) start.auto = fields.get('a') === '1';
  return start;
}
