// The game on the table. It sends commands to the engine one after the other, announces every reply
// as an event, and keeps the game in the books.
/** @import { Account, Books, Command, Engine, Reply, Since, Start } from './types.js' */

import { Conflict } from './books.js';
import { Away } from './engine.js';
import { settings } from './settings.js';
import { load, store } from './storage.js';
import { messageOf } from './words.js';

const SAVE = 'talon.save';
/** How long the game may be ahead of the books, in milliseconds. */
const PAUSE = 400;
/** How long until a game that could not be written is tried again, in milliseconds. */
const RETRY = 5000;

/**
 * The entry of a game in the books: its name there, and the number and state the books answered
 * last. `touched` once the player has made a move, `shown` if a demonstration won it, `lost` if
 * another tab or program has gone on with it, `lesson` if it began as a lesson, which the books do
 * not count.
 * @typedef {{
 *   uid: string, began: number, state: number, id?: number | string,
 *   touched?: boolean, shown?: boolean, lost?: boolean, lesson?: boolean,
 * }} Entry
 */

/**
 * Events: `reply` with the reply and whether it is a `fresh` game, `trouble` with a sentence,
 * `tick` every second of play, and of the books `kept`, `unkept` and `conflict`.
 */
export class Game extends EventTarget {
  /**
   * @param {Engine} engine
   * @param {Books} books
   */
  constructor(engine, books) {
    super();
    this.engine = engine;
    this.books = books;
    /**
     * The casino's account of all hands, as the books have it.
     * @type {Account | null}
     */
    this.account = null;
    /** @type {Entry} */
    this.entry = newEntry();
    /** @type {Reply | null} */
    this.reply = null;
    /** Has the end of this game been shown? */
    this.ended = false;
    /** @type {Promise<Reply | null>} */
    this.queue = Promise.resolve(null);
    setInterval(() => {
      if (document.hidden || !this.reply) return;
      this.#elapsed += 1000;
      this.dispatchEvent(new Event('tick'));
    }, 1000);
  }

  /** For how long the player has looked at the table since the last reply, in milliseconds. */
  #elapsed = 0;

  /** How long the game has been played, in seconds. */
  get seconds() {
    const { seconds = 0, running = 0 } = this.reply ?? {};
    return seconds + Math.min(running, Math.floor(this.#elapsed / 1000));
  }

  /** @type {Promise<void>} */
  #keeping = Promise.resolve();
  #timer = 0;
  /**
   * What could not be written yet: the latest state of each game.
   * @type {Map<Entry, () => Promise<void>>}
   */
  #unwritten = new Map();

  /**
   * The game of the next request.
   * @returns {Start}
   */
  get start() {
    return { save: this.reply?.save };
  }

  /**
   * Opens a game. Resolves to its reply, or to null if it cannot be opened.
   * @param {Start} start
   * @param {Since} [since] What the engine remembered of it.
   * @param {Entry} [entry] Its entry in the books, if it has one.
   */
  open(start, since, entry = newEntry()) {
    return this.#enqueue(async () => {
      const auto = settings.auto === 'game' || start.save ? {} : { auto: settings.auto === 'on' };
      const reply = await this.engine.play({ ...auto, ...start }, undefined, since);
      if (this.reply) this.keep(true);
      this.#elapsed = 0;
      this.entry = entry;
      this.ended = reply.status === 'won';
      this.#replied(reply, true);
      return reply;
    });
  }

