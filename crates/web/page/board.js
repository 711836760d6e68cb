// The table: piles and cards as elements, moved by what the engine says happened.
/** @import { Reply, Scene, StepForm, PileForm, Laid } from './types.js' */

import { face, sign } from './cards.js';
import { layout } from './layout.js';
import { ORDER, capital, parts, plural, printed, rank, suit, words } from './words.js';

const TIME = 170;

/** @typedef {HTMLElement & { at?: { x: number, y: number }, code?: string, dressed?: string }} CardElement */

export class Board {
  /** @param {HTMLElement} root @param {() => { left: boolean, large: boolean, motion: boolean }} wish */
  constructor(root, wish) {
    this.root = root;
    this.wish = wish;
    /** @type {Scene | null} */
    this.scene = null;
    /** @type {Map<string, { group: HTMLElement, slot: HTMLElement, note: HTMLElement, cards: CardElement[] }>} */
    this.piles = new Map();
    /** @type {Laid | null} */
    this.laid = null;
    /** How many top cards of a pile can be lifted at once, as far as some move does it. @type {Map<string, number>} */
    this.lifts = new Map();
    /** Where the keyboard is: a pile and a card of it. */
    this.focus = { pile: '', index: 0 };
    this.key = '';
    /** Was the keyboard on the table before its element went away? */
    this.held = false;
    new ResizeObserver(() => this.place(false)).observe(root);
  }

  /** Shows a reply: its steps as movement, then the scene as it is. @param {Reply} reply @param {boolean} [fresh] */
  show(reply, fresh = false) {
    const key = `${reply.name} ${reply.set.join()} ${reply.layout.columns} ${reply.piles.map((p) => p.id)}`;
    this.scene = reply;
    const moved = new Set();
    if (key !== this.key || fresh) {
      this.key = key;
      this.build(reply);
    } else {
      for (const step of reply.steps) this.follow(step, moved);
    }
    if (!this.agrees()) this.build(reply);
    this.lifts.clear();
    for (const move of reply.moves.map(parts)) if (move) this.lifts.set(move.from, Math.max(move.count, this.lifts.get(move.from) ?? 0));
    for (const pile of reply.piles) this.dress(pile);
    this.place(!fresh, moved);
    this.keepFocus();
  }

  /** All elements anew. @param {Scene} scene */
  build(scene) {
    this.root.replaceChildren();
    this.piles.clear();
    for (const pile of scene.piles) {
      const group = document.createElement('div');
      group.className = `pile ${pile.kind}`;
      group.setAttribute('role', 'group');
      group.dataset.pile = pile.id;
      const slot = document.createElement('div');
      slot.className = 'slot';
      slot.dataset.pile = pile.id;
      slot.setAttribute('role', 'button');
      slot.tabIndex = -1;
      const note = document.createElement('span');
      note.className = 'note';
      note.setAttribute('aria-hidden', 'true');
      group.append(slot);
      const cards = pile.cards.map(() => this.newCard());
      group.append(...cards);
      this.root.append(group, note);
      this.piles.set(pile.id, { group, slot, note, cards });
    }
  }

  /** @returns {CardElement} */
  newCard() {
    const card = /** @type {CardElement} */ (document.createElement('div'));
    card.className = 'card down';
    card.code = '';
    card.setAttribute('aria-hidden', 'true');
    return card;
  }

  /** Moves the elements as a step says. @param {StepForm} step @param {Set<CardElement>} moved */
  follow(step, moved) {
    const carry = (/** @type {string} */ from, /** @type {string} */ to, /** @type {number} */ count, turned = false) => {
      const [source, target] = [this.piles.get(from), this.piles.get(to)];
      if (!source || !target) return;
      const cards = source.cards.splice(Math.max(0, source.cards.length - count));
      if (turned) cards.reverse();
      target.cards.push(...cards);
      target.group.append(...cards);
      cards.forEach((card) => moved.add(card));
    };
    const events = step.back ? [...step.events].reverse() : step.events;
    for (const event of events) {
      const count = event.count ?? 0;
      const [from, to] = [event.from ?? '', event.to ?? ''];
      if (event.is === 'carried') step.back ? carry(to, from, count) : carry(from, to, count);
      if (event.is === 'drawn') step.back ? carry('w', 's', count, true) : carry('s', 'w', count, true);
      if (event.is === 'redealt') step.back ? carry('s', 'w', count, true) : carry('w', 's', count, true);
      if (event.is === 'dealt') {
        const columns = Array.from({ length: count }, (_, i) => String(i + 1));
        if (step.back) columns.reverse().forEach((column) => carry(column, 's', 1));
        else columns.forEach((column) => carry('s', column, 1));
      }
    }
  }

