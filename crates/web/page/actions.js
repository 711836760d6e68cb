// What every button, key and menu entry does. An action is known by its name; one that is not
// listed here is a command of the engine.
/** @import { Board } from './board.js' */
/** @import { Game } from './game.js' */
/** @import { Dealer } from './new-game.js' */
/** @import { Rail } from './rail.js' */
/** @import { BookContents } from './types.js' */
/** @import { Verdict } from './verdict.js' */

import { COMMANDS } from './commands.js';
import { showDaily } from './daily.js';
import { Designer } from './designer.js';
import * as dialogs from './dialogs.js';
import { showPostMortem } from './endings.js';
import { FrontDoor } from './front-door.js';
import { showLessons } from './lessons.js';
import { hush, notice, say, settle } from './messages.js';
import { moving } from './settings.js';
import { showStatistics } from './statistics.js';
import { showUnfinished } from './unfinished.js';
import { messageOf } from './words.js';

/** The pause between two moves of a demonstration, in milliseconds: with and without animation. */
const PAUSES = [320, 60];

/**
 * The parts of the page that actions work on.
 * @typedef {{
 *   game: Game, board: Board, verdict: Verdict, dealer: Dealer,
 *   rail: Rail, redraw: () => void, fail: (why: string) => void,
 * }} Page
 */

/** Waits between two moves of a demonstration. */
const pause = () =>
  new Promise((resolve) => {
    setTimeout(resolve, PAUSES[moving() ? 0 : 1]);
  });

export class Actions {
  /**
   * Stops the cascade of a win.
   * @type {(() => void) | null}
   */
  cascade = null;
  /** The refusal that `why` repeats. */
  lastRefusal = '';
  /**
   * Identifies the demonstration or replay that runs; null if there is none.
   * @type {object | null}
   */
  #playback = null;

  /** @param {Page} page */
  constructor(page) {
    this.page = page;
    const { game, verdict, dealer, rail, redraw } = page;
    const act = (/** @type {string} */ action) => this.do(action);
    const door = new FrontDoor(dealer, act);
    const shown = () => game.reply;
    /** @type {Record<string, () => unknown>} */
    this.table = {
      new: () => door.open(),
      choose: () => dealer.choose(),
      learn: () => showLessons(dealer),
      design: () => new Designer(dealer).open(),
      again: () => this.#again(),
      daily: () => this.#withBooks((books) => showDaily(this.page, books)),
      'full-screen': () => fillScreen(),
      menu: () => dialogs.showMenu(act),
      settings: () => dialogs.showSettings(redraw),
      statistics: () => this.#withBooks(showStatistics),
      resume: () => this.#withBooks((books) => showUnfinished(game, dealer, books)),
      rules: () => this.#rules(),
      share: () => {
        const reply = shown();
        if (reply) dialogs.showShare(reply);
      },
      help: () => dialogs.showHelp(act),
      hint: () => this.#giveHint('hint'),
      oracle: () => this.#giveHint('oracle'),
      'back-ten': () => game.do({ leap: -10 }),
      'forward-ten': () => game.do({ leap: 10 }),
      find: () => dialogs.showFinder((card) => this.#find(card)),
      grade: async () => say((await verdict.grade()) ?? ''),
      verdict: () => verdict.ask(),
      post: () => this.#postMortem(),
      goto: () => verdict.back && game.do({ go: verdict.back }),
      why: () => (this.lastRefusal ? say(this.lastRefusal) : game.do('why')),
      rail: () => rail.toggle(),
      ledger: async () => {
        // The ledger belongs to the casino's own rules, and to players who ask for it.
        if (!shown()?.ledger) await game.do({ 'set-ledger': true });
        if (shown()?.ledger) rail.open('ledger');
      },
      listing: () => rail.open('listing'),
      watch: () => this.#watch(),
      replay: () => this.#replay(),
      mark: () => game.do({ bookmark: null }),
      jump: () => dialogs.showPlaces(game, act),
      calm: () => {
        hush();
        this.stopCascade();
        rail.closeIfCovering();
      },
    };
  }

  /**
   * Performs an action; a failure is told.
   * @param {string} action
   */
  async do(action) {
    this.stopPlayback();
    const { warning } = this.page.game.reply ?? {};
    const looks = COMMANDS.some(({ name, hidden }) => hidden && name === action);
    if (looks && warning && !(await dialogs.askFirst(warning))) return;
    const perform = this.table[action] ?? (() => this.page.game.do(action));
    try {
      await perform();
    } catch (error) {
      this.page.fail(messageOf(error));
    }
  }

  get isPlayingBack() {
    return this.#playback !== null;
  }

  stopPlayback() {
    this.#playback = null;
  }

  stopCascade() {
    this.cascade?.();
    this.cascade = null;
  }

  /**
   * Repeats a step of a demonstration or a replay until it returns false or is stopped.
   * @param {() => Promise<boolean>} step
   */
  async #playBack(step) {
    const playback = {};
    this.#playback = playback;
    while (this.#playback === playback && (await step())) await pause();
    if (this.#playback === playback) this.#playback = null;
  }

  /**
   * Opens a dialog on what the books have, this game included.
   * @param {(books: BookContents) => void} showThem
   */
  async #withBooks(showThem) {
    const { game } = this.page;
    await game.keep();
    showThem(await game.books.list());
  }

  async #rules() {
    const { game } = this.page;
    const reply = game.reply;
    if (reply) {
      const sheet = await game.engine.sheet({ name: reply.name, set: reply.set });
      dialogs.showRules(reply, sheet, (action) => this.do(action));
    }
  }

