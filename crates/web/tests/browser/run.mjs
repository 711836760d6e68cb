// Plays the page in a real Chromium, with both carriers. Words on the command line choose tests.
import { availableParallelism } from 'node:os';
import { withBrowser } from './servers.mjs';
import { tests } from './suite.mjs';
import './playing.mjs';
import './documents.mjs';
import './advice.mjs';
import './opening.mjs';
import './records.mjs';
import './screens.mjs';
import './look.mjs';
import './door.mjs';
import './motion.mjs';
import './access.mjs';
import './hostile.mjs';
import './regressions.mjs';
import './commands.mjs';
import './learning.mjs';
import './firefox.mjs';

const words = process.argv.slice(2);
const began = Date.now();
const seconds = (since) => (Date.now() - since) / 1000;
let failed = 0;
let passed = 0;

await withBrowser(async ({ browser, server, files, line }) => {
  const carriers = [
    ['server', server],
    ['static', files],
  ];
  const todo = carriers.flatMap(([carrier, { url }]) =>
    tests
      .filter(([, , only]) => !only || only === carrier)
      .map(([name, body]) => ({ name: `${carrier}: ${name}`, body, carrier, url }))
      .filter(({ name }) => !words.length || words.some((word) => name.includes(word))),
  );
  const work = async () => {
    for (let next = todo.shift(); next; next = todo.shift()) {
      const { name, body, carrier, url } = next;
      const start = Date.now();
      try {
        await body({ browser, url, carrier, line });
        passed++;
        console.log(`ok   ${name} (${seconds(start).toFixed(1)} s)`);
      } catch (error) {
        failed++;
        const stack = (error.stack ?? '').split('\n').slice(1, 4).join('\n');
        console.log(`FAIL ${name}: ${error.message}\n${stack}`);
      }
    }
  };
  // Every test has a browser context of its own, so several can run at a time.
  await Promise.all(Array.from({ length: Math.max(2, availableParallelism()) }, work));
});
console.log(`${passed} passed, ${failed} failed in ${seconds(began).toFixed(0)} s`);
process.exit(failed || !passed ? 1 : 0);
