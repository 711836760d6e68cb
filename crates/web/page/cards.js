// The faces of the cards. Each is drawn once and cloned from then on. The pictures of the court
// cards are by Adrian Kennard (CC0).

import { make, svg } from './dom.js';
import { printed, rank, suit } from './words.js';

/** @type {Map<string, DocumentFragment>} */
const faces = new Map();

/** The columns of the pips, on a face of 100 × 140. */
const COLUMNS = { L: 30, M: 50, R: 70 };
/**
 * Where the pips of a rank lie: the column and the height of each. The middle of a face is at 70.
 * @type {Record<string, string>}
 */
const PIPS = {
  2: 'M36 M104',
  3: 'M36 M70 M104',
  4: 'L36 R36 L104 R104',
  5: 'L36 R36 M70 L104 R104',
  6: 'L36 R36 L70 R70 L104 R104',
  7: 'L36 R36 M53 L70 R70 L104 R104',
  8: 'L36 R36 M53 L70 R70 M87 L104 R104',
  9: 'L36 R36 L58.7 R58.7 M70 L81.3 R81.3 L104 R104',
  T: 'L36 R36 M47.3 L58.7 R58.7 L81.3 R81.3 M92.7 L104 R104',
};
/** The size of a pip, and of the only one of an ace. */
const PIP = 20;
const ACE = 44;
/** Where the picture of a court card lies. Its two halves are one drawing. */
const COURT = { x: 21.1, y: 25.5, width: 57.8, height: 89 };

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
  if (y > 70) use.setAttribute('transform', `rotate(180 ${x} ${y})`);
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
    [29, 34],
    [71, 106],
  ])
    pip(suit(card), x, y, 12, into);
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
    else if (r === 'A') pip(s, 50, 70, ACE, pips);
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
