// The history tree of a reply. Its positions are numbered: 0 is the deal, n the position after the
// n-th move of the tree. Numbers change from reply to reply.
/** @import { Reply } from './types.js' */

/**
 * Returns the numbers of the positions from the deal (exclusive) to `at`.
 * @param {Reply} reply
 * @param {number} [at]
 */
export function line(reply, at = reply.at) {
  const nodes = [];
  for (let n = at; n > 0; n = reply.tree[n - 1].p) nodes.push(n);
  return nodes.reverse();
}
