// Keys: pile addresses (`w3`, `35`, `4f`), a cursor, and one letter for everything else.

/** @import { Board } from './board.js' */
/** @import { Pointer } from './input.js' */

import { parts, words } from './words.js';

/** Letter → what the page calls it. @type {Record<string, string>} */
export const LETTERS = {
  d: 'draw', u: 'undo', U: 'redo', h: 'hint', H: 'oracle', '/': 'find', G: 'grade', L: 'resume', a: 'auto', F: 'finish', c: 'listing', b: 'ledger', s: 'statistics', v: 'verdict', x: 'why',
  n: 'new', R: 'restart', '?': 'help', o: 'settings', l: 'share', p: 'replay', i: 'read', '[': 'undo', ']': 'redo', '{': 'older', '}': 'newer', m: 'mark', "'": 'jump', g: 'rules',
};

export class Keys {
  /** @param {Board} board @param {Pointer} pointer @param {(what: string) => void} act @param {(text: string) => void} speak */
  constructor(board, pointer, act, speak) {
    this.board = board;
    this.pointer = pointer;
    this.act = act;
    this.speak = speak;
    /** The first half of an address, and whether its number of cards was changed by hand. */
    this.first = '';
    this.counted = false;
    document.addEventListener('keydown', (event) => this.press(event));
    board.root.addEventListener('focusin', (event) => {
      const hit = board.hit(event.target);
      if (hit && (hit.pile !== board.focus.pile || hit.index !== board.focus.index)) board.focus = { pile: hit.pile, index: hit.index };
    });
  }

  /** @param {KeyboardEvent} event */
  press(event) {
    const at = /** @type {HTMLElement} */ (event.target);
    if (event.ctrlKey || event.metaKey || event.altKey || document.querySelector('dialog[open]')) {
      if ((event.ctrlKey || event.metaKey) && event.key.toLowerCase() === 'z' && !document.querySelector('dialog[open]')) { event.preventDefault(); this.act(event.shiftKey ? 'redo' : 'undo'); }
      return;
    }
    // A dialog that was closed just now may still have the keyboard.
    if (at.closest('input, select, textarea') && !at.closest('dialog:not([open])')) return;
    const onBoard = this.board.root.contains(at);
    if (at.id === 'strip') {
      const go = { ArrowLeft: 'undo', ArrowRight: 'redo', Home: 'restart', ArrowUp: 'older', ArrowDown: 'newer' }[event.key];
      if (go) { event.preventDefault(); this.act(go); return; }
    }
    if (event.key === 'Escape') { this.first = ''; this.pointer.forget(); this.act('calm'); return; }
    if (onBoard || at === document.body) {
      if (this.cursor(event.key, onBoard)) { event.preventDefault(); return; }
    }
    const pile = this.address(event.key);
    if (pile) { event.preventDefault(); this.half(pile); return; }
    const act = LETTERS[event.key];
    if (act) { event.preventDefault(); this.first = ''; this.act(act); }
  }

  /** The pile a key names. @param {string} key */
  address(key) {
    const scene = this.board.scene;
    if (!scene) return '';
    const name = /^[1-9]$/.test(key) ? key : key === '0' ? '10' : ['w', 'r', 'f', 'e'].includes(key) ? key : '';
    if (name === 'f' || name === 'e') return this.first || scene.layout[name === 'f' ? 'foundations' : 'cells'] ? name : '';
    return scene.piles.some((pile) => pile.id === name) ? name : '';
  }

  /** One half of an address. @param {string} pile */
  half(pile) {
    const { board, pointer } = this;
    if (!this.first) {
      // Of several cells the first with a card that can go somewhere; plus and minus go to the others.
      const of = this.several(pile);
      this.first = of ? of.find((id) => this.moves(id).length) ?? of[0] ?? pile : pile;
      this.counted = false;
      if (board.pile(this.first)?.cards.length) this.take(this.first, this.longest(this.first)); else this.speak('Nothing lies there.');
      return;
    }
    const from = this.first;
    const count = this.counted ? pointer.chosen?.count : undefined;
    this.first = '';
    pointer.forget();
    if (from === pile || (/^[ef]$/.test(pile) && from[0] === pile)) { pointer.game.do({ best: from }); return; }
    // Unless one was picked, the card that fits is meant.
    const fits = this.counted ? '' : this.several(from[0])?.find((id) => this.moves(id).some((m) => m.to === pile));
    pointer.game.do({ carry: { from: fits || (/^[ef]$/.test(from) ? `${from}1` : from), to: pile, count } });
  }

