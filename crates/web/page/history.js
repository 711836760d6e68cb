// The history as a strip: a tree of moves, coloured by what is proved; drag to travel.

/** @import { Game } from './state.js' */
/** @import { Reply } from './types.js' */

import { svg } from './cards.js';
import { line } from './state.js';

const STEP = 11, ROW = 9, TOP = 7;

export class Strip {
  /** @param {HTMLElement} root @param {Game} game @param {(reply: Reply) => string[]} verdict */
  constructor(root, game, verdict) {
    this.root = root;
    this.game = game;
    this.verdict = verdict;
    /** @type {{ x: number, y: number, at: number }[]} */
    this.spots = [];
    /** Where the present journey goes. @type {number | undefined} */
    this.going = undefined;
    let held = false;
    root.addEventListener('pointerdown', (event) => { held = true; root.setPointerCapture(event.pointerId); this.travel(event); });
    root.addEventListener('pointermove', (event) => { if (held) this.travel(event); });
    root.addEventListener('pointerup', () => { held = false; });
    root.addEventListener('pointercancel', () => { held = false; });
  }

  /** @param {Reply} reply */
  show(reply) {
    const here = new Set(line(reply));
    // Each branch gets a row of its own, the line to the present place the first.
    const rows = new Map([[0, 0]]), depth = new Map([[0, 0]]);
    let free = 1;
    /** @type {Set<number>} */
    const continued = new Set();
    reply.tree.forEach((node, i) => {
      const at = i + 1;
      depth.set(at, (depth.get(node.p) ?? 0) + 1);
      if (here.has(at)) { rows.set(at, 0); return; }
      const parentRow = rows.get(node.p) ?? 0;
      if (!continued.has(node.p) && parentRow > 0) { rows.set(at, parentRow); continued.add(node.p); } else if (node.p === reply.at && !continued.has(node.p) && reply.tree.every((other, j) => other.p !== node.p || j <= i)) { rows.set(at, 0); continued.add(node.p); } else if (parentRow === 0 && !here.has(node.p) && node.p !== 0 && !continued.has(node.p)) { rows.set(at, 0); continued.add(node.p); } else rows.set(at, Math.min(2, free++));
    });
    const width = Math.max(...depth.values()) * STEP + 20;
    const picture = svg('svg', { width, height: TOP + ROW * 2 + 5, 'aria-hidden': 'true' });
    this.spots = [];
    const spot = (/** @type {number} */ at) => ({ x: 8 + (depth.get(at) ?? 0) * STEP, y: TOP + (rows.get(at) ?? 0) * ROW, at });
    const is = this.verdict(reply);
    let lines = '';
    reply.tree.forEach((node, i) => {
      const [a, b] = [spot(node.p), spot(i + 1)];
      lines += `M${a.x} ${a.y}L${b.x} ${b.y}`;
    });
    svg('path', { d: lines }, picture);
    for (let at = 0; at <= reply.tree.length; at++) {
      const { x, y } = spot(at);
      this.spots.push({ x, y, at });
      const names = [at === 0 || here.has(at) ? 'on' : '', at === reply.at ? 'at' : '', is[at]];
      svg('circle', { cx: x, cy: y, r: at === reply.at ? 5 : 3, class: names.join(' ').trim() }, picture);
    }
    this.root.replaceChildren(picture);
    const now = spot(reply.at).x;
    this.root.scrollLeft = now - this.root.clientWidth * 0.7;
    this.root.setAttribute('aria-valuemax', String(Math.max(...depth.values())));
    this.root.setAttribute('aria-valuenow', String(reply.made));
    this.root.setAttribute('aria-valuetext', `Move ${reply.made}, ${reply.tree.length} in all`);
  }

  /** @param {PointerEvent} event */
  travel(event) {
    const box = this.root.getBoundingClientRect();
    const [x, y] = [event.clientX - box.left + this.root.scrollLeft, event.clientY - box.top];
    let best = null, nearest = Infinity;
    for (const spot of this.spots) {
      const far = Math.abs(spot.x - x) + 2 * Math.abs(spot.y - y);
      if (far < nearest) { nearest = far; best = spot; }
    }
    if (best && this.game.reply && best.at !== this.game.reply.at && best.at !== this.going) {
      this.going = best.at;
      this.game.do({ visit: best.at }).then(() => { this.going = undefined; });
    }
  }
}
