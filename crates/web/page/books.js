// The player's books: the record of every game. They are the server's, which the terminal keeps
// too, or where the server has none (and in the static build) this browser's.
/** @import { Account, BookContents, Books, FinishedGame, Kept } from './types.js' */
/** @import { Reply, ResumedGame, UnfinishedGame, Visit } from './types.js' */

import { post } from './engine.js';

/** Another tab or program has gone on with the game. */
export class Conflict extends Error {
  /**
   * @param {string} message
   * @param {number | string} [id] The game's number in the books.
   */
  constructor(message, id) {
    super(message);
    this.id = id;
  }
}

/**
 * Does a game with this result count in the statistics? An unfinished game does not, nor does one
 * that a demonstration won.
 * @param {string} result
 */
const counts = (result) => result === 'won' || result === 'lost';

/**
 * Can a game with this result be resumed?
 * @param {string} result
 */
const isUnfinished = (result) => result === 'open' || result === 'left';

/**
 * A game as the server lists it.
 * @typedef {{
 *   id: number, game: string, rules: string, title: string, deal: string, result: string,
 *   stamp: string, moves: number, seconds: number, score: number, changed: number,
 * }} Summary
 */

/**
 * @param {Summary} game
 * @returns {FinishedGame}
 */
const finished = (game) => ({
  name: game.game,
  title: game.title,
  set: changedRules(game),
  deal: game.deal.replace(/^deal /, ''),
  won: game.result === 'won',
  moves: game.moves,
  seconds: game.seconds,
  points: game.score,
  stamp: game.stamp,
  when: game.changed * 1000,
});

/**
 * @param {Summary} game
 * @returns {UnfinishedGame}
 */
const unfinished = (game) => ({
  id: game.id,
  title: game.title,
  rules: changedRules(game),
  deal: game.deal,
  moves: game.moves,
  seconds: game.seconds,
  when: game.changed * 1000,
});

/** @param {Summary} game */
const changedRules = (game) => game.rules.slice(game.game.length).trim();

/**
 * The books of the server; if it has none, those of this browser in their place.
 * @implements {Books}
 */
class ServerBooks {
  /** @type {Books | null} */
  #instead = null;

  /**
   * Sends a request; returns null if the server keeps no books.
   * @param {unknown} body
   */
  async #ask(body) {
    if (this.#instead) return null;
    const response = await post('api/books', JSON.stringify(body));
    if (response.ok) return response.json();
    if (response.status === 501) return null;
    const { error = `The server answered with status ${response.status}.`, id } = await response
      .json()
      .catch(() => ({}));
    throw response.status === 409 ? new Conflict(error, id ?? undefined) : new Error(error);
  }

