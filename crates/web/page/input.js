// Pointer to command: tap, click and click, drag, double click, right click, long press, touch.

/** @import { Board } from './board.js' */
/** @import { Game } from './state.js' */

import { settings } from './settings.js';
import { carry, parts, words } from './words.js';

const DRAG = 6;
const LONG = 450;

export class Pointer {
  /** @param {Board} board @param {Game} game @param {{ refuse: (why: string) => void }} out */
  constructor(board, game, out) {
    this.board = board;
    this.game = game;
    this.out = out;
    /** The cards chosen for the next tap. @type {{ pile: string, count: number } | null} */
    this.chosen = null;
    /** @type {{ id: number, x: number, y: number, hit: NonNullable<ReturnType<Board['hit']>>, touch: boolean, dragging: boolean, cards: HTMLElement[], timer: number } | null} */
    this.press = null;
    this.last = { pile: '', at: 0 };
    const root = board.root;
    root.addEventListener('pointerdown', (event) => this.down(event));
    root.addEventListener('pointermove', (event) => this.move(event));
    root.addEventListener('pointerup', (event) => this.up(event));
    root.addEventListener('pointercancel', () => this.drop(true));
    root.addEventListener('contextmenu', (event) => {
      event.preventDefault();
      if (this.press?.touch) return;
      if (settings.right === 'draw') game.do('draw'); else this.peek(event.target);
    });
  }

  /** @param {PointerEvent} event */
  down(event) {
    if (event.button !== 0 || this.press) return;
    const hit = this.board.hit(event.target);
    if (!hit) { this.forget(); return; }
    event.preventDefault();
    this.board.root.setPointerCapture(event.pointerId);
    const touch = event.pointerType !== 'mouse';
    const timer = window.setTimeout(() => { if (this.press && !this.press.dragging && touch) { this.peek(hit.element); this.drop(true); } }, LONG);
    this.press = { id: event.pointerId, x: event.clientX, y: event.clientY, hit, touch, dragging: false, cards: [], timer };
  }

  /** @param {PointerEvent} event */
  move(event) {
    const press = this.press;
    if (!press || press.id !== event.pointerId) return;
    const [dx, dy] = [event.clientX - press.x, event.clientY - press.y];
    if (!press.dragging) {
      if (Math.hypot(dx, dy) < DRAG || !press.hit.card) return;
      press.dragging = true;
      clearTimeout(press.timer);
      press.cards = this.board.piles.get(press.hit.pile)?.cards.slice(press.hit.index) ?? [];
      this.forget();
      this.board.light(press.hit.pile, press.hit.count);
      press.cards.forEach((card) => card.classList.add('drag'));
    }
    press.cards.forEach((card, i) => {
      const at = /** @type {import('./board.js').CardElement} */ (card).at ?? { x: 0, y: 0 };
      card.style.zIndex = String(800 + i);
      card.style.transform = `translate(${at.x + dx}px, ${at.y + dy}px)`;
    });
  }

  /** @param {PointerEvent} event */
  up(event) {
    const press = this.press;
    if (!press || press.id !== event.pointerId) return;
    if (!press.dragging) {
      this.drop(false);
      this.tap(press.hit, press.touch);
      return;
    }
    const to = this.target(event, press);
    const offset = { x: event.clientX - press.x, y: event.clientY - press.y };
    // The cards stay where they were let go; from there they glide to wherever they belong.
    for (const card of press.cards) {
      const moved = /** @type {import('./board.js').CardElement} */ (card);
      if (moved.at) moved.at = { x: moved.at.x + offset.x, y: moved.at.y + offset.y };
    }
    this.drop(false);
    if (!to) { this.board.place(true); return; }
    this.carry(press.hit.pile, to, press.hit.count);
  }

  /** @param {boolean} back */
  drop(back) {
    const press = this.press;
    if (!press) return;
    clearTimeout(press.timer);
    press.cards.forEach((card) => card.classList.remove('drag'));
    this.press = null;
    if (press.dragging) this.board.dark();
    if (back) this.board.place(true);
  }