  /** Do the elements have the shape of the scene? */
  agrees() {
    return !!this.scene && this.scene.piles.every((pile) => this.piles.get(pile.id)?.cards.length === pile.cards.length);
  }

  /** Faces, names and signs of a pile. @param {PileForm} pile */
  dress(pile) {
    const scene = /** @type {Scene} */ (this.scene);
    const { group, slot, cards } = /** @type {NonNullable<ReturnType<typeof this.piles.get>>} */ (this.piles.get(pile.id));
    const down = pile.cards.filter((card) => !card).length, total = pile.cards.length;
    const lifts = this.lifts.get(pile.id) ?? 0;
    cards.forEach((element, i) => {
      const card = pile.cards[i];
      // Most cards are what they were.
      const key = `${pile.id} ${i} ${total} ${card} ${i >= total - lifts && lifts > 1}`;
      if (element.dressed === key) return;
      element.dressed = key;
      element.dataset.pile = pile.id;
      element.dataset.index = String(i);
      if (element.code !== card) {
        element.code = card;
        element.className = card ? `card ${suit(card)}` : 'card down';
        element.replaceChildren(...(card ? [face(card)] : []));
      }
      element.classList.toggle('covered', i < total - 1 && (pile.kind === 'column' || pile.kind === 'reserve'));
      element.classList.toggle('lift', pile.kind === 'column' && lifts > 1 && i >= total - lifts);
      const buried = !card || (pile.kind === 'waste' || pile.kind === 'foundation' ? i < total - 1 : false);
      if (buried) {
        element.setAttribute('aria-hidden', 'true');
        element.removeAttribute('role');
        element.removeAttribute('tabindex');
        element.removeAttribute('aria-label');
      } else {
        element.removeAttribute('aria-hidden');
        element.setAttribute('role', 'button');
        element.tabIndex = -1;
        const carries = total - 1 - i;
        const place = pile.kind === 'column' && total > 1 ? `, ${i + 1} of ${total}` : '';
        element.setAttribute('aria-label', words(card) + place + (carries && pile.kind === 'column' ? `, carries ${plural(carries, 'card')}` : ''));
      }
    });
    const shown = total - down;
    const name = capital(pile.words);
    const state = total === 0 ? 'empty' : [down ? `${plural(down, 'card')} face down` : '', shown ? plural(shown, 'card') + (down ? ' face up' : '') : ''].filter(Boolean).join(', ');
    const next = pile.kind === 'foundation' ? this.noteOf(pile, scene, false) : '';
    group.setAttribute('aria-label', `${name}: ${state}${next ? `, ${next}` : ''}`);
    slot.setAttribute('aria-label', `${name}: ${state}`);
    const usable = total === 0 || (pile.kind === 'stock' && !pile.cards[total - 1]);
    slot.toggleAttribute('inert', !usable);
    if (!usable) slot.setAttribute('aria-hidden', 'true'); else slot.removeAttribute('aria-hidden');
    slot.replaceChildren(...this.ghost(pile));
  }

  /** What an empty place wants. @param {PileForm} pile @returns {Node[]} */
  ghost(pile) {
    const scene = /** @type {Scene} */ (this.scene);
    const ghost = document.createElement('span');
    ghost.className = 'ghost';
    ghost.setAttribute('aria-hidden', 'true');
    if (pile.kind === 'foundation' && !scene.layout.runs) ghost.dataset.rank = printed(scene.base);
    else if (pile.kind === 'foundation') ghost.append(sign('S'));
    else if (pile.kind === 'stock') ghost.dataset.rank = scene.moves.includes('redeal') ? '↻' : '×';
    else return [];
    return [ghost];
  }