  /**
   * Gives the next step of a hint.
   * @param {'hint' | 'oracle'} kind
   */
  async #giveHint(kind) {
    const { game, board, verdict } = this.page;
    let reply = await game.do(kind);
    if (reply?.wanted) {
      await verdict.ask();
      reply = await game.do(kind);
      if (reply?.wanted) say('No winning moves were found.');
    }
    if (!reply?.hint) return;
    board.clearMarks();
    for (const { pile, count } of reply.hint.marks) board.mark(pile, count);
    say(reply.hint.words, { stays: true });
  }

  /** @param {string} card */
  async #find(card) {
    const { game, board } = this.page;
    const found = (await game.do({ find: card }))?.found;
    if (!found) return;
    board.clearMarks();
    for (const { pile, index } of found.places) board.point(pile, index);
    say(found.words);
  }

  /** Finds the move that lost the game, and shows it on the table. */
  async #postMortem() {
    const { game, verdict, rail } = this.page;
    const answer = await verdict.postMortem();
    if (!answer) return;
    const { made = 0 } = game.reply ?? {};
    if (answer.back && answer.lost) {
      const { back, lost } = answer;
      const shots = [
        () => game.do({ go: back }),
        () => game.do({ go: lost }),
        () => game.do({ leap: made - lost.length }),
      ];
      if (lost.length === made) shots.pop();
      await this.#playBack(async () => {
        await shots.shift()?.();
        return shots.length > 0;
      });
    }
    verdict.tell(answer.words ?? '');
    if (!rail.isOpen) showPostMortem(verdict, (action) => this.do(action));
  }

  /** Plays the moves of a proved win. */
  async #watch() {
    const { game, verdict } = this.page;
    if (game.reply?.verdict.is !== 'winnable') await verdict.ask();
    await this.#playBack(async () => {
      const reply = await game.do('follow');
      // A win that was only watched does not count.
      if (reply?.status === 'won') game.entry.shown = true;
      return !!reply?.steps.length && reply.status !== 'won';
    });
  }

  /** Shows the game again, from the deal to this position. */
  async #replay() {
    const { game } = this.page;
    let left = game.reply?.made ?? 0;
    await game.do('restart');
    await this.#playBack(async () => {
      if (left-- <= 0) return false;
      return !!(await game.do('redo'))?.steps.length;
    });
  }

  /** Deals the same game anew; a level that is not found is said, and can be looked for again. */
  async #again() {
    const { game, dealer } = this.page;
    const { name = 'canfield', set } = game.reply ?? {};
    settle('level');
    if (await dealer.deal({ name, set })) return;
    if (dealer.trouble) notice('level', dealer.trouble, [['Try again', () => this.do('again')]]);
  }
}

/** Lets the page fill the screen, or leaves the full screen. */
async function fillScreen() {
  if (document.fullscreenElement) await document.exitFullscreen();
  else if (document.documentElement.requestFullscreen)
    await document.documentElement.requestFullscreen();
  else say('This browser cannot fill the screen. Install the page to play it without the browser.');
}