  /**
   * Executes a command. Resolves to the reply, or to null if there was none.
   * @param {Command} command
   */
  do(command) {
    return this.#enqueue(async () => {
      if (!this.reply) return null;
      const elapsed = this.#elapsed;
      const since = { memory: this.reply.memory, elapsed };
      const reply = await this.engine.play(this.start, command, since);
      this.#elapsed -= elapsed;
      // A game from a link or from the books becomes the player's own with the first move.
      if (reply.steps.some((step) => !step.back)) this.entry.touched = true;
      this.#replied(reply, false);
      return reply;
    });
  }

  /**
   * Runs a task after those that are waiting; a failure becomes a `trouble` event.
   * @param {() => Promise<Reply | null>} task
   */
  #enqueue(task) {
    this.queue = this.queue.then(task).catch((error) => {
      this.dispatchEvent(new CustomEvent('trouble', { detail: messageOf(error) }));
      return null;
    });
    return this.queue;
  }

  /**
   * @param {Reply} reply
   * @param {boolean} fresh
   */
  #replied(reply, fresh) {
    this.reply = reply;
    if (reply.lesson) this.entry.lesson = true;
    this.save();
    clearTimeout(this.#timer);
    this.#timer = window.setTimeout(() => this.keep(), PAUSE);
    this.dispatchEvent(new CustomEvent('reply', { detail: { reply, fresh } }));
  }

  /**
   * Writes the game into the books, after what is being written. A game in which the player has
   * made no move is not written.
   * @param {boolean} [leaves] Does the player go on to another game?
   * @returns {Promise<void>}
   */
  keep(leaves = false) {
    clearTimeout(this.#timer);
    const { reply, entry, seconds } = this;
    if (reply && !entry.lost && entry.touched && !entry.lesson)
      this.#keeping = this.#keeping.then(() => this.#write(reply, entry, seconds, leaves));
    return this.#keeping;
  }

  /**
   * @param {Reply} reply
   * @param {Entry} entry
   * @param {number} seconds
   * @param {boolean} leaves
   */
  async #write(reply, entry, seconds, leaves) {
    this.#unwritten.delete(entry);
    if (entry.lost) return;
    const { uid, began, state } = entry;
    const visit = { uid, save: reply.save, seconds, began, state, leaves, shown: !!entry.shown };
    try {
      const kept = await this.books.keep(visit, reply);
      Object.assign(entry, { id: kept.id, state: kept.state });
      this.account = kept.account;
      this.save();
      if (this.#unwritten.size === 0) this.dispatchEvent(new Event('kept'));
    } catch (error) {
      entry.lost = error instanceof Conflict;
      if (!entry.lost) this.#writeLater(entry, () => this.#write(reply, entry, seconds, leaves));
      // The books may be out of reach for a while; this browser has the game anyway.
      if (error instanceof Away) return;
      if (entry !== this.entry) return;
      if (entry.lost) this.save();
      this.dispatchEvent(new CustomEvent(entry.lost ? 'conflict' : 'unkept', { detail: error }));
    }
  }

  /**
   * Tries again later to write a game that could not be written, unless a later state of it is
   * written first.
   * This also holds for a game that the player has left.
   * @param {Entry} entry
   * @param {() => Promise<void>} write
   */
  #writeLater(entry, write) {
    this.#unwritten.set(entry, write);
    window.setTimeout(() => {
      this.#keeping = this.#keeping.then(async () => {
        if (this.#unwritten.get(entry) === write) await write();
      });
    }, RETRY);
  }

  /** Makes this game one of its own in the books, whatever has become of the entry it had. */
  split() {
    this.entry = { ...newEntry(), touched: true, shown: this.entry.shown };
    return this.keep();
  }

  /** Stores the game in this browser. */
  save() {
    if (!this.reply) return;
    const { save, memory } = this.reply;
    store(SAVE, { save, since: { memory, elapsed: this.#elapsed }, page: this.entry });
  }

  /**
   * Returns the game this browser stored last.
   * @returns {{ save: string, since?: Since, page?: Entry } | null}
   */
  static last() {
    const last = load(SAVE);
    if (typeof last?.save !== 'string') return null;
    // An earlier version stored how long the game was played.
    last.since ??= { memory: { time: 1000 * (Number(last.seconds) || 0) } };
    // Another tab or program has the entry: this game gets one of its own.
    if (last.page?.lost) last.page = { ...newEntry(), touched: true };
    return last;
  }
}

/**
 * Returns an entry for a game that is not in the books yet.
 * @returns {Entry}
 */
const newEntry = () => ({
  uid: `page-${uniqueName()}`,
  began: Math.floor(Date.now() / 1000),
  state: 0,
});

/** Returns a random name. `crypto.randomUUID` is missing on pages that are not served securely. */
const uniqueName = () =>
  Array.from(crypto.getRandomValues(new Uint32Array(4)), (n) =>
    n.toString(16).padStart(8, '0'),
  ).join('');
