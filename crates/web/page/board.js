// The table: piles and cards as elements, which move as the events of the engine say.
/** @import { Pile, Placement, Reply, Scene, Step } from './types.js' */

import { face } from './cards.js';
import { cascade } from './cascade.js';
import { make } from './dom.js';
import { ghostOf, nameOf, nameOfCard, noteOf, startOf } from './labels.js';
import { layout } from './layout.js';
import { deal, endMotion, glide, translate, turn } from './motion.js';
import { parts, suit } from './words.js';

/**
 * How much later each card of several starts, in milliseconds: drawn, dealt or going up together;
 * and each move of several. All moves of one command start within `ALL_MOVES`.
 */
const NEXT_CARD = 45;
const NEXT_MOVE = 90;
const ALL_MOVES = 2000;

/** Backs that lie closer than this show little but their margins, in heights of a card. */
const DENSE = 0.075;

/**
 * The element of a card, with the position and the card it has, and what it was dressed for.
 * @typedef {HTMLElement & {
 *   at?: { x: number, y: number }, code?: string, dressed?: string, hasTurned?: boolean,
 * }} CardElement
 */

/**
 * The elements of a pile.
 * @typedef {{
 *   group: HTMLElement, slot: HTMLElement, note: HTMLElement, cards: CardElement[],
 * }} PileElements
 */

/**
 * What lies under a pointer: the card at an index of a pile with those on it, or an empty place.
 * @typedef {{
 *   pile: string, index: number, count: number, card: string, element: CardElement,
 * }} Hit
 */

/** @typedef {{ left: boolean, large: boolean, motion: boolean }} Wishes */

export class Board {
  /**
   * @param {HTMLElement} root
   * @param {() => Wishes} wishes Returns what the player has chosen.
   */
  constructor(root, wishes) {
    this.root = root;
    this.wishes = wishes;
    /** @type {Scene | null} */
    this.scene = null;
    /**
     * The legal moves of cards, the best first.
     * @type {{ from: string, to: string, count: number }[]}
     */
    this.moves = [];
    /** @type {Map<string, PileElements>} */
    this.piles = new Map();
    /** @type {Placement | null} */
    this.placement = null;
    /** The pile and the card the keyboard is on. */
    this.focus = { pile: '', index: 0 };
    /** Which game the elements belong to. */
    this.key = '';
    /** Was the keyboard on the table before its element was removed? */
    this.hadFocus = false;
    new ResizeObserver(() => this.place(false)).observe(root);
  }

  /**
   * Shows a reply: first its steps as movement, then the position.
   * @param {Reply} reply
   * @param {boolean} [fresh] Is it another game?
   */
  show(reply, fresh = false) {
    const piles = reply.piles.map((pile) => pile.id);
    const key = `${reply.name} ${reply.set} ${reply.layout.columns} ${piles}`;
    this.scene = reply;
    this.moves = reply.moves.map(parts).filter((move) => move !== null);
    const moved = new Map();
    endMotion();
    let isNew = key !== this.key || fresh;
    if (isNew) {
      this.key = key;
      this.build(reply);
    } else {
      const pause = Math.min(NEXT_MOVE, ALL_MOVES / reply.steps.length);
      reply.steps.forEach((step, i) => {
        this.follow(step, moved, i * pause);
      });
    }
    if (!this.agrees()) {
      isNew = true;
      this.build(reply);
    }
    for (const pile of reply.piles) this.dress(pile);
    this.place(!isNew, moved);
    if (fresh && !reply.made && this.wishes().motion) this.deal();
    this.keepFocus();
  }

  /**
   * Creates all elements anew.
   * @param {Scene} scene
   */
  build(scene) {
    this.root.replaceChildren();
    this.piles.clear();
    for (const pile of scene.piles) {
      const id = pile.id;
      const slot = make('div', { class: 'slot', role: 'button', tabindex: '-1', 'data-pile': id });
      const note = make('span', { class: 'note', 'aria-hidden': 'true' });
      const cards = pile.cards.map(() => newCard());
      const group = make(
        'div',
        { class: `pile ${pile.kind}`, role: 'group', 'data-pile': id },
        slot,
        ...cards,
      );
      this.root.append(group, note);
      this.piles.set(id, { group, slot, note, cards });
    }
  }

