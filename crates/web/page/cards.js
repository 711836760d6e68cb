// The faces of the cards. Each is drawn once and cloned from then on. The pictures of the court
// cards are by Adrian Kennard (CC0).

import { make, svg } from './dom.js';
import { printed, rank, suit } from './words.js';

/** @type {Map<string, DocumentFragment>} */
const faces = new Map();

/**
 * The middle of the pips and the pictures, on a face of 100 × 140. It is below that of the face,
 * because the upper index is the larger one.
 */
const MIDDLE = 73;
/** The columns of the pips. */
const COLUMNS = { L: 30, M: 50, R: 70 };
/**
 * Where the pips of a rank lie: the column and the height of each.
 * @type {Record<string, string>}
 */
const PIPS = {
  2: 'M41 M105',
  3: 'M41 M73 M105',
  4: 'L41 R41 L105 R105',
  5: 'L41 R41 M73 L105 R105',
  6: 'L41 R41 L73 R73 L105 R105',
  7: 'L41 R41 M57 L73 R73 L105 R105',
  8: 'L41 R41 M57 L73 R73 M89 L105 R105',
  9: 'L41 R41 L62.4 R62.4 M73 L83.6 R83.6 L105 R105',
  T: 'L41 R41 M51.6 L62.4 R62.4 L83.6 R83.6 M94.4 L105 R105',
};
/** The size of a pip, and of the only one of an ace. */
const PIP = 18;
const ACE = 44;
/** Where the picture of a court card lies. Its two halves are one drawing. */
const COURT = { x: 23.4, y: 32, width: 53.2, height: 82 };

/**
 * Draws a pip; those of the lower half stand on their heads.
 * @param {string} s
 * @param {number} x
 * @param {number} y
 * @param {number} size
 * @param {Element} into
 */
function pip(s, x, y, size, into) {
  const use = svg(
    'use',
    { href: `#${s}`, x: x - size / 2, y: y - size / 2, width: size, height: size },
    into,
  );
  if (y > MIDDLE) use.setAttribute('transform', `rotate(180 ${x} ${y})`);
}

/**
 * Draws a court card: its picture in a frame, with the suit beside both heads.
 * @param {string} card
 * @param {Element} into
 */
function court(card, into) {
  svg('image', { href: `court-${card}.svg`, ...COURT }, into);
  svg('rect', { ...COURT, class: 'frame' }, into);
  for (const [x, y] of [
    [31, 40],
    [69, 106],
  ])
    pip(suit(card), x, y, 11, into);
}

/**
 * Draws the middle of a small card, which has room for one thing: the upper half of a court card,
 * or the suit.
 * @param {string} card
 * @param {Element} into
 */
function large(card, into) {
  const big = svg('g', { class: 'big' }, into);
  if (!'JQK'.includes(rank(card))) {
    svg('use', { href: `#${suit(card)}`, x: 21, y: 66, width: 58, height: 58 }, big);
    return;
  }
  const box = { x: 5, y: 64, width: 90, height: 72, viewBox: '0 0 1300 1040' };
  const bust = svg('svg', { ...box, preserveAspectRatio: 'xMidYMin slice' }, big);
  svg('image', { href: `court-${card}.svg`, width: 1300, height: 2000 }, bust);
}

/**
 * Returns a new face of a card.
 * @param {string} card
 * @returns {Node}
 */
export function face(card) {
  let made = faces.get(card);
  if (!made) {
    made = document.createDocumentFragment();
    const [r, s] = [rank(card), suit(card)];
    // The style sheet writes the rank, so that screen readers read the name of the card only.
    const index = (/** @type {string} */ where) =>
      make('span', { class: where, 'data-rank': printed(r) }, sign(s));
    const art = svg('svg', {
      class: 'art',
      viewBox: '0 0 100 140',
      preserveAspectRatio: 'xMidYMax meet',
    });
    const pips = svg('g', { class: 'pips' }, art);
    if (PIPS[r])
      for (const spot of PIPS[r].split(' '))
        pip(s, COLUMNS[/** @type {'L'} */ (spot[0])], Number(spot.slice(1)), PIP, pips);
    else if (r === 'A') pip(s, 50, MIDDLE, ACE, pips);
    else court(card, pips);
    large(card, art);
    made.append(art, index('ix'), index('ix end'));
    faces.set(card, made);
  }
  return made.cloneNode(true);
}

/**
 * Returns a suit as a small picture.
 * @param {string} s
 */
export function sign(s) {
  const picture = svg('svg', { viewBox: '0 0 20 20' });
  svg('use', { href: `#${s}` }, picture);
  return picture;
}
