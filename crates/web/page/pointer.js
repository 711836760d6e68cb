// Mouse, pen and touch: taps, clicks, double clicks, right clicks, long presses and drags become
// commands.
/** @import { Board, CardElement, Hit } from './board.js' */
/** @import { Game } from './game.js' */
/** @import { Placement } from './types.js' */

import { settings } from './settings.js';
import { notation, words } from './words.js';

/** How far a pressed pointer moves before it drags, in pixels. */
const DRAG = 6;
/** After how many milliseconds a press is long. */
const LONG = 450;
/** Within how many milliseconds two clicks are a double click. */
const DOUBLE = 380;
/** How far from a pile cards may be dropped to be taken for it, in widths of a card. */
const NEAR = 0.6;

/**
 * A pointer that is down on a card or a slot. `long` once it has shown the card: then it may still
 * drag, but is no tap any more.
 * @typedef {{
 *   id: number, x: number, y: number, hit: Hit, touch: boolean, dragging: boolean, long: boolean,
 *   cards: CardElement[], timer: number,
 * }} Press
 */

export class Pointer {
  /**
   * @param {Board} board
   * @param {Game} game
   * @param {(why: string) => void} refuse
   */
  constructor(board, game, refuse) {
    this.board = board;
    this.game = game;
    this.refuse = refuse;
    /**
     * The cards that were picked up by a click or a key.
     * @type {{ pile: string, count: number } | null}
     */
    this.chosen = null;
    /** @type {Press | null} */
    this.press = null;
    this.lastClick = { pile: '', at: 0 };
    const root = board.root;
    root.addEventListener('pointerdown', (event) => this.down(event));
    root.addEventListener('pointermove', (event) => this.move(event));
    root.addEventListener('pointerup', (event) => this.up(event));
    root.addEventListener('pointercancel', () => this.release(true));
    root.addEventListener('contextmenu', (event) => {
      event.preventDefault();
      if (this.press?.touch) return;
      if (settings.right === 'draw') game.do('draw');
      else this.peek(event.target);
    });
  }