  /** @returns {Books} */
  get #browser() {
    this.#instead ??= new BrowserBooks();
    return this.#instead;
  }

  /**
   * @param {Visit} visit
   * @param {Reply} reply
   * @returns {Promise<Kept>}
   */
  async keep(visit, reply) {
    return (await this.#ask({ keep: visit })) ?? this.#browser.keep(visit, reply);
  }

  /**
   * @param {number | string} id
   * @returns {Promise<ResumedGame>}
   */
  async take(id) {
    return (await this.#ask({ take: id })) ?? this.#browser.take(id);
  }

  /**
   * @param {number | string} id
   * @returns {Promise<void>}
   */
  async giveUp(id) {
    if (!(await this.#ask({ give_up: id }))) await this.#browser.giveUp(id);
  }

  /** @returns {Promise<BookContents>} */
  async list() {
    const answer = await this.#ask('list');
    if (!answer) return this.#browser.list();
    const games = /** @type {Summary[]} */ (answer.games);
    return {
      played: games
        .filter((game) => counts(game.result))
        .sort((a, b) => a.changed - b.changed)
        .map(finished),
      left: answer.left.map(unfinished),
      account: answer.account,
    };
  }
}

/**
 * A game as this browser stores it.
 * @typedef {Visit & {
 *   record: FinishedGame, rules: string, ledger?: Account, result: string, changed: number,
 * }} Row
 */

/**
 * The result of a game the player plays or leaves.
 * @param {Visit} visit
 * @param {Reply} reply
 */
function resultOf(visit, reply) {
  if (visit.shown) return 'shown';
  if (reply.status === 'won') return 'won';
  if (reply.status === 'stuck') return 'lost';
  return visit.leaves ? 'left' : 'open';
}

/**
 * @param {Visit} visit
 * @param {Reply} reply
 * @returns {FinishedGame}
 */
function recordOf(visit, reply) {
  // A game that began in the middle is counted apart from games that were played from the deal.
  const position = /^(a )?position /.test(reply.deal) ? ['from a position'] : [];
  return {
    name: reply.name,
    title: reply.title,
    set: [...reply.set, ...position].join('; '),
    deal: reply.number,
    won: reply.status === 'won' && !visit.shown,
    moves: reply.made,
    seconds: visit.seconds,
    points: reply.points,
    stamp: reply.stamp,
    when: Date.now(),
  };
}

/**
 * The books of this browser, in IndexedDB.
 * @implements {Books}
 */
class BrowserBooks {
  /** @returns {Promise<IDBDatabase>} */
  #open() {
    return new Promise((resolve, reject) => {
      const request = indexedDB.open('talon', 2);
      request.onupgradeneeded = () =>
        request.result.createObjectStore('played', { keyPath: 'uid' });
      request.onsuccess = () => resolve(request.result);
      request.onerror = () => reject(request.error);
    });
  }

  /**
   * Does something within one transaction.
   * @template T
   * @param {IDBTransactionMode} mode
   * @param {(
   *   games: IDBObjectStore, done: (value: T) => void, fail: (error: Error) => void,
   * ) => void} use
   * @returns {Promise<T>}
   */
  async #within(mode, use) {
    const database = await this.#open();
    try {
      return await new Promise((resolve, reject) => {
        const transaction = database.transaction('played', mode);
        transaction.onerror = () => reject(transaction.error);
        // A full disk ends a transaction without an error of its own.
        transaction.onabort = () => reject(transaction.error ?? new Error('The disk is full.'));
        use(transaction.objectStore('played'), resolve, reject);
      });
    } finally {
      database.close();
    }
  }

  /**
   * @param {Visit} visit
   * @param {Reply} reply
   * @returns {Promise<Kept>}
   */
  async keep(visit, reply) {
    /** @type {number} */
    const state = await this.#within('readwrite', (games, done, fail) => {
      const request = games.get(visit.uid);
      request.onsuccess = () => {
        const known = /** @type {Row | undefined} */ (request.result);
        if (known && known.state !== visit.state) {
          const why = 'This game was continued in another tab. Here it is no longer recorded.';
          fail(new Conflict(why, visit.uid));
          return;
        }
        // A win stays a win, whatever is tried afterwards.
        const isWon = known?.result === 'won';
        const record = isWon ? known.record : recordOf(visit, reply);
        const next = (known?.state ?? 0) + 1;
        games.put({
          ...visit,
          state: next,
          record,
          rules: reply.set.join(' '),
          ledger: reply.ledger,
          result: isWon ? 'won' : resultOf(visit, reply),
          changed: Date.now(),
        }).onsuccess = () => done(next);
      };
    });
    return { id: visit.uid, state, account: (await this.list()).account };
  }

  /**
   * @param {number | string} id
   * @returns {Promise<ResumedGame>}
   */
  take(id) {
    return this.#within('readonly', (games, done, fail) => {
      const request = games.get(id);
      request.onsuccess = () => {
        if (request.result) done(request.result);
        else fail(new Error('That game no longer exists.'));
      };
    });
  }

  /**
   * @param {number | string} id
   * @returns {Promise<void>}
   */
  giveUp(id) {
    return this.#within('readwrite', (games, done) => {
      const request = games.get(id);
      request.onsuccess = () => {
        const row = /** @type {Row | undefined} */ (request.result);
        if (!row || !isUnfinished(row.result)) {
          done(undefined);
          return;
        }
        games.put({ ...row, state: row.state + 1, result: 'lost' }).onsuccess = () =>
          done(undefined);
      };
    });
  }

  /** @returns {Promise<BookContents>} */
  async list() {
    /** @type {Row[]} */
    const rows = await this.#within('readonly', (games, done) => {
      const request = games.getAll();
      request.onsuccess = () => done(request.result);
    });
    rows.sort((a, b) => a.changed - b.changed);
    return {
      played: rows.filter((row) => counts(row.result)).map((row) => row.record),
      left: rows
        .filter((row) => isUnfinished(row.result))
        .reverse()
        .map((row) => ({
          id: row.uid,
          title: row.record.title,
          rules: row.rules,
          deal: row.record.deal.includes('\n') ? 'a position' : `deal ${row.record.deal}`,
          moves: row.record.moves,
          seconds: row.seconds,
          when: row.changed,
        })),
      account: sumOf(rows.flatMap((row) => row.ledger ?? [])),
    };
  }
}

/**
 * Adds accounts up.
 * @param {Account[]} accounts
 */
function sumOf(accounts) {
  /** @type {Account} */
  const sum = {
    hands: 0,
    inspections: 0,
    games: 0,
    runs: 0,
    information: 0,
    think_time: 0,
    winnings: 0,
    costs: 0,
    net: 0,
  };
  const names = /** @type {(keyof Account)[]} */ (Object.keys(sum));
  for (const account of accounts) for (const name of names) sum[name] += account[name];
  return sum;
}

/**
 * Returns the books this page has.
 * @returns {Books}
 */
export function newBooks() {
  const engine = document.querySelector('meta[name=talon-engine]')?.getAttribute('content');
  return engine === 'server' ? new ServerBooks() : new BrowserBooks();
}
