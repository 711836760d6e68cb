// What this browser stores for the page. Where it stores nothing (in some private windows, on a
// full disk), values are kept until the page is closed.

/** Announces by a `denied` event that something could not be stored. */
export const storage = new EventTarget();

/**
 * Values that could not be stored.
 * @type {Map<string, string>}
 */
const unstored = new Map();

/**
 * Returns a stored value, or null if there is none that can be read.
 * @param {string} name
 * @returns {any}
 */
export function load(name) {
  try {
    return JSON.parse(unstored.get(name) ?? localStorage.getItem(name) ?? 'null');
  } catch {
    return null;
  }
}

/**
 * Stores a value; one that cannot be stored is kept as long as the page is open.
 * @param {string} name
 * @param {unknown} value
 */
export function store(name, value) {
  const text = JSON.stringify(value);
  try {
    localStorage.setItem(name, text);
    unstored.delete(name);
  } catch {
    unstored.set(name, text);
    storage.dispatchEvent(new Event('denied'));
  }
}