  /** The piles with cards that one letter names: cells and foundations. @param {string} letter */
  several(letter) {
    const kind = letter === 'e' ? 'cell' : letter === 'f' ? 'foundation' : '';
    return !kind ? undefined : this.board.scene?.piles.filter((pile) => pile.kind === kind && pile.cards.length).map((pile) => pile.id);
  }

  /** @param {string} pile */
  moves(pile) {
    return (this.board.scene?.moves ?? []).map(parts).filter((m) => m !== null).filter((m) => m.from === pile);
  }

  /** @param {string} pile */
  longest(pile) {
    return Math.max(1, ...this.moves(pile).map((m) => m.count));
  }

  /** Picks cards up and says which. @param {string} pile @param {number} count */
  take(pile, count) {
    const form = this.board.pile(pile);
    const first = form?.cards[form.cards.length - count];
    this.pointer.choose(pile, count);
    if (form && first) this.speak(`${words(first)}${count > 1 ? ` and ${count - 1} more` : ''}, from ${form.words}`);
  }

  /** Arrows, Space, Enter, plus and minus. @param {string} key @param {boolean} onBoard */
  cursor(key, onBoard) {
    const { board, pointer } = this;
    const { pile, index } = board.focus;
    const form = board.pile(pile);
    if (!form) return false;
    const open = (/** @type {number} */ i) => !!form.cards[i];
    if (key === 'ArrowUp' && (form.kind === 'column' || form.kind === 'reserve') && index > 0 && open(index - 1)) { board.goTo(pile, index - 1); return true; }
    if (key === 'ArrowDown' && (form.kind === 'column' || form.kind === 'reserve') && index < form.cards.length - 1) { board.goTo(pile, index + 1); return true; }
    if (key.startsWith('Arrow')) { const next = this.beside(key.slice(5)); if (next) board.goTo(next); return true; }
    if (key === 'Home' || key === 'End') {
      const columns = board.scene?.piles.filter((p) => p.kind === 'column') ?? [];
      board.goTo((key === 'Home' ? columns[0] : columns[columns.length - 1]).id);
      return true;
    }
    if ((key === '+' || key === '-') && pointer.chosen) {
      const { pile: from, count } = pointer.chosen, way = key === '+' ? 1 : -1;
      const of = this.several(from[0]);
      const most = board.pile(from)?.cards.filter(Boolean).length ?? 1;
      const next = of ? of[(of.indexOf(from) + way + of.length) % of.length] : from;
      if (of && this.first) this.first = next;
      this.take(next, of ? 1 : Math.max(1, Math.min(most, count + way)));
      this.counted = true;
      return true;
    }
    if (!onBoard) return false;
    const card = form.cards[index] ?? '';
    if (key === ' ') {
      this.first = '';
      if (form.kind === 'stock' && !card) { pointer.forget(); pointer.game.do('draw'); } else if (pointer.chosen && pointer.chosen.pile !== pile) {
        const { pile: from, count } = pointer.chosen;
        pointer.forget();
        pointer.carry(from, pile, count);
      } else if (pointer.chosen) { pointer.forget(); this.speak('Put back.'); }
      else if (card) this.take(pile, form.cards.length - index);
      return true;
    }
    if (key === 'Enter') {
      this.first = '';
      if (pointer.chosen && pointer.chosen.pile !== pile) { const { pile: from, count } = pointer.chosen; pointer.forget(); pointer.carry(from, pile, count); } else { pointer.forget(); pointer.game.do(form.kind === 'stock' && !card ? 'draw' : { best: pile }); }
      return true;
    }
    return false;
  }

  /** The pile beside this one. @param {string} way */
  beside(way) {
    const laid = this.board.laid;
    const here = laid?.places.get(this.board.focus.pile);
    if (!laid || !here) return '';
    const middle = (/** @type {import('./types.js').Place} */ place) => ({ x: place.x + laid.cw / 2, y: place.y });
    const from = middle(here);
    const across = way === 'Left' || way === 'Right';
    const sign = way === 'Left' || way === 'Up' ? -1 : 1;
    let best = '', nearest = Infinity;
    for (const [id, place] of laid.places) {
      const to = middle(place);
      const ahead = sign * (across ? to.x - from.x : to.y - from.y);
      const off = Math.abs(across ? to.y - from.y : to.x - from.x);
      if (id === this.board.focus.pile || ahead <= 2 || (across && off > laid.ch * 0.6)) continue;
      const distance = ahead + 3 * off;
      if (distance < nearest) { nearest = distance; best = id; }
    }
    return best;
  }
}
