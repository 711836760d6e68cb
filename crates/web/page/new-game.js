// Choosing and dealing a game: the dialog with numbers and files, and the search for a deal of a
// level.
/** @import { Game } from './game.js' */
/** @import { Command, Games, GameInfo, ResumedGame, Start } from './types.js' */
/** @import { Verdict } from './verdict.js' */

import { Designer } from './designer.js';
import { show } from './dialog.js';
import { button, make, select } from './dom.js';
import { say } from './messages.js';
import { LEVELS, set, settings } from './settings.js';
import { messageOf, randomDeal } from './words.js';

const DEALS =
  'A deal is a number, a number of another program (such as pysol:42, ms:617 or kpat:7), ' +
  'or the cards themselves.';

export class Dealer {
  /**
   * @param {Game} game
   * @param {Verdict} verdict
   */
  constructor(game, verdict) {
    this.game = game;
    this.verdict = verdict;
    /** Why the game asked for last could not be opened, or empty. */
    this.trouble = '';
    /** @type {Promise<Games> | null} */
    this.list = null;
  }

  /**
   * Returns all games and their rules; they are asked for once.
   * @returns {Promise<Games>}
   */
  games() {
    this.list ??= this.game.engine.games().catch((error) => {
      // A request that failed may be made again.
      this.list = null;
      throw error;
    });
    return this.list;
  }

  /**
   * Opens a game; if that is impossible, returns false and keeps the reason in `trouble`.
   * @param {Start} start
   * @param {ResumedGame} [resumed] Its entry, if it comes from the books.
   */
  async open(start, resumed) {
    this.trouble = '';
    const hear = (/** @type {Event} */ event) => {
      this.trouble = /** @type {CustomEvent<string>} */ (event).detail;
    };
    this.game.addEventListener('trouble', hear, { once: true });
    const entry = resumed && { uid: resumed.uid, began: resumed.began, state: resumed.state };
    const since = resumed && { memory: { time: resumed.seconds * 1000 } };
    const reply = await this.game.open(start, since, entry);
    this.game.removeEventListener('trouble', hear);
    return !!reply && !this.trouble;
  }