  /** The small text under a pile; under small cards it must be short. @param {PileForm} pile @param {Scene} scene @param {boolean} [small] */
  noteOf(pile, scene, small = !!this.laid?.small) {
    const n = pile.cards.length;
    if (small && pile.kind === 'waste') return '';
    if (small && pile.kind === 'stock') return scene.layout.rows === null ? String(n) : `× ${scene.layout.rows}`;
    if (pile.kind === 'stock') {
      if (scene.layout.rows !== null) return `${plural(scene.layout.rows, 'row')} left`;
      const passes = scene.layout.waste ? ` · pass ${scene.redeals + 1}${scene.layout.redeals === undefined ? '' : `/${scene.layout.redeals + 1}`}` : '';
      return n + passes;
    }
    if (pile.kind === 'waste') return n ? plural(n, 'card') : '';
    if (pile.kind === 'reserve') return !n ? '' : small ? String(n) : plural(n, 'card');
    if (pile.kind === 'foundation' && !scene.layout.runs && n) return n < scene.layout.ranks ? `${small ? '→' : 'next '}${printed(nextRank(scene, pile.cards[n - 1]))}` : small ? '' : 'full';
    return '';
  }

  /** Puts every card where it belongs. @param {boolean} animate @param {Set<CardElement>} [moved] */
  place(animate, moved = new Set()) {
    if (!this.scene) return;
    const { clientWidth, clientHeight } = this.root;
    if (!clientWidth || !clientHeight) return;
    const wish = this.wish();
    const laid = (this.laid = layout(this.scene, clientWidth, clientHeight, wish));
    const set = (/** @type {HTMLElement} */ element, /** @type {string} */ name, /** @type {number} */ size) => {
      if (element.style.getPropertyValue(name) !== `${size}px`) element.style.setProperty(name, `${size}px`);
    };
    set(this.root, '--cw', laid.cw);
    set(this.root, '--ch', laid.ch);
    set(this.root, '--ix', laid.ix);
    set(this.root, '--r', Math.max(3, laid.cw * 0.07));
    // One sign instead of pips leaves room for a large index.
    this.root.classList.toggle('small', laid.small || wish.large);
    const glide = animate && wish.motion;
    for (const [id, { group, slot, note, cards }] of this.piles) {
      const place = laid.places.get(id);
      if (!place) continue;
      slot.style.transform = `translate(${place.x}px, ${place.y}px)`;
      if (place.note) note.style.transform = `translate(${place.note.x}px, ${place.note.y}px)`;
      note.hidden = !place.note;
      const form = this.pile(id);
      const text = form ? this.noteOf(form, this.scene) : '';
      if (note.textContent !== text) note.textContent = text;
      set(group, '--ix', place.ix);
      cards.forEach((card, i) => {
        const to = place.cards[i];
        const from = card.at;
        card.at = to;
        const [layer, where] = [String(i + 1), `translate(${to.x}px, ${to.y}px)`];
        if (card.style.zIndex !== layer) card.style.zIndex = layer;
        if (card.style.transform !== where) card.style.transform = where;
        if (glide && from && (from.x !== to.x || from.y !== to.y)) {
          if (moved.has(card)) card.style.zIndex = String(500 + i);
          const flight = card.animate([{ transform: `translate(${from.x}px, ${from.y}px)` }, { transform: `translate(${to.x}px, ${to.y}px)` }], { duration: TIME, easing: 'cubic-bezier(.2,.7,.3,1)' });
          flight.onfinish = flight.oncancel = () => { card.style.zIndex = String(i + 1); };
        }
      });
    }
  }

  /** Card and pile under an event. @param {EventTarget | null} target */
  hit(target) {
    const element = target instanceof Element ? /** @type {CardElement | null} */ (target.closest('[data-pile]')) : null;
    if (!element || !this.root.contains(element)) return null;
    const pile = element.dataset.pile ?? '';
    const cards = this.pile(pile)?.cards ?? [];
    const index = element.dataset.index === undefined ? cards.length : Number(element.dataset.index);
    return { pile, index, count: cards.length - index, card: cards[index] ?? '', element };
  }

  /** @param {string} id */
  pile(id) {
    return this.scene?.piles.find((pile) => pile.id === id);
  }

  /** Lights the piles these cards can go to. @param {string} from @param {number} count */
  light(from, count) {
    this.dark();
    const to = new Set((this.scene?.moves ?? []).map(parts).filter((m) => m && m.from === from && m.count === count).map((m) => m?.to));
    for (const [id, { group }] of this.piles) group.classList.toggle('lit', to.has(id));
    const cards = this.piles.get(from)?.cards ?? [];
    cards.slice(cards.length - count).forEach((card) => { card.classList.add('held'); if (card.getAttribute('role')) card.setAttribute('aria-pressed', 'true'); });
  }

