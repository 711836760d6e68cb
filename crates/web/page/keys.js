// The keyboard: addresses of piles (`w3`, `35`, `4f`), a cursor, and a letter for everything else.
/** @import { Board } from './board.js' */
/** @import { Pointer } from './pointer.js' */

import { COMMANDS } from './commands.js';
import { words } from './words.js';

/**
 * Letter → the name of its command.
 * @type {Record<string, string>}
 */
const LETTERS = Object.fromEntries(
  COMMANDS.filter(({ key }) => key.length === 1 && key !== '+' && key !== '-').map((command) => [
    command.key,
    command.name,
  ]),
);

/**
 * Keys of the history strip → action.
 * @type {Record<string, string>}
 */
const STRIP = {
  ArrowLeft: 'undo',
  ArrowRight: 'redo',
  Home: 'restart',
  ArrowUp: 'older',
  ArrowDown: 'newer',
};

export class Keys {
  /**
   * @param {Board} board
   * @param {Pointer} pointer
   * @param {(what: string) => void} act
   * @param {(text: string) => void} speak
   */
  constructor(board, pointer, act, speak) {
    this.board = board;
    this.pointer = pointer;
    this.act = act;
    this.speak = speak;
    /** The first pile of an address. */
    this.first = '';
    /** Has the player changed how many cards are picked up? */
    this.counted = false;
    document.addEventListener('keydown', (event) => this.press(event));
    board.root.addEventListener('focusin', (event) => {
      const hit = board.hit(event.target);
      if (hit && (hit.pile !== board.focus.pile || hit.index !== board.focus.index))
        board.focus = { pile: hit.pile, index: hit.index };
    });
  }

  /** @param {KeyboardEvent} event */
  press(event) {
    const at = /** @type {HTMLElement} */ (event.target);
    if (document.querySelector('dialog[open]')) return;
    if (event.ctrlKey || event.metaKey || event.altKey) {
      const key = event.altKey ? '' : event.key.toLowerCase();
      if (key !== 'z' && key !== 'y') return;
      event.preventDefault();
      this.act(key === 'y' || event.shiftKey ? 'redo' : 'undo');
      return;
    }
    // A field of a dialog that has just been closed may still have the focus.
    if (at.closest('input, select, textarea') && !at.closest('dialog:not([open])')) return;
    if (this.handle(event.key, at)) event.preventDefault();
  }

  /**
   * Does what a key asks for; returns false if it asks for nothing.
   * @param {string} key
   * @param {HTMLElement} at What has the focus.
   */
  handle(key, at) {
    if (at.id === 'strip' && STRIP[key]) {
      this.act(STRIP[key]);
      return true;
    }
    if (key === 'Escape') {
      this.speak(this.first || this.pointer.chosen ? 'Put back.' : 'Nothing is picked up.');
      this.first = '';
      this.pointer.forget();
      this.act('calm');
      return false;
    }
    const onBoard = this.board.root.contains(at);
    if ((onBoard || at === document.body) && this.cursor(key, onBoard)) return true;
    const pile = this.address(key);
    if (pile) {
      this.half(pile);
      return true;
    }
    if (!LETTERS[key]) return false;
    this.first = '';
    this.act(LETTERS[key]);
    return true;
  }

  /**
   * Returns the pile a key names: a column, the waste, the reserve, or with `f` and `e` any
   * foundation or cell.
   * @param {string} key
   */
  address(key) {
    const scene = this.board.scene;
    if (!scene) return '';
    const { foundations, cells } = scene.layout;
    if (key === 'f') return this.first || foundations ? key : '';
    if (key === 'e') return this.first || cells ? key : '';
    const name = key === '0' ? '10' : key;
    return /^(\d+|w|r)$/.test(name) && this.board.pile(name) ? name : '';
  }

  /**
   * Takes one half of an address: where cards come from or where they go.
   * @param {string} pile
   */
  half(pile) {
    const { board, pointer } = this;
    if (!this.first) {
      // Of several cells the first is meant whose card can go somewhere; plus and minus change
      // that.
      const of = this.several(pile);
      this.first = of?.find((id) => board.movesFrom(id).length) ?? of?.[0] ?? pile;
      this.counted = false;
      if (board.pile(this.first)?.cards.length) this.take(this.first, this.longest(this.first));
      else this.speak('That pile is empty.');
      return;
    }
    const from = this.first;
    const count = this.counted ? pointer.chosen?.count : undefined;
    this.first = '';
    pointer.forget();
    if (from === pile || (/^[ef]$/.test(pile) && from[0] === pile)) {
      pointer.game.do({ best: from });
      return;
    }
    // Unless the player has picked one, the card that fits there is meant.
    const fits = this.counted
      ? undefined
      : this.several(from[0])?.find((id) => board.movesFrom(id).some(({ to }) => to === pile));
    const one = /^[ef]$/.test(from) ? `${from}1` : from;
    pointer.game.do({ carry: { from: fits ?? one, to: pile, count } });
  }

  /**
   * Returns the piles with cards that a letter stands for, if it stands for several: the cells or
   * the foundations.
   * @param {string} letter
   */
  several(letter) {
    const kind = { e: 'cell', f: 'foundation' }[letter];
    if (!kind) return undefined;
    const piles = this.board.scene?.piles.filter((pile) => pile.kind === kind) ?? [];
    return piles.filter((pile) => pile.cards.length).map((pile) => pile.id);
  }

