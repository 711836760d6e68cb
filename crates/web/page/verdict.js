// The verdict: winnable with its line, dead, or not known. It knows all cards, so asking is marked.

/** @import { Game } from './state.js' */
/** @import { Reply, Answer } from './types.js' */

import { Away, EngineError } from './engine.js';
import { settings } from './settings.js';
import { line, path } from './state.js';

export class Verdict extends EventTarget {
  /** @param {Game} game */
  constructor(game) {
    super();
    this.game = game;
    /** Place (by its moves) → what is proved of it. @type {Map<string, string>} */
    this.known = new Map();
    /** Place → a line that wins from there. @type {Map<string, string[]>} */
    this.lines = new Map();
    this.is = 'off';
    this.words = '';
    /** The same where there is little room. */
    this.brief = '';
    /** Where play could go on after a loss, as a place number. @type {number | null} */
    this.critical = null;
    this.timer = 0;
  }

  /** A new deal: what was proved is of no use. */
  clear() {
    this.known.clear();
    this.lines.clear();
    this.critical = null;
    this.game.engine.cancel();
    this.#say('off', '');
  }

  /** What is known of every place, by number; one pass, since parents come first. @param {Reply} reply */
  colours(reply) {
    const is = new Array(reply.tree.length + 1).fill('');
    if (!this.known.size) return is;
    const paths = [''];
    const settle = (/** @type {number} */ at, /** @type {number} */ parent) => {
      const found = this.known.get(paths[at]) ?? '';
      is[at] = at > 0 && is[parent] === 'dead' ? 'dead' : found;
      if (found === 'winnable') for (let n = at; n > 0; n = reply.tree[n - 1].p) is[reply.tree[n - 1].p] = 'winnable';
    };
    settle(0, 0);
    reply.tree.forEach((node, i) => {
      paths.push(node.p === 0 ? node.m : `${paths[node.p]} ${node.m}`);
      settle(i + 1, node.p);
    });
    return is;
  }

  /** What is known of a place: a child of a dead one is dead, a parent of a winnable one winnable. @param {Reply} reply @param {number} at @returns {string} */
  of(reply, at) {
    return this.colours(reply)[at];
  }

  /** The line that wins from here, if one is known: also further along one. @param {Reply} reply */
  lineFrom(reply) {
    const here = path(reply, reply.at);
    const exact = this.lines.get(here);
    if (exact) return exact;
    for (const [place, moves] of this.lines) {
      if (place !== '' && !here.startsWith(`${place} `)) continue;
      const since = here.slice(place.length).trim().split(' ').filter(Boolean);
      if (since.every((move, i) => moves[i] === move)) return moves.slice(since.length);
    }
    return null;
  }