  /** Nothing lit any more. */
  dark() {
    for (const lit of this.root.querySelectorAll('.lit, .held, .hint, .peek')) {
      lit.classList.remove('lit', 'held', 'hint', 'peek');
      lit.removeAttribute('aria-pressed');
    }
  }

  /** Marks the pile of a hint, or with a move the very cards. @param {string} pile @param {number} [count] */
  mark(pile, count = 1) {
    const found = this.piles.get(pile);
    if (!found) return;
    const cards = found.cards.slice(found.cards.length - count);
    (cards.length ? cards : [found.slot]).forEach((element) => element.classList.add('hint'));
  }

  /** Shows one card of a pile; one that lies hidden under others shows its pile. @param {string} pile @param {number} index */
  point(pile, index) {
    const found = this.piles.get(pile);
    const kind = this.pile(pile)?.kind;
    const card = found?.cards[kind === 'column' || kind === 'reserve' || kind === 'cell' ? index : found.cards.length - 1];
    card?.classList.add('hint');
    if (card && card.code && index < (found?.cards.length ?? 0) - 1 && kind === 'column') card.classList.add('peek');
  }

  /** The element the keyboard is at. */
  focused() {
    const found = this.piles.get(this.focus.pile);
    const form = this.pile(this.focus.pile);
    if (!found || !form) return null;
    const card = found.cards[this.focus.index];
    return form.cards[this.focus.index] && !(form.kind === 'stock' && !form.cards[this.focus.index]) ? card : found.slot;
  }

  /** Keeps the one Tab stop on something that is there. */
  keepFocus() {
    const had = this.root.contains(document.activeElement) || (document.activeElement === document.body && this.held);
    if (!this.pile(this.focus.pile)) this.focus = { pile: this.scene?.piles.find((p) => p.kind === 'column')?.id ?? '', index: 0 };
    const form = this.pile(this.focus.pile);
    if (form) {
      const top = Math.max(0, form.cards.length - 1);
      const first = form.cards.findIndex(Boolean);
      this.focus.index = Math.min(top, Math.max(this.focus.index, first < 0 ? 0 : first));
      if (form.kind !== 'column' && form.kind !== 'reserve') this.focus.index = top;
    }
    for (const stop of this.root.querySelectorAll('[tabindex="0"]')) /** @type {HTMLElement} */ (stop).tabIndex = -1;
    const stop = this.focused();
    if (stop) {
      stop.tabIndex = 0;
      if (had) stop.focus({ preventScroll: true });
    }
    this.held = had;
  }

  /** Moves the keyboard. @param {string} pile @param {number} [index] */
  goTo(pile, index) {
    const form = this.pile(pile);
    if (!form) return;
    this.held = true;
    this.focus = { pile, index: index ?? Math.max(0, form.cards.length - 1) };
    this.keepFocus();
    this.focused()?.focus({ preventScroll: true });
  }

  /** The cascade after a win: cards fall once, and stop at a touch. @returns {() => void} */
  cascade() {
    if (!this.wish().motion) return () => {};
    /** @type {Animation[]} */
    const falling = [];
    const height = this.root.clientHeight;
    let delay = 0;
    for (const { cards } of this.piles.values()) {
      for (const card of [...cards].reverse()) {
        const { x, y } = card.at ?? { x: 0, y: 0 };
        const drift = (Math.random() - 0.5) * this.root.clientWidth;
        falling.push(card.animate([
          { transform: `translate(${x}px, ${y}px)` },
          { transform: `translate(${x + drift / 2}px, ${height - (this.laid?.ch ?? 100)}px)`, easing: 'ease-out', offset: 0.5 },
          { transform: `translate(${x + drift}px, ${height + 40}px)` },
        ], { duration: 1400, delay: (delay += 22), easing: 'ease-in' }));
      }
    }
    return () => falling.forEach((flight) => flight.cancel());
  }
}

/** The next card a foundation wants, for the ghost of its top. @param {Scene} scene @param {string} top */
export function nextRank(scene, top) {
  const ranks = ORDER.slice(0, scene.layout.ranks);
  return ranks[(ranks.indexOf(rank(top)) + 1) % ranks.length];
}
