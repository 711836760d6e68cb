// Keys: pile addresses (`w3`, `35`, `4f`), a cursor, and one letter for everything else.

/** @import { Board } from './board.js' */
/** @import { Pointer } from './input.js' */

import { parts } from './words.js';

/** Letter → what the page calls it. @type {Record<string, string>} */
export const LETTERS = {
  d: 'draw', u: 'undo', U: 'redo', h: 'hint', H: 'oracle', '/': 'find', G: 'grade', L: 'resume', a: 'auto', F: 'finish', c: 'listing', b: 'ledger', s: 'statistics', v: 'verdict', x: 'why',
  n: 'new', R: 'restart', '?': 'help', o: 'settings', l: 'share', p: 'replay', i: 'read', '[': 'undo', ']': 'redo', '{': 'older', '}': 'newer', m: 'mark', "'": 'jump', g: 'rules',
};

export class Keys {
  /** @param {Board} board @param {Pointer} pointer @param {(what: string) => void} act @param {(text: string) => void} say */
  constructor(board, pointer, act, say) {
    this.board = board;
    this.pointer = pointer;
    this.act = act;
    this.say = say;
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
    if (at.closest('input, select, textarea')) return;
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
      this.first = pile;
      this.counted = false;
      const cards = board.pile(pile)?.cards ?? [];
      if (cards.length) pointer.choose(pile, this.longest(pile)); else this.say(`From ${pile}…`);
      return;
    }
    const from = this.first;
    const count = this.counted ? pointer.chosen?.count : undefined;
    this.first = '';
    pointer.forget();
    if (from === pile) { pointer.game.do({ best: pile }); return; }
    pointer.game.do({ carry: { from: from === 'f' || from === 'e' ? `${from}1` : from, to: pile, count } });
  }

  /** @param {string} pile */
  longest(pile) {
    const counts = (this.board.scene?.moves ?? []).map(parts).filter((m) => m?.from === pile).map((m) => m?.count ?? 1);
    return Math.max(1, ...counts);
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
      const most = board.pile(pointer.chosen.pile)?.cards.filter(Boolean).length ?? 1;
      pointer.choose(pointer.chosen.pile, Math.max(1, Math.min(most, pointer.chosen.count + (key === '+' ? 1 : -1))));
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
      } else if (pointer.chosen) pointer.forget();
      else if (card) { pointer.choose(pile, form.cards.length - index); this.say('Picked up.'); }
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
