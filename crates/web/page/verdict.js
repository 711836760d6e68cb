// Searches for what is proved about the game: the verdict on a position, the move that lost it, its
// grade, a deal of a level. What is known is in every reply of the engine; searching uses the
// hidden cards, so a game in which the player asks is marked.
/** @import { Game } from './game.js' */
/** @import { Answer, Command, Known, Start } from './types.js' */

import { Away, EngineError } from './engine.js';
import { settings } from './settings.js';
import { messageOf } from './words.js';

/** How long the player may move on before the live verdict begins to search, in milliseconds. */
const PAUSE = 120;

/** @type {Known} */
const OFF = { is: 'off', words: '', brief: '' };

/** Announces by a `change` event that there is something new to show. */
export class Verdict extends EventTarget {
  /**
   * What the search that runs says of itself; null if none runs.
   * @type {Known | null}
   */
  #search = null;
  /**
   * What a search told about the position of a save, if it is more than the engine's replies do.
   * @type {(Known & { save?: string }) | null}
   */
  #told = null;
  #timer = 0;

  /** @param {Game} game */
  constructor(game) {
    super();
    this.game = game;
    /**
     * The moves that lead to the last position that could still be won, as the post-mortem found.
     * @type {string[] | null}
     */
    this.back = null;
  }

  /**
   * What there is to show: a search, what it told, or what is known.
   * @returns {Known}
   */
  get #shown() {
    const { reply } = this.game;
    const told = this.#told?.save === reply?.save ? this.#told : null;
    return this.#search ?? told ?? reply?.verdict ?? OFF;
  }

  /** `off`, `searching`, `winnable`, `dead`, `unknown` or `won`. */
  get is() {
    return this.#shown.is;
  }

  get words() {
    return this.#shown.words;
  }

  /** The words for a small place. */
  get brief() {
    return this.#shown.brief;
  }

  /** Forgets everything: there is another game on the table. */
  clear() {
    this.back = null;
    this.#told = null;
    this.game.engine.cancel();
    this.#changed();
  }

  /** Brings the verdict up to date after a move; searches if the live verdict is switched on. */
  follow() {
    clearTimeout(this.#timer);
    const { reply } = this.game;
    if (!reply) return;
    const { is } = reply.verdict;
    if (is === 'won' || (settings.verdict && is !== 'off')) this.game.engine.cancel();
    else if (settings.verdict) this.#timer = window.setTimeout(() => this.ask(), PAUSE);
    this.#changed();
  }

  /** Asks for the verdict on the present position. */
  async ask() {
    const { reply } = this.game;
    if (!reply || reply.verdict.is === 'won') return;
    const isProved = ['winnable', 'dead'].includes(reply.verdict.is);
    const answer = isProved ? { found: [] } : await this.#run({ verdict: {} }, 'Searching…');
    if (answer) await this.game.do({ learn: answer.found });
  }

  /**
   * Looks for the move that lost the game.
   * @returns {Promise<Answer | null>}
   */
  async postMortem() {
    const answer = await this.#run('critical', 'Looking for the move that lost the game…');
    if (!answer) return null;
    await this.game.do({ learn: answer.found });
    this.back = answer.back ?? null;
    return answer;
  }

  /**
   * Shows what a search told as long as the position on the table stays.
   * @param {string} words
   */
  tell(words) {
    const { reply } = this.game;
    if (!reply) return;
    const { is, brief } = reply.verdict;
    this.#told = { is: is === 'off' ? 'unknown' : is, words, brief, save: reply.save };
    this.#changed();
  }

  /**
   * Grades the deal; resolves to a sentence, or to null if the search was stopped.
   * @returns {Promise<string | null>}
   */
  async grade() {
    const answer = await this.#run('grade', 'Grading the deal…');
    if (!answer) return null;
    await this.game.do({ mark: 'oracle' });
    return answer.words
      ? `This deal is ${answer.words}.`
      : `The deal could not be graded: ${answer.why}.`;
  }

  /**
   * Looks for a deal: one that can be won, of a level, or of a day. Resolves to null if the search
   * was stopped.
   * @param {Start} start
   * @param {Command} ask
   * @param {string} what
   * @returns {Promise<Answer | null>}
   */
  async find(start, ask, what) {
    const answer = await this.#run(ask, `Looking for ${what}…`, start);
    if (!answer && this.#told) {
      const { words } = this.#told;
      this.#told = null;
      throw new EngineError(words);
    }
    return answer;
  }

  /**
   * Runs a search and shows its progress; resolves to null if it was stopped or has failed.
   * @param {Command} ask
   * @param {string} words
   * @param {Start} [start]
   * @returns {Promise<Answer | null>}
   */
  async #run(ask, words, start = this.game.start) {
    const search = { is: 'searching', words, brief: 'Searching…' };
    this.#search = search;
    this.#told = null;
    this.#changed();
    try {
      return await this.game.engine.search(start, ask, ({ nodes }) => {
        const progress = `Searching… ${Math.round(nodes / 1000)}k positions`;
        Object.assign(search, { words: progress, brief: progress });
        if (this.#search === search) this.#changed();
      });
    } catch (error) {
      // A server that does not answer says nothing about the game; the player is told of it
      // elsewhere.
      if (!(error instanceof Away))
        this.#told = {
          is: 'unknown',
          words: messageOf(error),
          brief: 'Unknown',
          save: this.game.reply?.save,
        };
      return null;
    } finally {
      // Another search may have begun since.
      if (this.#search === search) this.#search = null;
      this.#changed();
    }
  }

  #changed() {
    this.dispatchEvent(new Event('change'));
  }
}
