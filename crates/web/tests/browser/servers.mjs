// What a test runs against: a browser, the server of the binary and a static file server.
import { spawn } from 'node:child_process';
import { rmSync } from 'node:fs';
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { createServer } from 'node:http';
import { tmpdir } from 'node:os';
import { extname, join, normalize } from 'node:path';
import { fileURLToPath } from 'node:url';
import { chromium } from 'playwright-core';

/** The script of axe, which checks accessibility. */
export const AXE = fileURLToPath(import.meta.resolve('axe-core/axe.min.js'));

const TYPES = {
  '.html': 'text/html',
  '.js': 'text/javascript',
  '.css': 'text/css',
  '.svg': 'image/svg+xml',
  '.png': 'image/png',
  '.webmanifest': 'application/manifest+json',
  '.wasm': 'application/wasm',
};

/** No sandbox, because it does not work for root; no request that the page did not make. */
const CHROMIUM_OPTIONS = [
  '--no-sandbox',
  '--disable-dev-shm-usage',
  '--disable-gpu',
  '--disable-quic',
  '--no-first-run',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
];

/** The folders to remove when this program ends, however it ends. The servers end by themselves. */
const folders = new Set();
process.on('exit', () => {
  for (const folder of folders) rmSync(folder, { recursive: true, force: true });
});
for (const signal of ['SIGTERM', 'SIGINT', 'SIGHUP']) process.on(signal, () => process.exit(1));
// xtask keeps the input open as long as it lives: this program ends with it.
if (process.env.TALON_UNTIL_EOF) {
  const end = () => process.exit(1);
  process.stdin.on('end', end).on('error', end).resume();
}

/** Starts the server of the binary, with new books of its own. */
export async function startServer() {
  const books = await mkdtemp(join(tmpdir(), 'talon-'));
  folders.add(books);
  const options = ['serve', '--port', '0', '--no-open', '--until-eof'];
  const child = spawn(process.env.TALON_BINARY, options, {
    stdio: ['pipe', 'pipe', 'inherit'],
    env: { ...process.env, TALON_DATA: books },
  });
  const ended = new Promise((resolve) => child.on('exit', resolve));
  const url = await new Promise((resolve, reject) => {
    child.stdout.on('data', (data) => {
      const found = /http:\/\/\S+/.exec(String(data));
      if (found) resolve(found[0]);
    });
    ended.then(() => reject(new Error('talon serve has ended')));
  });
  const stop = async () => {
    child.stdin.end();
    await ended;
    await rm(books, { recursive: true, force: true });
    folders.delete(books);
  };
  return { url, books, stop };
}

/** Starts a server that knows nothing but files, for the static build. */
async function startFileServer(folder) {
  const server = createServer(async (request, response) => {
    const path = normalize(decodeURIComponent(new URL(request.url, 'http://x').pathname));
    const file = join(folder, path === '/' ? 'index.html' : path);
    try {
      const bytes = await readFile(file);
      const type = TYPES[extname(file)] ?? 'application/octet-stream';
      response.writeHead(200, { 'content-type': type });
      response.end(bytes);
    } catch {
      response.writeHead(404);
      response.end();
    }
  });
  await new Promise((resolve) => server.listen(0, '127.0.0.1', resolve));
  return { url: `http://127.0.0.1:${server.address().port}/`, stop: () => server.close() };
}

/** Starts a browser and both servers, and stops them after `use` has ended. */
export async function withBrowser(use) {
  const browser = await chromium.launch({
    executablePath: process.env.TALON_CHROMIUM ?? '/usr/bin/chromium',
    args: CHROMIUM_OPTIONS,
  });
  // TALON_URL names a server that is running, for work on the page itself.
  const running = process.env.TALON_URL;
  const server = running ? { url: running, books: '', stop() {} } : await startServer();
  const files = await startFileServer(process.env.TALON_DIST);
  const known = new Map();
  /** Returns the moves of a win; each deal is solved once. */
  const line = async (name, deal) => {
    const key = `${name} ${deal}`;
    if (!known.has(key)) known.set(key, winningLine(server.url, name, deal));
    return known.get(key);
  };
  try {
    return await use({ browser, server, files, line });
  } finally {
    await browser.close();
    await server.stop();
    files.stop();
  }
}

/** Sends a request to the engine of a server. */
export const request = (url, path, body) =>
  fetch(`${url}${path}`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(body),
  });

async function winningLine(url, name, deal) {
  const body = { game: { name, deal }, search: { verdict: {} } };
  const response = await request(url, 'api/search', body);
  const text = await response.text();
  if (response.status === 429) {
    await new Promise((resolve) => setTimeout(resolve, 500));
    return winningLine(url, name, deal);
  }
  const { answer } = JSON.parse(text.trim().split('\n').at(-1));
  if (answer?.is !== 'winnable') throw new Error(`${name} ${deal}: ${text}`);
  return answer.line;
}
