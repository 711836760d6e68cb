// The game on the table: one command after the other, and everybody hears of the reply.
/** @import { Engine, Reply, Start, Command } from './types.js' */

import { settings } from './settings.js';

const SAVE = 'talon.save';

export class Game extends EventTarget {
  /** @param {Engine} engine */
  constructor(engine) {
    super();
    this.engine = engine;
    /** @type {Reply | null} */
    this.reply = null;
    this.seconds = 0;
    /** Was this game already written into the records? */
    this.recorded = false;
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

  /** Deals or loads. @param {Start} start @param {number} [seconds] */
  open(start, seconds = 0) {
    return this.#then(async () => {
      const auto = settings.auto === 'game' || start.save ? {} : { auto: settings.auto === 'on' };
      const reply = await this.engine.play({ ...auto, ...start });
      if (this.reply) this.dispatchEvent(new Event('leave'));
      this.seconds = seconds;
      this.recorded = false;
      this.#keep(reply, true);
      return reply;
    });
  }

  /** Does something. Resolves to the reply, or null when nothing came back. @param {Command} command */
  do(command) {
    return this.#then(async () => {
      if (!this.reply) return null;
      const reply = await this.engine.play(this.start, command);
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
    this.dispatchEvent(new CustomEvent('reply', { detail: { reply, fresh } }));
  }

  save() {
    if (this.reply) localStorage.setItem(SAVE, JSON.stringify({ save: this.reply.save, seconds: this.seconds, recorded: this.recorded }));
  }

  /** What was on the table last time. @returns {{ save: string, seconds: number, recorded: boolean } | null} */
  static last() {
    try {
      return JSON.parse(localStorage.getItem(SAVE) ?? 'null');
    } catch {
      return null;
    }
  }
}

/** The places from the deal to a place, by number. @param {Reply} reply @param {number} [at] */
export function line(reply, at = reply.at) {
  const nodes = [];
  for (let n = at; n > 0; n = reply.tree[n - 1].p) nodes.push(n);
  return nodes.reverse();
}

/** A name for a place that stays the same whatever is played elsewhere. @param {Reply} reply @param {number} at */
export const path = (reply, at) => line(reply, at).map((n) => reply.tree[n - 1].m).join(' ');
