// How the cards of a column overlap.
/** @import { Pile } from './types.js' */

/** @param {string[]} cards */
export const faceUp = (cards) => cards.filter(Boolean).length;

/**
 * Returns how far apart the face-up cards of all columns lie if there is room: so far that the
 * longest column uses the height, within limits.
 * @param {Pile[]} columns
 * @param {number} room
 * @param {number} ch
 * @param {number} ix
 */
export function growth(columns, room, ch, ix) {
  const longest = Math.max(0, ...columns.map(({ cards }) => cards.length));
  const [least, most] = ch < 96 ? [0.5, 0.62] : [0.27, 0.36];
  // Some cards are going to come.
  const step = (room - ch) / Math.max(6, longest + 3);
  return Math.max(Math.min(ch * most, step), ch * least, ix * 1.2);
}

/**
 * Returns how far down each card of a column lies. Where there is little room, face-down cards move
 * closer first, then face-up cards as far as their indices can be read.
 * @param {string[]} cards
 * @param {number} room
 * @param {number} ch
 * @param {number} ix
 * @param {number} upMost How far apart face-up cards lie if there is room.
 */
export function fan(cards, room, ch, ix, upMost) {
  const covered = cards.slice(0, -1);
  const ups = faceUp(covered);
  const downs = covered.length - ups;
  const left = Math.max(0, room - ch);
  const upLeast = ix * 1.12;
  const downLeast = Math.min(4, ch * 0.05);
  let up = upMost;
  let down = ch * 0.13;
  if (ups * up + downs * down > left)
    down = Math.max(downLeast, downs ? (left - ups * up) / downs : 0);
  if (ups * up + downs * down > left) up = ups ? (left - downs * down) / ups : up;
  const fits = up >= upLeast - 0.01;
  if (!fits) down = Math.min(down, 2);
  if (up < upLeast && ups) up = Math.max(4, (left - downs * down) / ups);
  let y = 0;
  const ys = cards.map((card) => {
    const at = y;
    y += card ? up : down;
    return at;
  });
  return { ys, fits, ix: Math.min(ix, up / 1.1) };
}