  /**
   * Deals a game. A deal without a number is of the level that the player has chosen.
   * @param {Start} start
   */
  async deal(start) {
    this.trouble = '';
    if (start.file || settings.level === 'any' || start.deal)
      return this.open(start.file ? start : { ...start, deal: start.deal ?? randomDeal() });
    const { level } = settings;
    const isAny = level === 'winnable';
    return this.#dealFound(
      { ...start, deal: randomDeal() },
      isAny ? 'winnable' : { graded: { level } },
      isAny ? 'a deal that can be won' : `a deal that is ${level}`,
    );
  }

  /**
   * Deals the deal of a day.
   * @param {Start} start
   * @param {number} [when] A moment of the day, in milliseconds.
   */
  daily(start, when = Date.now()) {
    const seconds = Math.floor(when / 1000);
    return this.#dealFound(start, { daily: { seconds } }, 'the deal of the day');
  }

  /**
   * Deals what a search finds. Otherwise the game on the table stays, and the reason is in
   * `trouble`.
   * @param {Start} start
   * @param {Command} ask
   * @param {string} what
   */
  async #dealFound(start, ask, what) {
    this.trouble = '';
    const answer = await this.#search(start, ask, what);
    if (!answer) return false;
    if (!answer.deal) {
      this.trouble = answer.words ?? answer.why ?? '';
      return false;
    }
    const isOpen = await this.open({ ...start, deal: answer.deal });
    // A dialog that is open would swallow the message.
    if (isOpen) setTimeout(() => say(answer.words ?? ''));
    return isOpen;
  }

  /**
   * Looks for a deal, with a dialog that shows the progress. Closing it stops the search.
   * @param {Start} start
   * @param {Command} ask
   * @param {string} what
   */
  async #search(start, ask, what) {
    const { verdict, game } = this;
    const open = document.querySelector('dialog[open]');
    const dialog = open ?? show('New game');
    const stop = () => game.engine.cancel();
    const progress = make('span', {}, 'Looking for a deal…');
    const line = make('div', { class: 'row looking' }, progress, button('Stop', stop));
    const update = () => {
      if (verdict.is === 'searching') progress.textContent = verdict.words;
    };
    dialog.querySelector('.body')?.prepend(line);
    dialog.addEventListener('close', stop);
    verdict.addEventListener('change', update);
    try {
      return await verdict.find(start, ask, what);
    } finally {
      verdict.removeEventListener('change', update);
      dialog.removeEventListener('close', stop);
      line.remove();
      if (!open) dialog.remove();
    }
  }

  /** Opens the dialog in which a game and its deal are chosen. */
  async choose() {
    const list = await this.games();
    const reply = this.game.reply;
    const game = selectOfGames(list.games);
    game.value = reply?.name ?? 'canfield';
    // A board may have several lines.
    const number = make('textarea', {
      id: 'choose-deal',
      placeholder: 'any',
      rows: '1',
      cols: '14',
      autocomplete: 'off',
      spellcheck: 'false',
    });
    const level = select('choose-level', LEVELS);
    level.value = settings.level;
    const error = make('p', { role: 'alert' });
    const deal = async (/** @type {string} */ text, isDaily = false) => {
      set('level', level.value);
      error.textContent = '';
      // The rules on the table stay with their game.
      const named = { name: game.value, set: game.value === reply?.name ? reply.set : [] };
      const start = text.includes('\n')
        ? { ...named, file: text }
        : { ...named, deal: text || undefined };
      const dealt = isDaily ? this.daily(named) : this.deal(start);
      const isOpen = await dealt.catch((problem) => {
        this.trouble = messageOf(problem);
        return false;
      });
      if (isOpen) dialog.close();
      else error.textContent = this.trouble;
    };
    number.addEventListener('keydown', (event) => {
      if (event.key !== 'Enter' || event.shiftKey) return;
      event.preventDefault();
      deal(number.value.trim());
    });
    const file = make('input', { type: 'file', id: 'choose-file' });
    file.addEventListener('change', async () => {
      const text = await file.files?.[0]?.text();
      // A text that could be several games is read as the one that is chosen.
      const isOpen =
        text &&
        ((await this.open({ file: text })) || (await this.open({ file: text, name: game.value })));
      if (isOpen) dialog.close();
      else error.textContent = this.trouble;
    });
    const [previous, next] = neighbours(reply?.number ?? '');
    const dialog = show(
      'New game',
      make(
        'div',
        { class: 'row' },
        make('label', {}, 'Game ', game),
        make('label', {}, 'Deal ', number),
        make('label', {}, 'Level ', level),
      ),
      make(
        'div',
        { class: 'row' },
        button('Deal', () => deal(number.value.trim()), 'main'),
        button('Deal of the day', () => deal('', true)),
        ...(next ? [button('Next number', () => deal(next))] : []),
        ...(previous ? [button('Previous number', () => deal(previous))] : []),
      ),
      make(
        'div',
        { class: 'row' },
        make('label', { class: 'file' }, 'Open a saved game or a board ', file),
      ),
      error,
      make('p', {}, DEALS),
      button('Change the rules…', () => new Designer(this).open(game.value)),
    );
  }
}

/**
 * Returns a select of the games, grouped by family.
 * @param {GameInfo[]} games
 */
export function selectOfGames(games) {
  const families = [...new Set(games.map((game) => game.family))].map((family) => {
    const members = games.filter((game) => game.family === family);
    const options = members.map(({ name, title }) => make('option', { value: name }, title));
    return make('optgroup', { label: family }, ...options);
  });
  return make('select', { id: 'choose-game' }, ...families);
}

/**
 * Returns the deals with the number before and after this one, which may be another program's
 * (`ms:617`); none for a deal without a number.
 * @param {string} deal
 */
function neighbours(deal) {
  const [, program = '', number] = /^([a-z]\w*:)?(\d+)$/.exec(deal) ?? [];
  if (!number) return [];
  const before = BigInt(number) - 1n;
  return [before < 0n ? 0n : before, BigInt(number) + 1n].map((n) => program + n);
}
