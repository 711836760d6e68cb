// Plays the page in a real Chromium, by both carriers. Words on the command line choose tests.
import { availableParallelism } from 'node:os';
import { withBrowser } from './table.mjs';
import { tests } from './suite.mjs';
import './tests.mjs';
import './care.mjs';
import './reach.mjs';

const words = process.argv.slice(2);
const began = Date.now();
let failed = 0, passed = 0;

await withBrowser(async ({ browser, server, files, line, axe }) => {
  const todo = [['server', server], ['static', files]].flatMap(([carrier, { url }]) => tests
    .filter(([name, , only]) => (!only || only === carrier) && (!words.length || words.some((word) => `${carrier}: ${name}`.includes(word))))
    .map(([name, test]) => ({ name: `${carrier}: ${name}`, test, carrier, url })));
  /** Every test has a browser context of its own, so a few run at a time. */
  const work = async () => {
    for (let next = todo.shift(); next; next = todo.shift()) {
      const { name, test, carrier, url } = next;
      const start = Date.now();
      try {
        await test({ browser, url, carrier, axe, line, server: server.url });
        passed++;
        console.log(`ok   ${name} (${((Date.now() - start) / 1000).toFixed(1)} s)`);
      } catch (error) {
        failed++;
        console.log(`FAIL ${name}: ${error.message}\n${(error.stack ?? '').split('\n').slice(1, 4).join('\n')}`);
      }
    }
  };
  await Promise.all(Array.from({ length: Math.max(2, availableParallelism()) }, work));
});
console.log(`${passed} passed, ${failed} failed in ${((Date.now() - began) / 1000).toFixed(0)} s`);
process.exit(failed || !passed ? 1 : 0);