  /** Lets the cards fly to their places, row by row, from the stock or from below the table. */
  deal() {
    const all = [...this.piles].flatMap(([id, { cards }]) =>
      cards.map((card, i) => ({ card, i, isStock: id === 's' })),
    );
    const dealt = all.filter(({ isStock }) => !isStock).sort((a, b) => a.i - b.i);
    const stock = this.placement?.places.get('s');
    const { clientWidth, clientHeight } = this.root;
    const below = { x: (clientWidth - (this.placement?.cw ?? 0)) / 2, y: clientHeight };
    deal(
      dealt.map(({ card }) => card),
      stock ?? below,
    );
  }

  /**
   * Moves the elements as a step says.
   * @param {Step} step
   * @param {Map<CardElement, number>} moved Collects what has moved, with the delay of each.
   * @param {number} delay
   */
  follow(step, moved, delay) {
    /**
     * @param {string} a
     * @param {string} b
     * @param {number} count
     * @param {boolean} [turned] Does the last card come to lie lowest?
     */
    const carry = (a, b, count, turned = false) => {
      const [source, target] = [
        this.piles.get(step.back ? b : a),
        this.piles.get(step.back ? a : b),
      ];
      if (!source || !target) return;
      const cards = source.cards.splice(Math.max(0, source.cards.length - count));
      if (turned) cards.reverse();
      target.cards.push(...cards);
      target.group.append(...cards);
      // Cards that are carried together stay together, except on their way up.
      const pause = turned || (!step.back && /^f/.test(b)) ? NEXT_CARD : 0;
      const order = turned ? cards : [...cards].reverse();
      for (const [i, card] of order.entries()) moved.set(card, delay + i * pause);
    };
    for (const event of step.back ? [...step.events].reverse() : step.events) {
      const count = event.count ?? 0;
      if (event.is === 'carried') carry(event.from ?? '', event.to ?? '', count);
      if (event.is === 'drawn') carry('s', 'w', count, true);
      if (event.is === 'redealt') carry('w', 's', count, true);
      if (event.is === 'dealt') {
        const columns = Array.from({ length: count }, (_, i) => String(i + 1));
        for (const column of step.back ? columns.reverse() : columns) {
          carry('s', column, 1);
          delay += NEXT_CARD;
        }
      }
    }
  }

  /** Do the elements have as many cards as the scene, pile by pile? */
  agrees() {
    return this.scene?.piles.every(
      (pile) => this.piles.get(pile.id)?.cards.length === pile.cards.length,
    );
  }

  /**
   * Gives the elements of a pile their faces, names and signs.
   * @param {Pile} pile
   */
  dress(pile) {
    const scene = /** @type {Scene} */ (this.scene);
    const { group, slot, cards } = /** @type {PileElements} */ (this.piles.get(pile.id));
    const lifts = Math.max(0, ...this.movesFrom(pile.id).map((move) => move.count));
    cards.forEach((element, i) => {
      dressCard(element, pile, i, lifts);
    });
    const name = nameOf(pile);
    const next = pile.kind === 'foundation' ? noteOf(pile, scene, false) : '';
    const label = [name, next || startOf(pile, scene)].filter(Boolean).join(', ');
    group.setAttribute('aria-label', label);
    slot.setAttribute('aria-label', label);
    const isUsable = !pile.cards.length || (pile.kind === 'stock' && !pile.cards.at(-1));
    slot.toggleAttribute('inert', !isUsable);
    if (isUsable) slot.removeAttribute('aria-hidden');
    else slot.setAttribute('aria-hidden', 'true');
    slot.replaceChildren(...ghostOf(pile, scene));
  }

  /**
   * Puts every card where it belongs.
   * @param {boolean} animate
   * @param {Map<CardElement, number>} [moved] Cards that glide above all others, with their delays.
   */
  place(animate, moved = new Map()) {
    if (!this.scene) return;
    const { clientWidth, clientHeight } = this.root;
    if (!clientWidth || !clientHeight) return;
    const wishes = this.wishes();
    const placement = layout(this.scene, clientWidth, clientHeight, wishes);
    this.placement = placement;
    setSize(this.root, '--cw', placement.cw);
    setSize(this.root, '--ch', placement.ch);
    setSize(this.root, '--ix', placement.ix);
    setSize(this.root, '--r', Math.max(3, placement.cw * 0.07));
    // One large suit instead of pips leaves room for a large index.
    this.root.classList.toggle('small', placement.small || wishes.large);
    for (const pile of this.scene.piles) {
      const place = placement.places.get(pile.id);
      const elements = this.piles.get(pile.id);
      if (!place || !elements) continue;
      const { group, slot, note, cards } = elements;
      slot.style.transform = translate(place);
      if (place.note) note.style.transform = translate(place.note);
      note.hidden = !place.note;
      const text = noteOf(pile, this.scene, placement.small);
      if (note.textContent !== text) note.textContent = text;
      setSize(group, '--ix', place.ix);
      const [lowest, second] = place.cards;
      const isDense = !pile.cards[0] && second && second.y - lowest.y < placement.ch * DENSE;
      group.classList.toggle('dense', Boolean(isDense));
      cards.forEach((card, i) => {
        moveCard(card, place.cards[i], i, animate && wishes.motion, moved.get(card));
      });
    }
  }