  /** After every move, when the verdict is live. */
  follow() {
    clearTimeout(this.timer);
    const reply = this.game.reply;
    if (!reply) return;
    if (reply.status === 'won') { this.game.engine.cancel(); this.#say('won', `Won in ${reply.made} moves`); return; }
    if (!settings.verdict) {
      const known = reply.stamp === 'oracle' ? this.of(reply, reply.at) : '';
      if (this.is !== 'searching') this.#tell(reply, known);
      return;
    }
    const known = this.#settled(reply);
    if (known) { this.game.engine.cancel(); this.#tell(reply, known); return; }
    if (this.known.get(path(reply, reply.at)) === 'unknown') { this.#tell(reply, 'unknown'); return; }
    this.timer = window.setTimeout(() => this.ask(), 120);
  }

  /** @param {Reply} reply */
  #settled(reply) {
    if (this.lineFrom(reply)) { this.known.set(path(reply, reply.at), 'winnable'); return 'winnable'; }
    const known = this.of(reply, reply.at);
    return known === 'dead' ? known : '';
  }

  /** Searches the present position. */
  async ask() {
    const reply = this.game.reply;
    if (!reply || reply.status === 'won') return;
    const known = this.#settled(reply);
    if (known) { await this.#mark(); this.#tell(this.game.reply ?? reply, known); return; }
    this.#say('searching', 'Searching…');
    const answer = await this.#search({ verdict: {} });
    if (!answer) return;
    const here = path(reply, reply.at);
    this.known.set(here, answer.is);
    if (answer.line) this.lines.set(here, answer.line);
    await this.#mark();
    const now = this.game.reply;
    if (now && path(now, now.at) === here) this.#tell(now, answer.is, answer.why);
  }

  /** The move that lost the game; was an answer found? */
  async postMortem() {
    const reply = this.game.reply;
    if (!reply) return false;
    this.#say('searching', 'Looking for the move that lost it…', 'Searching…');
    const answer = await this.#search('critical');
    if (!answer) return false;
    const places = [0, ...line(reply)];
    const { winnable, dead } = answer;
    if (typeof winnable === 'number') this.known.set(path(reply, places[winnable]), 'winnable');
    if (typeof dead === 'number') this.known.set(path(reply, places[dead]), 'dead');
    await this.#mark();
    const move = typeof dead === 'number' && dead > 0 ? reply.tree[places[dead] - 1].m : '';
    this.critical = typeof winnable === 'number' ? places[winnable] : null;
    if (dead === 0) this.#say('dead', 'This deal could not be won from the start.', 'Cannot be won');
    else if (typeof dead === 'number' && winnable === dead - 1) this.#say('dead', `Move ${dead} (${move}) lost the game: before it, it could be won.`, `Dead since move ${dead}`);
    else if (typeof dead === 'number') this.#say('dead', `Dead since move ${dead} at the latest${typeof winnable === 'number' ? `; after move ${winnable} it could still be won` : ''}. What lies between is not known.`, `Dead since move ${dead}`);
    else if (winnable === answer.moves) this.#say('winnable', 'Nothing is lost: it can still be won.', 'Winnable');
    else this.#say('unknown', 'Not known: the search was not deep enough.', 'Not known');
    return true;
  }

  /** How hard the deal is, in words. @returns {Promise<string | null>} */
  async grade() {
    this.#say('searching', 'Grading the deal…');
    const answer = await this.#search('grade');
    this.#say('off', '');
    if (!answer) { this.follow(); return null; }
    await this.#mark();
    this.follow();
    return answer.words ? `This deal is ${answer.words}.` : `How hard it is was not found out: ${answer.why}.`;
  }

  /** A deal from this number on that can be won, or is as hard as this: its number, '' if none was found in time, null if the search was stopped or failed. @param {import('./types.js').Start} start @param {string} level @returns {Promise<string | null>} */
  async find(start, level) {
    this.#say('searching', level === 'winnable' ? 'Looking for a deal that can be won…' : `Looking for one that is ${level}…`);
    const answer = await this.#search(level === 'winnable' ? 'winnable' : { graded: { level } }, start);
    const failed = this.is === 'unknown' ? this.words : '';
    this.#say('off', '');
    this.follow();
    if (failed) throw new EngineError(failed);
    return answer && (answer.deal ?? '');
  }

  /** @param {import('./types.js').Command} ask @param {import('./types.js').Start} [start] @returns {Promise<Answer | null>} */
  async #search(ask, start = this.game.start) {
    try {
      return await this.game.engine.search(start, ask, (nodes) => {
        if (this.is === 'searching') this.#say('searching', `Searching… ${Math.round(nodes / 1000)}k positions`);
      });
    } catch (error) {
      // That nobody answers is said elsewhere, and says nothing about the game.
      if (error instanceof Away) this.#say('off', ''); else this.#say('unknown', error instanceof Error ? error.message : String(error), 'Not known');
      return null;
    }
  }

  async #mark() {
    if (this.game.reply && this.game.reply.stamp !== 'oracle') await this.game.do({ mark: 'oracle' });
  }

  /** @param {Reply} reply @param {string} is @param {string} [why] */
  #tell(reply, is, why = '') {
    if (is === 'winnable') {
      const moves = this.lineFrom(reply)?.length;
      this.#say('winnable', moves ? `Winnable: ${moves} moves` : 'Winnable');
    }
    else if (is === 'dead') {
      const since = [0, ...line(reply)].findIndex((n) => this.known.get(path(reply, n)) === 'dead');
      this.#say('dead', since > 0 ? `Dead since move ${since}` : 'Cannot be won');
    } else if (is === 'unknown') this.#say('unknown', `Not known${why ? `: ${why}` : ''}`, 'Not known');
    else this.#say('off', '');
  }

  /** @param {string} is @param {string} words @param {string} [brief] */
  #say(is, words, brief = words) {
    this.is = is;
    this.words = words;
    this.brief = brief;
    this.dispatchEvent(new Event('change'));
  }
}