  /** @param {PointerEvent} event */
  down(event) {
    if (event.button !== 0 || this.press) return;
    const hit = this.board.hit(event.target);
    if (!hit) {
      this.forget();
      return;
    }
    event.preventDefault();
    this.board.root.setPointerCapture(event.pointerId);
    const touch = event.pointerType !== 'mouse';
    const timer = window.setTimeout(() => {
      if (this.press && !this.press.dragging && touch) {
        this.press.long = true;
        this.peek(hit.element);
      }
    }, LONG);
    this.press = {
      id: event.pointerId,
      x: event.clientX,
      y: event.clientY,
      hit,
      touch,
      dragging: false,
      long: false,
      cards: [],
      timer,
    };
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
      for (const card of press.cards) card.classList.add('drag');
    }
    press.cards.forEach((card, i) => {
      const at = card.at ?? { x: 0, y: 0 };
      card.style.zIndex = String(800 + i);
      card.style.transform = `translate(${at.x + dx}px, ${at.y + dy}px)`;
    });
  }

  /** @param {PointerEvent} event */
  up(event) {
    const press = this.press;
    if (!press || press.id !== event.pointerId) return;
    if (!press.dragging) {
      this.release(false);
      if (!press.long) this.tap(press.hit, press.touch);
      return;
    }
    const to = this.target(event, press);
    const offset = { x: event.clientX - press.x, y: event.clientY - press.y };
    // The cards glide to where they belong from where they were dropped.
    for (const card of press.cards)
      if (card.at) card.at = { x: card.at.x + offset.x, y: card.at.y + offset.y };
    this.release(false);
    if (!to) {
      this.board.place(true);
      return;
    }
    this.carry(press.hit.pile, to, press.hit.count);
  }

  /**
   * Ends the press.
   * @param {boolean} back Do the cards go back to where they lay?
   */
  release(back) {
    const press = this.press;
    if (!press) return;
    clearTimeout(press.timer);
    for (const card of press.cards) card.classList.remove('drag');
    this.press = null;
    if (press.dragging) this.board.clearMarks();
    if (back) this.board.place(true);
  }

  /**
   * Returns the pile on which dragged cards are dropped: the nearest one that takes them, otherwise
   * the one under them.
   * @param {PointerEvent} event
   * @param {Press} press
   */
  target(event, press) {
    const { placement } = this.board;
    if (!placement) return null;
    const box = this.board.root.getBoundingClientRect();
    const from = placement.places.get(press.hit.pile)?.cards[press.hit.index] ?? { x: 0, y: 0 };
    // Both the pointer and the middle of the card may point at a pile.
    const points = [
      { x: event.clientX - box.left, y: event.clientY - box.top },
      {
        x: from.x + event.clientX - press.x + placement.cw / 2,
        y: from.y + event.clientY - press.y + placement.ch / 2,
      },
    ];
    const legal = this.board.targets(press.hit.pile, press.hit.count);
    const far = (/** @type {string} */ id) =>
      Math.min(...points.map((point) => distance(point, placement, id)));
    const nearest = (/** @type {string[]} */ ids) =>
      ids.map((id) => ({ id, far: far(id) })).sort((a, b) => a.far - b.far)[0];
    const ids = [...placement.places.keys()].filter((id) => id !== press.hit.pile);
    const taken = nearest(ids.filter((id) => legal.has(id)));
    const under = nearest(ids);
    const home = far(press.hit.pile);
    if (taken && taken.far < placement.cw * NEAR && (taken.far <= home || taken.far === 0))
      return taken.id;
    return under && under.far === 0 ? under.id : null;
  }

  /**
   * A click or a tap.
   * @param {Hit} hit
   * @param {boolean} touch
   */
  tap(hit, touch) {
    const { pile, card, count } = hit;
    const now = performance.now();
    const twice = this.lastClick.pile === pile && now - this.lastClick.at < DOUBLE;
    this.lastClick = { pile, at: now };
    const kind = this.board.pile(pile)?.kind;
    if (kind === 'stock' && !card) {
      this.forget();
      this.game.do('draw');
      return;
    }
    // A card on which the chosen ones cannot go is chosen in their place.
    if (
      this.chosen &&
      this.chosen.pile !== pile &&
      card &&
      !this.isLegal(this.chosen.pile, pile, this.chosen.count)
    )
      this.forget();
    if (this.chosen && this.chosen.pile !== pile) {
      const { pile: from, count: many } = this.chosen;
      this.forget();
      // A click that puts cards down does not begin a double click.
      this.lastClick = { pile: '', at: 0 };
      this.carry(from, pile, many);
      return;
    }
    if (twice && card && count === 1) {
      this.lastClick.at = 0;
      this.forget();
      this.moveUp(pile);
      return;
    }
    if (!card) {
      this.forget();
      return;
    }
    const best = settings.tap === 'best' || (settings.tap === 'auto' && touch);
    if (best) {
      this.best(pile, count, card);
      return;
    }
    if (this.chosen && this.chosen.count === count) {
      this.forget();
      return;
    }
    this.choose(pile, count);
  }

  /**
   * Picks cards up, and shows where they can go.
   * @param {string} pile
   * @param {number} count
   */
  choose(pile, count) {
    this.chosen = { pile, count };
    this.board.light(pile, count);
  }

  /** Puts back what was picked up. */
  forget() {
    this.chosen = null;
    this.board.clearMarks();
  }

  /**
   * Plays the best move of these cards, or says that they have none.
   * @param {string} pile
   * @param {number} count
   * @param {string} card
   */
  best(pile, count, card) {
    // The engine lists the moves with the best first.
    const move = this.board.movesFrom(pile).find((m) => m.count === count);
    this.forget();
    if (move) {
      this.carry(pile, move.to, count);
      return;
    }
    this.shake(pile);
    this.refuse(`The ${words(card).toLowerCase()} cannot go anywhere now.`);
  }

  /**
   * Moves the top card of a pile to the foundations.
   * @param {string} pile
   */
  async moveUp(pile) {
    const reply = await this.game.do({ up: pile });
    if (reply?.refused) this.shake(pile);
  }

  /**
   * Moves cards from one pile to another. The engine finds the move that is meant, or the reason
   * why there is none.
   * @param {string} from
   * @param {string} to
   * @param {number} count
   */
  async carry(from, to, count) {
    const reply = await this.game.do(
      this.isLegal(from, to, count)
        ? { play: notation(from, to, count) }
        : { carry: { from, to, count } },
    );
    if (reply?.refused) this.shake(from);
  }

  /**
   * @param {string} from
   * @param {string} to
   * @param {number} count
   */
  isLegal(from, to, count) {
    return !!this.board.scene?.moves.includes(notation(from, to, count));
  }

  /**
   * Shakes the top card of a pile: its move was refused.
   * @param {string} pile
   */
  shake(pile) {
    const cards = this.board.piles.get(pile)?.cards ?? [];
    const top = cards[cards.length - 1];
    top?.classList.add('shake');
    setTimeout(() => top?.classList.remove('shake'), 200);
  }

  /**
   * Shows a covered card for a moment.
   * @param {EventTarget | null} target
   */
  peek(target) {
    const hit = this.board.hit(target);
    if (!hit?.card) return;
    this.board.clearMarks();
    hit.element.classList.add('peek');
    setTimeout(() => hit.element.classList.remove('peek'), 1500);
  }
}

/**
 * Returns how far a point is from the zone of a pile; 0 within it.
 * @param {{ x: number, y: number }} point
 * @param {Placement} placement
 * @param {string} pile
 */
function distance(point, placement, pile) {
  const zone = placement.places.get(pile)?.zone;
  if (!zone) return Infinity;
  return Math.hypot(
    Math.max(zone.x - point.x, 0, point.x - zone.x - zone.w),
    Math.max(zone.y - point.y, 0, point.y - zone.y - zone.h),
  );
}
