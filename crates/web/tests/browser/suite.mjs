// The list of tests, and how one is added to it.
import assert from 'node:assert/strict';
import { startServer } from './servers.mjs';
import { Table } from './table.mjs';

/**
 * A test: its name, what it does, and the only carrier (`server` or `static`) it is for, if it is
 * not for both.
 * @type {[string, (with_: any) => Promise<void>, string?][]}
 */
export const tests = [];
export const test = (name, body, only) => tests.push([name, body, only]);

/**
 * Adds a test that plays on an open table. It fails if an error occurred on the page, or if the
 * page sent a request to another site. Options: `books` for a server with books of its own, `noise`
 * for errors that are expected, `only` for one carrier, and those of `Table.open`, such as
 * `before`, which runs in the page before its own scripts.
 */
export const onTable = (name, fragment, body, options = {}) =>
  test(
    name,
    async (all) => {
      const server =
        options.books && all.carrier === 'server'
          ? await startServer()
          : { url: all.url, stop() {} };
      const table = await Table.open(all.browser, server.url, fragment, options);
      try {
        await body(table, { ...all, ...server });
        const errors = table.errors.filter((text) => !options.noise?.test(text));
        assert.deepEqual(errors, []);
        assert.deepEqual(table.foreign, []);
      } finally {
        await table.close();
        await server.stop();
      }
    },
    options.only,
  );
