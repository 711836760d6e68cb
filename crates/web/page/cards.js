// How cards look: our own drawings, cloned from one template a card.

import { printed, rank, suit } from './words.js';

const SVG = 'http://www.w3.org/2000/svg';
/** @type {Map<string, DocumentFragment>} */
const faces = new Map();

/** Where the pips lie, on a face of 100 × 140. */
const [L, M, R] = [32, 50, 68];
/** @type {Record<string, number[][]>} */
const PIPS = {
  2: [[M, 42], [M, 112]], 3: [[M, 42], [M, 77], [M, 112]], 4: [[L, 46], [R, 46], [L, 110], [R, 110]],
  5: [[L, 46], [R, 46], [M, 78], [L, 110], [R, 110]], 6: [[L, 46], [R, 46], [L, 78], [R, 78], [L, 110], [R, 110]],
  7: [[L, 46], [R, 46], [M, 62], [L, 78], [R, 78], [L, 110], [R, 110]],
  8: [[L, 46], [R, 46], [M, 62], [L, 78], [R, 78], [M, 94], [L, 110], [R, 110]],
  9: [[L, 42], [R, 42], [L, 65], [R, 65], [M, 77], [L, 90], [R, 90], [L, 113], [R, 113]],
  T: [[L, 42], [R, 42], [L, 65], [R, 65], [M, 53], [M, 102], [L, 90], [R, 90], [L, 113], [R, 113]],
};

/** @param {string} name @param {Record<string, string|number>} attributes @param {Element} [into] */
export function svg(name, attributes, into) {
  const element = document.createElementNS(SVG, name);
  for (const [key, value] of Object.entries(attributes)) element.setAttribute(key, String(value));
  into?.append(element);
  return element;
}

/** @param {string} s @param {number} x @param {number} y @param {number} size @param {Element} into */
function pip(s, x, y, size, into) {
  const use = svg('use', { href: `#${s}`, x: x - size / 2, y: y - size / 2, width: size, height: size }, into);
  if (y > 78) use.setAttribute('transform', `rotate(180 ${x} ${y})`);
}

/** A court: a bust with its crown, and the suit on the breast. @param {string} r @param {string} s @param {Element} into */
function court(r, s, into) {
  svg('rect', { x: 22, y: 32, width: 64, height: 96, rx: 6, class: 'tint' }, into);
  svg('rect', { x: 22, y: 32, width: 64, height: 96, rx: 6, class: 'line' }, into);
  svg('path', { d: 'M24 127c0-22 12-32 30-32s30 10 30 32z' }, into);
  svg('path', { d: 'M54 95l-9 9 9 12 9-12z', class: 'gold' }, into);
  if (r === 'Q') svg('path', { d: 'M38 64c-5 14-4 26 0 34h32c4-8 5-20 0-34z', class: 'gold' }, into);
  if (r === 'J') svg('path', { d: 'M39 64c-2 10-2 18 1 24h28c3-6 3-14 1-24z', class: 'gold' }, into);
  svg('ellipse', { cx: 54, cy: 77, rx: 13.500, ry: 16.500, class: 'skin' }, into);
  if (r === 'K') svg('path', { d: 'M40.500 80c1 18 8 22 13.500 22s12.500-4 13.500-22c-4 6-8 8-13.500 8s-9.500-2-13.500-8z' }, into);
  svg('path', { d: 'M48 76h2.500M57.500 76H60M51 85.500c2 1.500 4 1.500 6 0', class: 'line' }, into);
  svg('use', { href: `#crown-${r}`, x: 34, y: 42, width: 40, height: 20, class: 'gold' }, into);
  svg('use', { href: `#${s}`, x: 64, y: 106, width: 17, height: 17, fill: '#fff' }, into);
}

/** The face of a card. @param {string} card @returns {Node} */
export function face(card) {
  let made = faces.get(card);
  if (!made) {
    made = document.createDocumentFragment();
    const [r, s] = [rank(card), suit(card)];
    const index = document.createElement('span');
    index.className = 'ix';
    // Written by the style sheet: the card's name is said in words, not read off its corner.
    index.dataset.rank = printed(r);
    index.append(svg('svg', { viewBox: '0 0 20 20' }));
    svg('use', { href: `#${s}` }, /** @type {Element} */ (index.lastChild));
    const art = svg('svg', { class: 'art', viewBox: '0 0 100 140', preserveAspectRatio: 'xMidYMax meet' });
    const pips = svg('g', { class: 'pips' }, art);
    if (PIPS[r]) for (const [x, y] of PIPS[r]) pip(s, x + 4, y, 21, pips);
    else if (r === 'A') pip(s, 54, 77, 52, pips);
    else court(r, s, pips);
    svg('use', { href: `#${s}`, x: 22, y: 64, width: 62, height: 62, class: 'big' }, art);
    made.append(art, index);
    faces.set(card, made);
  }
  return made.cloneNode(true);
}

/** A suit as a small picture. @param {string} s */
export function sign(s) {
  const picture = svg('svg', { viewBox: '0 0 20 20' });
  svg('use', { href: `#${s}` }, picture);
  return picture;
}
