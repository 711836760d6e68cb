// The game on the table: one command after the other, and everybody hears of the reply.
/** @import { Account, Books, Engine, Reply, Start, Command } from './types.js' */

import { Away } from './engine.js';
import { Conflict } from './records.js';
import { settings } from './settings.js';

const SAVE = 'talon.save';
/** How long a game may be ahead of the books. */
const PAUSE = 400;

/** A game's page in the books: the name it is kept under and what they said last; `shown` if a demonstration won it, `lost` if somebody else went on with it. @typedef {{ uid: string, began: number, state: number, id?: number | string, touched?: boolean, shown?: boolean, lost?: boolean }} Page */

export class Game extends EventTarget {
  /** @param {Engine} engine @param {Books} books */
  constructor(engine, books) {
    super();
    this.engine = engine;
    this.books = books;
    /** The casino's account of all hands, as the books have it. @type {Account | null} */
    this.account = null;
    /** @type {Page} */
    this.page = fresh();
    /** @type {Reply | null} */
    this.reply = null;
    this.seconds = 0;
    /** Was the end of this game shown already? */
    this.ended = false;
    this.#queue = Promise.resolve(null);
    setInterval(() => {
      if (!document.hidden && this.reply && this.reply.made > 0 && this.reply.status === 'open') {
        this.seconds++;
        this.dispatchEvent(new Event('tick'));
      }
    }, 1000);
  }

  /** @type {Promise<Reply | null>} */
  #queue;

  /** The game of the next request. @returns {Start} */
  get start() {
    return { save: this.reply?.save };
  }

  /** @type {Promise<void>} */
  #keeping = Promise.resolve();
  #timer = 0;

  /** Deals or loads. @param {Start} start @param {number} [seconds] @param {Page} [page] */
  open(start, seconds = 0, page = fresh()) {
    return this.#then(async () => {
      const auto = settings.auto === 'game' || start.save ? {} : { auto: settings.auto === 'on' };
      const reply = await this.engine.play({ ...auto, ...start });
      if (this.reply) this.keep(true);
      this.seconds = seconds;
      this.page = page;
      this.ended = reply.status === 'won';
      this.#keep(reply, true);
      return reply;
    });
  }

  /** Does something. Resolves to the reply, or null when nothing came back. @param {Command} command */
  do(command) {
    return this.#then(async () => {
      if (!this.reply) return null;
      const reply = await this.engine.play(this.start, command);
      // What a link or the books brought is the player's own from the first move on.
      if (reply.steps.some((step) => !step.auto && !step.back)) this.page.touched = true;
      this.#keep(reply, false);
      return reply;
    });
  }

  /** @param {() => Promise<Reply | null>} task */
  #then(task) {
    const done = this.#queue.then(task, task);
    this.#queue = done.catch((error) => {
      this.dispatchEvent(new CustomEvent('trouble', { detail: error.message }));
      return null;
    });
    return this.#queue;
  }

  /** @param {Reply} reply @param {boolean} fresh */
  #keep(reply, fresh) {
    this.reply = reply;
    this.save();
    clearTimeout(this.#timer);
    this.#timer = window.setTimeout(() => this.keep(), PAUSE);
    this.dispatchEvent(new CustomEvent('reply', { detail: { reply, fresh } }));
  }

  /** Writes the game into the books, one visit after the other; what was only looked at is no game. @param {boolean} [leaves] @returns {Promise<void>} */
  keep(leaves = false) {
    clearTimeout(this.#timer);
    const { reply, page, seconds } = this;
    if (!reply || page.lost || !page.touched) return this.#keeping;
    return (this.#keeping = this.#keeping.then(async () => {
      if (page.lost) return;
      try {
        const kept = await this.books.keep({ uid: page.uid, save: reply.save, seconds, began: page.began, state: page.state, leaves, shown: !!page.shown }, reply);
        Object.assign(page, { id: kept.id, state: kept.state });
        this.account = kept.account;
        this.save();
        this.dispatchEvent(new Event('kept'));
      } catch (error) {
        // The books may be out of reach for a while; this browser has the game anyway.
        if (error instanceof Away) return;
        page.lost = error instanceof Conflict;
        if (page !== this.page) return;
        if (page.lost) this.save();
        this.dispatchEvent(new CustomEvent(page.lost ? 'conflict' : 'unkept', { detail: error }));
      }
    }));
  }

  /** From here on this is a game of its own, whatever became of the other. */
  split() {
    this.page = { ...fresh(), touched: true, shown: this.page.shown };
    return this.keep();
  }

  save() {
    if (this.reply) localStorage.setItem(SAVE, JSON.stringify({ save: this.reply.save, seconds: this.seconds, page: this.page }));
  }

  /** What was on the table last time. @returns {{ save: string, seconds: number, page?: Page } | null} */
  static last() {
    try {
      const last = JSON.parse(localStorage.getItem(SAVE) ?? 'null');
      // Nobody keeps a game under a name that another tab has.
      if (last?.page?.lost) last.page = { ...fresh(), touched: true };
      return last;
    } catch {
      return null;
    }
  }
}

/** A page for a game that is not in the books yet. @returns {Page} */
const fresh = () => ({ uid: `page-${name()}`, began: Math.floor(Date.now() / 1000), state: 0 });

/** A name nobody else makes up; other hosts than this one may lack `randomUUID`. */
const name = () => Array.from(crypto.getRandomValues(new Uint32Array(4)), (n) => n.toString(16).padStart(8, '0')).join('');

/** The places from the deal to a place, by number. @param {Reply} reply @param {number} [at] */
export function line(reply, at = reply.at) {
  const nodes = [];
  for (let n = at; n > 0; n = reply.tree[n - 1].p) nodes.push(n);
  return nodes.reverse();
}

/** A name for a place that stays the same whatever is played elsewhere. @param {Reply} reply @param {number} at */
export const path = (reply, at) => line(reply, at).map((n) => reply.tree[n - 1].m).join(' ');
