// The records: every game that was played, and what follows from them. They lie in the player's books
// where the server has some (the terminal keeps the same), else in this browser.
/** @import { Account, Books, Kept, Left, Listed1, Record1, Reply, Taken, Visit } from './types.js' */

import { post } from './engine.js';

/** Somebody else went on with the game. */
export class Conflict extends Error {
  /** @param {string} why @param {number | string} [id] The game as it is in the books. */
  constructor(why, id) {
    super(why);
    this.id = id;
  }
}

/** The rules that differ, in words. A game that began in the middle is not counted among games from the deal. @param {Reply} reply */
const kind = (reply) => [...reply.set, ...(/^(a )?position /.test(reply.deal) ? ['from a position'] : [])].join('; ');

/** Is the game over, for the statistics? One that was left still waits, one that was shown is nobody's. @param {string} result */
const counts = (result) => result === 'won' || result === 'lost';
/** Can it be gone on with? @param {string} result */
const waits = (result) => result === 'open' || result === 'left';

/** The books of the local player, which the terminal keeps too. @implements {Books} */
class Served {
  /** Where the server keeps none, this browser does. @type {Books | null} */
  #instead = null;

  /** @param {unknown} body */
  async #ask(body) {
    const response = await post('api/books', JSON.stringify(body));
    if (response.ok) return response.json();
    const { error: said = `The server says ${response.status}.`, id } = await response.json().catch(() => ({}));
    if (response.status === 404 && said.includes('keeps no books')) { this.#instead = new Browser(); return null; }
    throw response.status === 409 ? new Conflict(said, id) : new Error(said);
  }

  /** @param {Visit} visit @param {Reply} reply @returns {Promise<Kept>} */
  async keep(visit, reply) {
    return (!this.#instead && (await this.#ask({ keep: visit }))) || /** @type {Books} */ (this.#instead).keep(visit, reply);
  }

  /** @param {number | string} id @returns {Promise<Taken>} */
  async take(id) {
    return (!this.#instead && (await this.#ask({ take: id }))) || /** @type {Books} */ (this.#instead).take(id);
  }

  /** @param {number | string} id @returns {Promise<void>} */
  async giveUp(id) {
    if (this.#instead || !(await this.#ask({ give_up: id }))) await /** @type {Books} */ (this.#instead).giveUp(id);
  }

  /** @returns {Promise<Listed1>} */
  async list() {
    const said = !this.#instead && (await this.#ask('list'));
    if (!said) return /** @type {Books} */ (this.#instead).list();
    /** @typedef {{ id: number, game: string, rules: string, title: string, deal: string, result: string, stamp: string, moves: number, seconds: number, score: number, changed: number }} Summary */
    const ended = (/** @type {Summary} */ game) => ({
      name: game.game, title: game.title, set: game.rules.slice(game.game.length).trim(), deal: game.deal.replace(/^deal /, ''), won: game.result === 'won',
      moves: game.moves, seconds: game.seconds, points: game.score, stamp: game.stamp, when: game.changed * 1000,
    });
    const left = (/** @type {Summary} */ game) => ({ id: game.id, title: game.title, rules: game.rules.slice(game.game.length).trim(), deal: game.deal, moves: game.moves, seconds: game.seconds, when: game.changed * 1000 });
    const games = /** @type {Summary[]} */ (said.games);
    return { played: games.filter((game) => counts(game.result)).sort((a, b) => a.changed - b.changed).map(ended), left: said.left.map(left), account: said.account };
  }
}

/** @typedef {Visit & { record: Record1, rules: string, ledger?: Account, result: string, changed: number }} Row */

/** The books of this browser. @implements {Books} */
class Browser {
  /** @returns {Promise<IDBDatabase>} */
  #open() {
    return new Promise((resolve, reject) => {
      const asked = indexedDB.open('talon', 2);
      asked.onupgradeneeded = () => asked.result.createObjectStore('played', { keyPath: 'uid' });
      asked.onsuccess = () => resolve(asked.result);
      asked.onerror = () => reject(asked.error);
    });
  }

  /** Everything within one transaction. @template T @param {IDBTransactionMode} mode @param {(store: IDBObjectStore, done: (value: T) => void, fail: (error: Error) => void) => void} use @returns {Promise<T>} */
  async #within(mode, use) {
    const database = await this.#open();
    try {
      return await new Promise((resolve, reject) => {
        const transaction = database.transaction('played', mode);
        transaction.onerror = () => reject(transaction.error);
        use(transaction.objectStore('played'), resolve, reject);
      });
    } finally {
      database.close();
    }
  }

  /** @param {Visit} visit @param {Reply} reply @returns {Promise<Kept>} */
  async keep(visit, reply) {
    const state = await this.#within('readwrite', (/** @type {IDBObjectStore} */ store, /** @type {(state: number) => void} */ done, fail) => {
      const asked = store.get(visit.uid);
      asked.onsuccess = () => {
        const known = /** @type {Row | undefined} */ (asked.result);
        if (known && known.state !== visit.state) { fail(new Conflict('This game went on in another tab; here it is not kept any more.', visit.uid)); return; }
        const won = known?.result === 'won' || (reply.status === 'won' && !visit.shown);
        const when = Date.now(), next = (known?.state ?? 0) + 1;
        const record = known?.result === 'won' ? known.record : { name: reply.name, title: reply.title, set: kind(reply), deal: reply.number, won, moves: reply.made, seconds: visit.seconds, points: reply.points, stamp: reply.stamp, when };
        store.put({ ...visit, state: next, record, rules: reply.set.join(' '), ledger: reply.ledger, result: won ? 'won' : visit.shown ? 'shown' : reply.status === 'stuck' ? 'lost' : visit.leaves ? 'left' : 'open', changed: when }).onsuccess = () => done(next);
      };
    });
    return { id: visit.uid, state, account: (await this.list()).account };
  }

