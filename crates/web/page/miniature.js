// A small drawing of a game's table, from the same layout as the table itself.
/** @import { Scene } from './types.js' */

import { svg } from './dom.js';
import { layout } from './layout.js';
import { suit } from './words.js';

/** The size of the table that is laid out for the drawing. */
const WIDTH = 760;
const HEIGHT = 500;

/**
 * Draws the table of a position.
 * @param {Scene} scene
 */
export function miniature(scene) {
  const { places, cw, ch } = layout(scene, WIDTH, HEIGHT, { left: false, large: false });
  const box = { viewBox: `0 0 ${WIDTH} ${HEIGHT}`, class: 'miniature', 'aria-hidden': 'true' };
  const picture = svg('svg', box);
  const size = { width: cw, height: ch, rx: cw * 0.09 };
  for (const { id, cards } of scene.piles) {
    const place = places.get(id);
    if (!place) continue;
    if (!cards.length) svg('rect', { x: place.x, y: place.y, ...size, class: 'empty' }, picture);
    const isHeap = id === 's' || id.startsWith('f');
    cards.forEach((card, i) => {
      if (isHeap && i < cards.length - 1) return;
      const at = place.cards[i];
      svg('rect', { ...at, ...size, class: card ? 'up' : 'down' }, picture);
      if (!card) return;
      // The suit stands where it can be seen on a covered card.
      const s = { href: `#${suit(card)}`, width: cw * 0.36, height: cw * 0.36, class: suit(card) };
      svg('use', { ...s, x: at.x + cw * 0.1, y: at.y + cw * 0.06 }, picture);
    });
  }
  return picture;
}
