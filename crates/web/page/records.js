// The records: every finished game, and what follows from them. They lie in the player's books where
// the server has some, else in this browser.
/** @import { Record1 } from './types.js' */

/** @returns {Promise<IDBDatabase>} */
function open() {
  return new Promise((resolve, reject) => {
    const asked = indexedDB.open('talon', 1);
    asked.onupgradeneeded = () => asked.result.createObjectStore('games', { keyPath: 'id', autoIncrement: true });
    asked.onsuccess = () => resolve(asked.result);
    asked.onerror = () => reject(asked.error);
  });
}

/** @template T @param {IDBTransactionMode} mode @param {(store: IDBObjectStore) => IDBRequest<T>} use @returns {Promise<T>} */
async function within(mode, use) {
  const database = await open();
  try {
    return await new Promise((resolve, reject) => {
      const asked = use(database.transaction('games', mode).objectStore('games'));
      asked.onsuccess = () => resolve(asked.result);
      asked.onerror = () => reject(asked.error);
    });
  } finally {
    database.close();
  }
}

const served = document.querySelector('meta[name=talon-engine]')?.getAttribute('content') === 'server';
let books = served;

/** Asks the books of the local player, which the terminal keeps too; null where the server has none. @param {object} body @returns {Promise<Record1[] | null>} */
async function ask(body) {
  if (!books) return null;
  const response = await fetch('api/books', { method: 'POST', headers: { 'content-type': 'application/json' }, body: JSON.stringify(body) });
  if (!response.ok) {
    if (response.status === 404) books = false;
    return null;
  }
  /** @type {{ game: string, rules: string, title: string, deal: string, result: string, stamp: string, moves: number, seconds: number, score: number, changed: number }[]} */
  const games = (await response.json()).games;
  return games.filter((game) => game.result !== 'open').sort((a, b) => a.changed - b.changed).map((game) => ({
    name: game.game, title: game.title, set: game.rules.slice(game.game.length).trim(), deal: game.deal.replace(/^deal /, ''), won: game.result === 'won',
    moves: game.moves, seconds: game.seconds, points: game.score, stamp: game.stamp, when: game.changed * 1000,
  }));
}

/** Writes a game down: into the books, or where there are none into this browser. @param {Record1} record @param {string} save */
export async function add(record, save) {
  const changed = Math.floor(record.when / 1000);
  const told = await ask({ add: { uid: `page-${crypto.randomUUID()}`, save, seconds: record.seconds, began: changed - record.seconds, changed } }).catch(() => null);
  if (!told) await within('readwrite', (store) => store.add(record));
}

/** @returns {Promise<Record1[]>} */
export async function all() {
  return (await ask({}).catch(() => null)) ?? within('readonly', (store) => store.getAll());
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

/** The net worth of all hands ever. */
export const total = () => Number(localStorage.getItem('talon.casino') ?? 0);
/** @param {number} net */
export const bank = (net) => localStorage.setItem('talon.casino', String(total() + net));