  /**
   * Returns the card and the pile an event is about.
   * @param {EventTarget | null} target
   * @returns {Hit | null}
   */
  hit(target) {
    const element =
      target instanceof Element
        ? /** @type {CardElement | null} */ (target.closest('[data-pile]'))
        : null;
    if (!element || !this.root.contains(element)) return null;
    const pile = element.dataset.pile ?? '';
    const cards = this.pile(pile)?.cards ?? [];
    const index =
      element.dataset.index === undefined ? cards.length : Number(element.dataset.index);
    return { pile, index, count: cards.length - index, card: cards[index] ?? '', element };
  }

  /** @param {string} id */
  pile(id) {
    return this.scene?.piles.find((pile) => pile.id === id);
  }

  /**
   * Returns the legal moves of cards of a pile, the best first.
   * @param {string} pile
   */
  movesFrom(pile) {
    return this.moves.filter((move) => move.from === pile);
  }

  /**
   * Returns the piles to which this many cards of a pile can go.
   * @param {string} from
   * @param {number} count
   */
  targets(from, count) {
    const moves = this.movesFrom(from).filter((move) => move.count === count);
    return new Set(moves.map((move) => move.to));
  }

  /**
   * Marks cards as held, and the piles to which they can go.
   * @param {string} from
   * @param {number} count
   */
  light(from, count) {
    this.clearMarks();
    const to = this.targets(from, count);
    for (const [id, { group }] of this.piles) group.classList.toggle('lit', to.has(id));
    const cards = this.piles.get(from)?.cards ?? [];
    for (const card of cards.slice(cards.length - count)) {
      card.classList.add('held');
      if (card.getAttribute('role')) card.setAttribute('aria-pressed', 'true');
    }
  }

  /** Removes all marks: of held cards, their targets, hints and peeks. */
  clearMarks() {
    for (const marked of this.root.querySelectorAll('.lit, .held, .hint, .peek')) {
      marked.classList.remove('lit', 'held', 'hint', 'peek');
      marked.removeAttribute('aria-pressed');
    }
  }

  /**
   * Marks the top cards of a pile, or its empty place, for a hint.
   * @param {string} pile
   * @param {number} [count]
   */
  mark(pile, count = 1) {
    const found = this.piles.get(pile);
    if (!found) return;
    const cards = found.cards.slice(found.cards.length - count);
    for (const element of cards.length ? cards : [found.slot]) element.classList.add('hint');
  }

  /**
   * Marks one card that was looked for; in a pile that shows its top only, marks the top.
   * @param {string} pile
   * @param {number} index
   */
  point(pile, index) {
    const cards = this.piles.get(pile)?.cards ?? [];
    const kind = this.pile(pile)?.kind ?? '';
    const shown = ['column', 'reserve', 'cell'].includes(kind) ? index : cards.length - 1;
    const card = cards[shown];
    card?.classList.add('hint');
    if (card?.code && index < cards.length - 1 && kind === 'column') card.classList.add('peek');
  }

  /** Returns the element the keyboard is on. */
  focused() {
    const { pile, index } = this.focus;
    const found = this.piles.get(pile);
    return this.pile(pile)?.cards[index] ? found?.cards[index] : found?.slot;
  }

  /** Makes an element that is there the only Tab stop of the table. */
  keepFocus() {
    const { activeElement } = document;
    const hadFocus =
      this.root.contains(activeElement) || (activeElement === document.body && this.hadFocus);
    if (!this.pile(this.focus.pile)) {
      const first = this.scene?.piles.find((pile) => pile.kind === 'column');
      this.focus = { pile: first?.id ?? '', index: 0 };
    }
    const pile = this.pile(this.focus.pile);
    if (pile) {
      const top = Math.max(0, pile.cards.length - 1);
      const lowest = Math.max(0, pile.cards.findIndex(Boolean));
      const isFan = pile.kind === 'column' || pile.kind === 'reserve';
      this.focus.index = isFan ? Math.min(top, Math.max(this.focus.index, lowest)) : top;
    }
    for (const stop of this.root.querySelectorAll('[tabindex="0"]'))
      stop.setAttribute('tabindex', '-1');
    const stop = this.focused();
    if (stop) {
      stop.tabIndex = 0;
      if (hadFocus) stop.focus({ preventScroll: true });
    }
    this.hadFocus = hadFocus;
  }

