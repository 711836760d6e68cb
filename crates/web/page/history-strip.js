// The history as a strip of dots, one a position, coloured by what is proved. Dragging travels in
// it.
/** @import { Game } from './game.js' */
/** @import { Reply } from './types.js' */

import { svg } from './dom.js';
import { line } from './history.js';
import { plural } from './words.js';

/** Distances in pixels: between moves, between branches, from the top. */
const STEP = 11;
const ROW = 9;
const TOP = 7;

/** How many rows there are. More branches than that share the last one. */
const ROWS = 3;

/** @typedef {{ x: number, y: number, depth: number }} Spot */

export class HistoryStrip {
  /**
   * @param {HTMLElement} root
   * @param {Game} game
   */
  constructor(root, game) {
    this.root = root;
    this.game = game;
    /**
     * Where each position is drawn.
     * @type {Spot[]}
     */
    this.spots = [];
    /**
     * The position that was asked for and has not come yet.
     * @type {number | undefined}
     */
    this.going = undefined;
    let held = false;
    root.addEventListener('pointerdown', (event) => {
      held = true;
      root.setPointerCapture(event.pointerId);
      this.travel(event);
    });
    root.addEventListener('pointermove', (event) => {
      if (held) this.travel(event);
    });
    root.addEventListener('pointerup', () => {
      held = false;
    });
    root.addEventListener('pointercancel', () => {
      held = false;
    });
  }

  /** @param {Reply} reply */
  show(reply) {
    const here = new Set([0, ...line(reply)]);
    this.spots = spotsOf(reply, here);
    const depth = Math.max(...this.spots.map((spot) => spot.depth));
    const [width, height] = [depth * STEP + 20, TOP + ROW * (ROWS - 1) + 5];
    const picture = svg('svg', { width, height, 'aria-hidden': 'true' });
    const lines = reply.tree.map((node, i) => {
      const [from, to] = [this.spots[node.p], this.spots[i + 1]];
      return `M${from.x} ${from.y}L${to.x} ${to.y}`;
    });
    svg('path', { d: lines.join('') }, picture);
    const proved = reply.proved ?? [];
    this.spots.forEach(({ x, y }, at) => {
      const isPresent = at === reply.at;
      const names = [here.has(at) ? 'on' : '', isPresent ? 'at' : '', proved[at]];
      const style = names.filter(Boolean).join(' ');
      svg('circle', { cx: x, cy: y, r: isPresent ? 5 : 3, class: style }, picture);
    });
    this.root.replaceChildren(picture);
    this.root.scrollLeft = this.spots[reply.at].x - this.root.clientWidth * 0.7;
    this.root.setAttribute('aria-valuemax', String(depth));
    this.root.setAttribute('aria-valuenow', String(reply.made));
    const all = plural(reply.tree.length, 'move');
    this.root.setAttribute('aria-valuetext', `Move ${reply.made}; ${all} in the history`);
  }

  /**
   * Goes to the position nearest to the pointer.
   * @param {PointerEvent} event
   */
  travel(event) {
    const box = this.root.getBoundingClientRect();
    const [x, y] = [event.clientX - box.left + this.root.scrollLeft, event.clientY - box.top];
    const far = this.spots.map((spot) => Math.abs(spot.x - x) + 2 * Math.abs(spot.y - y));
    const at = far.indexOf(Math.min(...far));
    if (at < 0 || !this.game.reply || at === this.game.reply.at || at === this.going) return;
    this.going = at;
    this.game.do({ visit: at }).then(() => {
      this.going = undefined;
    });
  }
}

/**
 * Returns where each position is drawn. The line to the present position is in the first row; each
 * branch gets a row of its own, as far as there are rows.
 * @param {Reply} reply
 * @param {Set<number>} here The positions from the deal to the present one.
 * @returns {Spot[]}
 */
function spotsOf(reply, here) {
  const spots = [{ row: 0, depth: 0 }];
  const latest = reply.tree.findLastIndex((node) => node.p === reply.at) + 1;
  let free = 1;
  /**
   * Positions whose row has been continued.
   * @type {Set<number>}
   */
  const continued = new Set();
  reply.tree.forEach(({ p }, i) => {
    const at = i + 1;
    const parent = spots[p];
    let row = 0;
    if (!here.has(at)) {
      // What was played last from here stays in the first row, to be redone.
      const follows = parent.row > 0 || (p === reply.at ? at === latest : !here.has(p));
      if (follows && !continued.has(p)) {
        row = parent.row;
        continued.add(p);
      } else {
        row = Math.min(ROWS - 1, free++);
      }
    }
    spots.push({ row, depth: parent.depth + 1 });
  });
  return spots.map(({ row, depth }) => ({ x: 8 + depth * STEP, y: TOP + row * ROW, depth }));
}