  /**
   * Returns how many cards of a pile can be moved at once.
   * @param {string} pile
   */
  longest(pile) {
    return Math.max(1, ...this.board.movesFrom(pile).map((move) => move.count));
  }

  /**
   * Picks cards up and says which.
   * @param {string} id
   * @param {number} count
   */
  take(id, count) {
    const pile = this.board.pile(id);
    const first = pile?.cards[pile.cards.length - count];
    this.pointer.choose(id, count);
    if (pile && first)
      this.speak(`${words(first)}${count > 1 ? ` and ${count - 1} more` : ''}, from ${pile.words}`);
  }

  /**
   * Does what a key of the cursor asks for: arrows, Home, End, Space, Enter, plus and minus.
   * Returns false for other keys.
   * @param {string} key
   * @param {boolean} onBoard Has the table the focus?
   */
  cursor(key, onBoard) {
    const { board, pointer } = this;
    if (!board.pile(board.focus.pile)) return false;
    if (key.startsWith('Arrow')) {
      this.arrow(key.slice(5));
      return true;
    }
    if (key === 'Home' || key === 'End') {
      const columns = board.scene?.piles.filter(({ kind }) => kind === 'column') ?? [];
      const end = columns.at(key === 'Home' ? 0 : -1);
      if (end) board.goTo(end.id);
      return true;
    }
    if ((key === '+' || key === '-') && pointer.chosen) {
      this.widen(key === '+' ? 1 : -1);
      return true;
    }
    if (!onBoard || (key !== ' ' && key !== 'Enter')) return false;
    this.first = '';
    if (key === ' ') this.space();
    else this.enter();
    return true;
  }

  /**
   * Moves the cursor within a column, or to the next pile.
   * @param {string} way Up, Down, Left or Right.
   */
  arrow(way) {
    const { board } = this;
    const { pile: id, index } = board.focus;
    const pile = board.pile(id);
    const isFan = pile?.kind === 'column' || pile?.kind === 'reserve';
    const next = way === 'Up' ? index - 1 : way === 'Down' ? index + 1 : -1;
    if (isFan && pile.cards[next]) {
      board.goTo(id, next);
      return;
    }
    const beside = this.beside(way);
    if (beside) board.goTo(beside);
  }

  /**
   * Picks up one card more or fewer, or the card of the next or the previous cell.
   * @param {number} step
   */
  widen(step) {
    const { board, pointer } = this;
    if (!pointer.chosen) return;
    const { pile, count } = pointer.chosen;
    const of = this.several(pile[0]);
    if (of) {
      const next = of[(of.indexOf(pile) + step + of.length) % of.length];
      if (this.first) this.first = next;
      this.take(next, 1);
    } else {
      const most = board.pile(pile)?.cards.filter(Boolean).length ?? 1;
      this.take(pile, Math.max(1, Math.min(most, count + step)));
    }
    this.counted = true;
  }

  /** Picks cards up, or puts them down. */
  space() {
    const { board, pointer } = this;
    const { pile, index } = board.focus;
    const cards = board.pile(pile)?.cards ?? [];
    if (this.isStock()) {
      pointer.forget();
      pointer.game.do('draw');
    } else if (pointer.chosen?.pile === pile) {
      pointer.forget();
      this.speak('Put back.');
    } else if (!this.putDown() && cards[index]) this.take(pile, cards.length - index);
  }

  /** Puts cards down, or plays the best move of a pile. */
  enter() {
    const { board, pointer } = this;
    if (pointer.chosen?.pile !== board.focus.pile && this.putDown()) return;
    pointer.forget();
    pointer.game.do(this.isStock() ? 'draw' : { best: board.focus.pile });
  }

  /** Puts what was picked up down at the cursor; returns false if there is nothing. */
  putDown() {
    const { board, pointer } = this;
    if (!pointer.chosen) return false;
    const { pile, count } = pointer.chosen;
    pointer.forget();
    pointer.carry(pile, board.focus.pile, count);
    return true;
  }

  /** Is the cursor on a stock whose top card is not to be played? */
  isStock() {
    const { pile, index } = this.board.focus;
    const stock = this.board.pile(pile);
    return stock?.kind === 'stock' && !stock.cards[index];
  }

  /**
   * Returns the nearest pile in a direction.
   * @param {string} way
   */
  beside(way) {
    const { placement, focus } = this.board;
    const here = placement?.places.get(focus.pile);
    if (!placement || !here) return '';
    const isAcross = way === 'Left' || way === 'Right';
    const sign = way === 'Left' || way === 'Up' ? -1 : 1;
    let best = '';
    let nearest = Infinity;
    for (const [id, place] of placement.places) {
      const [dx, dy] = [place.x - here.x, place.y - here.y];
      const ahead = sign * (isAcross ? dx : dy);
      const off = Math.abs(isAcross ? dy : dx);
      if (id === focus.pile || ahead <= 2 || (isAcross && off > placement.ch * 0.6)) continue;
      const distance = ahead + 3 * off;
      if (distance < nearest) {
        nearest = distance;
        best = id;
      }
    }
    return best;
  }
}