  /**
   * Moves the keyboard to a card of a pile, or to its top.
   * @param {string} pile
   * @param {number} [index]
   */
  goTo(pile, index) {
    const cards = this.pile(pile)?.cards;
    if (!cards) return;
    this.hadFocus = true;
    this.focus = { pile, index: index ?? Math.max(0, cards.length - 1) };
    this.keepFocus();
    this.focused()?.focus({ preventScroll: true });
  }

  /** Lets the cards fall after a win; returns a function that ends it. */
  cascade() {
    if (!this.wishes().motion) return () => {};
    const cards = [...this.piles.values()].flatMap((pile) => [...pile.cards].reverse());
    const { clientWidth: width, clientHeight: height } = this.root;
    return cascade(cards, { width, height, card: this.placement?.ch ?? 100 });
  }
}

/** @returns {CardElement} */
const newCard = () => make('div', { class: 'card down', 'aria-hidden': 'true' });

/**
 * Gives a card its face and its name.
 * @param {CardElement} element
 * @param {Pile} pile
 * @param {number} i Its index in the pile.
 * @param {number} lifts How many cards of the pile can be lifted at once.
 */
function dressCard(element, pile, i, lifts) {
  const card = pile.cards[i];
  const total = pile.cards.length;
  const isTop = i === total - 1;
  const isLifted = pile.kind === 'column' && lifts > 1 && i >= total - lifts;
  // Most cards stay as they are.
  const key = `${pile.id} ${i} ${total} ${card} ${isLifted}`;
  if (element.dressed === key) return;
  element.dressed = key;
  element.dataset.pile = pile.id;
  element.dataset.index = String(i);
  if (element.code !== card) {
    element.hasTurned = element.code !== undefined && !element.code !== !card;
    element.code = card;
    element.className = card ? `card ${suit(card)}` : 'card down';
    element.replaceChildren(...(card ? [face(card)] : []));
  }
  const isFan = pile.kind === 'column' || pile.kind === 'reserve';
  element.classList.toggle('covered', !isTop && isFan);
  element.classList.toggle('lift', isLifted);
  const isBuried = !isTop && (pile.kind === 'waste' || pile.kind === 'foundation');
  const isDeep = i < total - 3 && (isBuried || pile.kind === 'stock');
  element.classList.toggle('buried', isDeep);
  if (!card || isBuried) {
    element.setAttribute('aria-hidden', 'true');
    for (const name of ['role', 'tabindex', 'aria-label']) element.removeAttribute(name);
  } else {
    element.removeAttribute('aria-hidden');
    element.setAttribute('role', 'button');
    element.tabIndex = -1;
    element.setAttribute('aria-label', nameOfCard(pile, i));
  }
}

/**
 * Sets a property of the style to a size in pixels. Only changes are written: they cost time.
 * @param {HTMLElement} element
 * @param {string} name
 * @param {number} size
 */
function setSize(element, name, size) {
  const value = `${size}px`;
  if (element.style.getPropertyValue(name) !== value) element.style.setProperty(name, value);
}

/**
 * Puts a card where it belongs, and lets it glide or turn over there if that is wanted.
 * @param {CardElement} card
 * @param {{ x: number, y: number }} to
 * @param {number} i Its index in the pile.
 * @param {boolean} animate
 * @param {number} [delay] When it starts, if it moves above the others.
 */
function moveCard(card, to, i, animate, delay) {
  const from = card.at;
  const { hasTurned } = card;
  card.at = to;
  card.hasTurned = false;
  const layer = String(i + 1);
  if (card.style.zIndex !== layer) card.style.zIndex = layer;
  const transform = translate(to);
  if (card.style.transform !== transform) card.style.transform = transform;
  if (!animate || !from) return;
  if (hasTurned) turn(card, from, to, delay ?? 0);
  else if (from.x !== to.x || from.y !== to.y)
    glide(card, from, to, { delay, raised: delay !== undefined });
}
