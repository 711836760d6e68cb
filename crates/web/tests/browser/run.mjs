// Plays the page in a real Chromium, by both carriers. Words on the command line choose tests.
import { createRequire } from 'node:module';
import { pathToFileURL } from 'node:url';
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
  if (!known.has(key)) known.set(key, await winningLine(server.url, name, deal));
  return known.get(key);
};

let failed = 0, passed = 0;
for (const [carrier, { url }] of [['server', server], ['static', files]]) {
  for (const [name, test, only] of tests) {
    const full = `${carrier}: ${name}`;
    if ((only && only !== carrier) || (words.length && !words.some((word) => full.includes(word)))) continue;
    const start = Date.now();
    try {
      await test({ browser, url, carrier, axe, line, server: server.url });
      passed++;
      console.log(`ok   ${full} (${((Date.now() - start) / 1000).toFixed(1)} s)`);
    } catch (error) {
      failed++;
      console.log(`FAIL ${full}: ${error.message}\n${(error.stack ?? '').split('\n').slice(1, 4).join('\n')}`);
    }
  }
}
await browser.close();
server.stop();
files.stop();
console.log(`${passed} passed, ${failed} failed`);
process.exit(failed ? 1 : 0);
