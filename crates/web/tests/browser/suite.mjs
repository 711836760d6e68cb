// The list of tests, and how one comes into it.
import assert from 'node:assert/strict';
import { Table, startServer } from './table.mjs';

/** @type {[string, (with: any) => Promise<void>, string?][]} */
export const tests = [];
export const test = (name, body, only) => tests.push([name, body, only]);

/** A test on an open table; at its end nothing may have gone wrong and no request may have left. */
export const onTable = (name, fragment, body, options = {}) => test(name, async (all) => {
  // The books of a server are all its players': some tests need books for themselves.
  const own = options.books && all.carrier === 'server' ? await startServer(process.env.TALON_BINARY) : { url: all.url, stop() {} };
  const table = await Table.open(all.browser, own.url, fragment, options);
  try {
    await body(table, { ...all, ...own });
    assert.deepEqual(table.troubles.filter((text) => !options.noise?.test(text)), []);
    assert.deepEqual(table.foreign, []);
  } finally {
    await table.close();
    await own.stop();
  }
}, options.only);

export const PHONE = { width: 390, height: 844 };
