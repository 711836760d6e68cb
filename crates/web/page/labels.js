// What is written at the piles and read out for them: the note under a pile, the sign of an empty
// place, the names of piles and cards for screen readers.
/** @import { Pile, Scene } from './types.js' */

import { sign } from './cards.js';
import { capital, ORDER, plural, printed, rank, words } from './words.js';

/**
 * Returns the note under a pile: how many cards it has, or which card it waits for.
 * @param {Pile} pile
 * @param {Scene} scene
 * @param {boolean} small Is there room for a few characters only?
 */
export function noteOf({ kind, cards }, scene, small) {
  const { rows, waste, redeals, runs, ranks } = scene.layout;
  const count = cards.length;
  switch (kind) {
    case 'stock': {
      if (rows !== null) return small ? `× ${rows}` : `${plural(rows, 'row')} left`;
      if (small || !waste) return String(count);
      const passes = redeals === undefined ? '' : `/${redeals + 1}`;
      return `${count} · pass ${scene.redeals + 1}${passes}`;
    }
    case 'waste':
      return count && !small ? plural(count, 'card') : '';
    case 'reserve':
      return !count ? '' : small ? String(count) : plural(count, 'card');
    case 'foundation': {
      if (runs || !count) return '';
      if (count === ranks) return small ? '' : 'full';
      const next = printed(rankAfter(rank(cards[count - 1]), ranks));
      return small ? `→${next}` : `next ${next}`;
    }
    default:
      return '';
  }
}

/**
 * Returns the rank a foundation continues with.
 * @param {string} top
 * @param {number} ranks How many ranks the game uses.
 */
const rankAfter = (top, ranks) => ORDER[(ORDER.indexOf(top) + 1) % ranks];

/**
 * Returns the sign of an empty place: the rank a foundation starts with, or whether the waste can
 * be turned over.
 * @param {Pile} pile
 * @param {Scene} scene
 * @returns {Node[]}
 */
export function ghostOf({ kind, suit }, scene) {
  const ghost = document.createElement('span');
  ghost.className = 'ghost';
  ghost.setAttribute('aria-hidden', 'true');
  if (kind === 'foundation' && scene.layout.runs) ghost.append(sign('S'));
  else if (kind === 'foundation') {
    ghost.dataset.rank = printed(scene.base) + (suit ? '♣♦♥♠'['CDHS'.indexOf(suit)] : '');
  } else if (kind === 'stock') ghost.dataset.rank = scene.moves.includes('redeal') ? '↻' : '×';
  else return [];
  return [ghost];
}

/**
 * Names a pile and what lies on it: `Column 7: 6 cards face down, 1 card face up`.
 * @param {Pile} pile
 */
export function nameOf({ kind, words: name, cards }) {
  const up = cards.filter(Boolean).length;
  // Covered cards of a waste lay face up before.
  const down = kind === 'waste' ? 0 : cards.length - up;
  const contents = [
    ...(down ? [`${plural(down, 'card')} face down`] : []),
    ...(up ? [plural(cards.length - down, 'card') + (down ? ' face up' : '')] : []),
  ];
  return `${capital(name)}: ${contents.join(', ') || 'empty'}`;
}

/**
 * Says which card an empty foundation starts with, as its sign shows; otherwise ''.
 * @param {Pile} pile
 * @param {Scene} scene
 */
export function startOf({ kind, cards, suit }, scene) {
  if (kind !== 'foundation' || cards.length || scene.layout.runs) return '';
  const start = words(scene.base + (suit ?? 'S')).toLowerCase();
  return `starts with the ${suit ? start : start.split(' ')[0]}`;
}

/**
 * Names a card that lies face up; in a column also where it lies and how many cards lie on it.
 * @param {Pile} pile
 * @param {number} index
 */
export function nameOfCard({ kind, cards }, index) {
  const name = words(cards[index]);
  if (kind !== 'column' || cards.length === 1) return name;
  const above = cards.length - 1 - index;
  const carries = above ? `, carries ${plural(above, 'card')}` : '';
  return `${name}, ${index + 1} of ${cards.length}${carries}`;
}