  /** Where dragged cards are meant to go: the nearest pile that takes them, else the pile under them. @param {PointerEvent} event @param {NonNullable<Pointer['press']>} press */
  target(event, press) {
    const laid = this.board.laid;
    const scene = this.board.scene;
    if (!laid || !scene) return null;
    const box = this.board.root.getBoundingClientRect();
    const from = laid.places.get(press.hit.pile)?.cards[press.hit.index] ?? { x: 0, y: 0 };
    // Both the finger and the middle of the card may point at a pile.
    const points = [
      { x: event.clientX - box.left, y: event.clientY - box.top },
      { x: from.x + event.clientX - press.x + laid.cw / 2, y: from.y + event.clientY - press.y + laid.ch / 2 },
    ];
    const legal = new Set(scene.moves.map(parts).filter((m) => m && m.from === press.hit.pile && m.count === press.hit.count).map((m) => m?.to));
    const far = (/** @type {string} */ id) => {
      const zone = /** @type {import('./types.js').Place} */ (laid.places.get(id)).zone;
      return Math.min(...points.map((p) => Math.hypot(Math.max(zone.x - p.x, 0, p.x - zone.x - zone.w), Math.max(zone.y - p.y, 0, p.y - zone.y - zone.h))));
    };
    const nearest = (/** @type {string[]} */ ids) => ids.map((id) => ({ id, far: far(id) })).sort((a, b) => a.far - b.far)[0];
    const ids = [...laid.places.keys()].filter((id) => id !== press.hit.pile);
    const taken = nearest(ids.filter((id) => legal.has(id)));
    const under = nearest(ids);
    const home = far(press.hit.pile);
    if (taken && taken.far < laid.cw * 0.6 && (taken.far <= home || taken.far === 0)) return taken.id;
    return under && under.far === 0 ? under.id : null;
  }

  /** @param {NonNullable<ReturnType<Board['hit']>>} hit @param {boolean} touch */
  tap(hit, touch) {
    const { pile, card, count } = hit;
    const now = performance.now();
    const twice = this.last.pile === pile && now - this.last.at < 380;
    this.last = { pile, at: now };
    const kind = this.board.pile(pile)?.kind;
    if (kind === 'stock' && !card) { this.forget(); this.game.do('draw'); return; }
    // A card where the chosen ones cannot go is meant for itself.
    if (this.chosen && this.chosen.pile !== pile && card && !this.board.scene?.moves.includes(carry(this.chosen.pile, pile, this.chosen.count))) this.forget();
    if (this.chosen && this.chosen.pile !== pile) {
      const { pile: from, count: many } = this.chosen;
      this.forget();
      // The click that put cards down is not the first half of a double click.
      this.last = { pile: '', at: 0 };
      this.carry(from, pile, many);
      return;
    }
    if (twice && card && count === 1) { this.last.at = 0; this.forget(); this.up1(pile); return; }
    if (!card) { this.forget(); return; }
    const best = settings.tap === 'best' || (settings.tap === 'auto' && touch);
    if (best) { this.best(pile, count, card); return; }
    if (this.chosen && this.chosen.count === count) { this.forget(); return; }
    this.choose(pile, count);
  }

  /** @param {string} pile @param {number} count */
  choose(pile, count) {
    this.chosen = { pile, count };
    this.board.light(pile, count);
  }

  forget() {
    this.chosen = null;
    this.board.dark();
  }

  /** The best move of these cards; that there is none is said. @param {string} pile @param {number} count @param {string} card */
  best(pile, count, card) {
    const move = this.board.scene?.moves.map(parts).find((m) => m && m.from === pile && m.count === count);
    this.forget();
    if (move) { this.carry(pile, move.to, count); return; }
    this.shake(pile);
    this.out.refuse(`${words(card)} cannot go anywhere now.`);
  }

  /** A double click. @param {string} pile */
  async up1(pile) {
    const reply = await this.game.do({ up: pile });
    if (reply?.refused) this.shake(pile);
  }

  /** @param {string} from @param {string} to @param {number} count */
  async carry(from, to, count) {
    const legal = this.board.scene?.moves.includes(carry(from, to, count));
    const reply = await this.game.do(legal ? { play: carry(from, to, count) } : { carry: { from, to, count } });
    if (reply?.refused) this.shake(from);
  }

  /** @param {string} pile */
  shake(pile) {
    const cards = this.board.piles.get(pile)?.cards ?? [];
    const top = cards[cards.length - 1];
    top?.classList.add('shake');
    setTimeout(() => top?.classList.remove('shake'), 200);
  }

  /** Lifts a covered card into sight. @param {EventTarget | null} target */
  peek(target) {
    const hit = this.board.hit(target);
    if (!hit?.card) return;
    this.board.dark();
    hit.element.classList.add('peek');
    setTimeout(() => hit.element.classList.remove('peek'), 1500);
  }
}