  /** @param {number | string} id @returns {Promise<Taken>} */
  take(id) {
    return this.#within('readonly', (store, done, fail) => {
      const asked = store.get(id);
      asked.onsuccess = () => { if (asked.result) done(asked.result); else fail(new Error('That game is not there any more.')); };
    });
  }

  /** @param {number | string} id @returns {Promise<void>} */
  giveUp(id) {
    return this.#within('readwrite', (store, done) => {
      const asked = store.get(id);
      asked.onsuccess = () => {
        const row = /** @type {Row | undefined} */ (asked.result);
        if (!row || !waits(row.result)) { done(undefined); return; }
        store.put({ ...row, state: row.state + 1, result: 'lost' }).onsuccess = () => done(undefined);
      };
    });
  }

  /** @returns {Promise<Listed1>} */
  async list() {
    const rows = await this.#within('readonly', (/** @type {IDBObjectStore} */ store, /** @type {(rows: Row[]) => void} */ done) => {
      const asked = store.getAll();
      asked.onsuccess = () => done(asked.result);
    });
    rows.sort((a, b) => a.changed - b.changed);
    const account = /** @type {Account} */ ({ hands: 0, inspections: 0, games: 0, runs: 0, information: 0, think_time: 0, winnings: 0, costs: 0, net: 0 });
    for (const { ledger } of rows) for (const name of /** @type {(keyof Account)[]} */ (Object.keys(account))) account[name] += ledger?.[name] ?? 0;
    const left = rows.filter((row) => waits(row.result)).reverse().map((row) => /** @type {Left} */ ({ id: row.uid, title: row.record.title, rules: row.rules, deal: row.record.deal.includes('\n') ? 'a position' : `deal ${row.record.deal}`, moves: row.record.moves, seconds: row.seconds, when: row.changed }));
    return { played: rows.filter((row) => counts(row.result)).map((row) => row.record), left, account };
  }
}

/** The books this page has. @returns {Books} */
export function books() {
  const kind = document.querySelector('meta[name=talon-engine]')?.getAttribute('content');
  return kind === 'server' ? new Served() : new Browser();
}

/** Figures of some records. @param {Record1[]} records */
export function figures(records) {
  const won = records.filter((record) => record.won);
  let streak = 0, longest = 0, worst = 0, losing = 0;
  for (const record of records) {
    streak = record.won ? streak + 1 : 0;
    losing = record.won ? 0 : losing + 1;
    longest = Math.max(longest, streak);
    worst = Math.max(worst, losing);
  }
  const of = (/** @type {number[]} */ list) => ({
    least: list.length ? Math.min(...list) : null,
    most: list.length ? Math.max(...list) : null,
    mean: list.length ? list.reduce((a, b) => a + b, 0) / list.length : null,
  });
  return {
    played: records.length, won: won.length, percent: records.length ? (100 * won.length) / records.length : 0,
    streak, longest, worst, time: of(won.map((r) => r.seconds)), moves: of(won.map((r) => r.moves)), points: of(records.map((r) => r.points)),
  };
}

/** All records as a table for other programs. @param {Record1[]} records */
export function csv(records) {
  const quote = (/** @type {unknown} */ value) => `"${String(value).replaceAll('"', '""')}"`;
  const rows = records.map((r) => [new Date(r.when).toISOString(), r.name, quote(r.set), quote(r.deal), r.won ? 1 : 0, r.moves, r.seconds, r.points, quote(r.stamp)].join(','));
  return ['when,game,rules,deal,won,moves,seconds,points,help', ...rows].join('\n') + '\n';
}
