// Plays the page in a real Chromium, by both carriers. Words on the command line choose tests.
import { createRequire } from 'node:module';
import { pathToFileURL } from 'node:url';
import { availableParallelism } from 'node:os';
import { join } from 'node:path';
import { tests } from './tests.mjs';
import { startServer, startStatic, winningLine } from './table.mjs';

const require = createRequire(pathToFileURL(join(process.cwd(), 'package.json')));
const { chromium } = require('playwright-core');
const axe = require.resolve('axe-core/axe.min.js');

const words = process.argv.slice(2);
const browser = await chromium.launch({
  executablePath: process.env.TALON_CHROMIUM ?? '/usr/bin/chromium',
  args: ['--no-sandbox', '--disable-dev-shm-usage', '--disable-gpu', '--disable-quic', '--no-first-run', '--disable-background-networking', '--disable-component-update', '--disable-sync'],
});
// TALON_URL names a server that already runs: for work on the page itself.
const server = process.env.TALON_URL ? { url: process.env.TALON_URL, stop() {} } : await startServer(process.env.TALON_BINARY);
const files = await startStatic(process.env.TALON_DIST);
const known = new Map();
/** Lines are asked for once, of the server. */
const line = async (name, deal) => {
  const key = `${name} ${deal}`;
  if (!known.has(key)) known.set(key, winningLine(server.url, name, deal));
  return known.get(key);
};

let failed = 0, passed = 0;
const todo = [['server', server], ['static', files]].flatMap(([carrier, { url }]) => tests
  .filter(([name, , only]) => (!only || only === carrier) && (!words.length || words.some((word) => `${carrier}: ${name}`.includes(word))))
  .map(([name, test]) => ({ name: `${carrier}: ${name}`, test, carrier, url })));

/** Every test has a browser context of its own, so a few run at a time. */
async function work() {
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
}
await Promise.all(Array.from({ length: Math.max(2, availableParallelism()) }, work));
await browser.close();
await server.stop();
files.stop();
console.log(`${passed} passed, ${failed} failed`);
process.exit(failed ? 1 : 0);
