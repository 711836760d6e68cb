// A table in a browser: how a test opens, reads and plays it, by each kind of input.
import { createServer } from 'node:http';
import { rmSync } from 'node:fs';
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { spawn } from 'node:child_process';
import { createRequire } from 'node:module';
import { pathToFileURL } from 'node:url';
import { extname, join, normalize } from 'node:path';

const TYPES = { '.html': 'text/html', '.js': 'text/javascript', '.css': 'text/css', '.svg': 'image/svg+xml', '.webmanifest': 'application/manifest+json', '.wasm': 'application/wasm' };

/** Whatever ends this program ends what it started: the servers see the end of their input. @type {Set<string>} */
const folders = new Set();
process.on('exit', () => folders.forEach((folder) => rmSync(folder, { recursive: true, force: true })));
for (const signal of ['SIGTERM', 'SIGINT', 'SIGHUP']) process.on(signal, () => process.exit(1));
// xtask keeps our input open as long as it lives.
if (process.env.TALON_UNTIL_EOF) process.stdin.on('end', () => process.exit(1)).on('error', () => process.exit(1)).resume();

/** The binary's own server, with books of its own: the player's are not touched. */
export async function startServer(binary) {
  const books = await mkdtemp(join(tmpdir(), 'talon-'));
  folders.add(books);
  const child = spawn(binary, ['serve', '--port', '0', '--no-open', '--until-eof'], { stdio: ['pipe', 'pipe', 'inherit'], env: { ...process.env, TALON_DATA: books } });
  const ended = new Promise((resolve) => child.on('exit', resolve));
  const url = await new Promise((resolve, reject) => {
    child.stdout.on('data', (data) => { const found = /http:\/\/\S+/.exec(String(data)); if (found) resolve(found[0]); });
    ended.then(() => reject(new Error('talon serve ended')));
  });
  const stop = async () => { child.stdin.end(); await ended; await rm(books, { recursive: true, force: true }); folders.delete(books); };
  return { url, books, stop };
}

/** Both carriers, and a browser: `with` gets them, and they are gone afterwards. */
export async function withBrowser(use) {
  const require = createRequire(pathToFileURL(join(process.cwd(), 'package.json')));
  const { chromium } = require('playwright-core');
  const browser = await chromium.launch({
    executablePath: process.env.TALON_CHROMIUM ?? '/usr/bin/chromium',
    args: ['--no-sandbox', '--disable-dev-shm-usage', '--disable-gpu', '--disable-quic', '--no-first-run', '--disable-background-networking', '--disable-component-update', '--disable-sync'],
  });
  // TALON_URL names a server that already runs: for work on the page itself.
  const server = process.env.TALON_URL ? { url: process.env.TALON_URL, books: '', stop() {} } : await startServer(process.env.TALON_BINARY);
  const files = await startStatic(process.env.TALON_DIST);
  const known = new Map();
  /** Lines are asked for once, of the server. */
  const line = async (name, deal) => {
    const key = `${name} ${deal}`;
    if (!known.has(key)) known.set(key, winningLine(server.url, name, deal));
    return known.get(key);
  };
  try {
    return await use({ browser, server, files, line, axe: require.resolve('axe-core/axe.min.js') });
  } finally {
    await browser.close();
    await server.stop();
    files.stop();
  }
}

/** Any file server: this one knows nothing but files. */
export async function startStatic(folder) {
  const server = createServer(async (request, response) => {
    const path = normalize(decodeURIComponent(new URL(request.url, 'http://x').pathname));
    const file = join(folder, path === '/' ? 'index.html' : path);
    try {
      const bytes = await readFile(file);
      response.writeHead(200, { 'content-type': TYPES[extname(file)] ?? 'application/octet-stream' });
      response.end(bytes);
    } catch {
      response.writeHead(404);
      response.end();
    }
  });
  await new Promise((resolve) => server.listen(0, '127.0.0.1', resolve));
  return { url: `http://127.0.0.1:${server.address().port}/`, stop: () => server.close() };
}

/** Asks the engine for the line that wins a deal. */
export async function winningLine(url, name, deal) {
  const response = await fetch(`${url}api/search`, { method: 'POST', headers: { 'content-type': 'application/json' }, body: JSON.stringify({ game: { name, deal }, search: { verdict: {} } }) });
  const lines = (await response.text()).trim().split('\n').map((line) => JSON.parse(line));
  if (response.status === 429) { await new Promise((done) => setTimeout(done, 500)); return winningLine(url, name, deal); }
  const { answer } = lines[lines.length - 1];
  if (answer?.is !== 'winnable') throw new Error(`${name} ${deal}: ${JSON.stringify(lines.at(-1))}`);
  return answer.line;
}

export const parts = (move) => {
  const found = /^([a-z]?\d*)-([a-z]?\d*)(?:x(\d+))?$/.exec(move);
  return found && { from: found[1], to: found[2], count: Number(found[3] ?? 1) };
};

export class Table {
  constructor(page, url) {
    this.page = page;
    this.url = url;
  }

  /** A fresh browser with these settings, on a deal. */
  static async open(browser, url, fragment, { settings = {}, touch = false, viewport = { width: 1280, height: 800 }, motion = 'reduce' } = {}) {
    const context = await browser.newContext({ viewport, hasTouch: touch, reducedMotion: motion });
    await context.addInitScript((wish) => { if (!localStorage.getItem('talon.settings')) localStorage.setItem('talon.settings', wish); }, JSON.stringify({ auto: 'off', ...settings }));
    const page = await context.newPage();
    const table = new Table(page, url);
    table.context = context;
    table.troubles = [];
    table.foreign = [];
    page.on('pageerror', (error) => table.troubles.push(error.message));
    page.on('console', (message) => { if (message.type() === 'error') table.troubles.push(message.text()); });
    page.on('request', (request) => { if (!request.url().startsWith(url) && !/^(data|blob):/.test(request.url())) table.foreign.push(request.url()); });
    await page.goto(url + (fragment ? `#${fragment}` : ''));
    await page.waitForSelector('body[data-ready]');
    return table;
  }

  close() {
    return this.context.close();
  }

  data(name) {
    return this.page.evaluate((key) => document.body.dataset[key], name);
  }

  save() {
    return this.page.evaluate(() => JSON.parse(localStorage.getItem('talon.save')).save);
  }

  async made() {
    return Number(await this.data('made'));
  }

  /** Waits until so many moves are made. */
  until(made) {
    return this.page.waitForFunction((n) => document.body.dataset.made === String(n), made, { timeout: 60000, polling: 'raf' });
  }

  /** Where the card that is to be lifted, and the pile it goes to, can be touched. */
  spots({ from, to, count }) {
    return this.page.evaluate(([from, to, count]) => {
      const cards = [...document.querySelectorAll(`.card[data-pile="${from}"]`)];
      const card = cards[cards.length - count];
      const box = card.getBoundingClientRect();
      const next = cards[cards.length - count + 1]?.getBoundingClientRect();
      const height = next ? Math.max(4, next.top - box.top) : box.height;
      const targets = [...document.querySelectorAll(`.card[data-pile="${to}"]`)];
      const target = (targets[targets.length - 1] ?? document.querySelector(`.slot[data-pile="${to}"]`)).getBoundingClientRect();
      return { a: { x: box.left + box.width / 2, y: box.top + height / 2 }, b: { x: target.left + target.width / 2, y: target.top + target.height / 2 } };
    }, [from, to, count]);
  }

  async stock() {
    const box = await this.page.evaluate(() => {
      const { left, top, width, height } = document.querySelector('.slot[data-pile=s]').getBoundingClientRect();
      return { x: left + width / 2, y: top + height / 2 };
    });
    return box;
  }

  /** One move by one kind of input. */
  async play(move, by) {
    const before = await this.made();
    const { page } = this;
    const m = parts(move);
    if (by === 'keyboard') {
      if (!m) await page.keyboard.press('d');
      else await this.type(m);
    } else if (!m) {
      const { x, y } = await this.stock();
      if (by === 'touch') await page.touchscreen.tap(x, y); else await page.mouse.click(x, y);
    } else {
      const { a, b } = await this.spots(m);
      if (by === 'drag') {
        await page.mouse.move(a.x, a.y);
        await page.mouse.down();
        await page.mouse.move((a.x + b.x) / 2, (a.y + b.y) / 2);
        await page.mouse.move(b.x, b.y);
        await page.mouse.up();
      } else if (by === 'touch') {
        await page.touchscreen.tap(a.x, a.y);
        await page.touchscreen.tap(b.x, b.y);
      } else {
        await page.mouse.click(a.x, a.y);
        await page.mouse.click(b.x, b.y);
      }
    }
    await this.until(before + 1).catch(async () => {
      throw new Error(`${move} by ${by} after ${before} moves: ${await page.textContent('#toast')}`);
    });
  }

  /** Two addresses; the number of cards by plus and minus; the cursor where there is no address. */
  async type({ from, to, count }) {
    const { page } = this;
    const key = (pile) => (pile === '10' ? '0' : /^(\d|w|r)$/.test(pile) ? pile : '');
    if (key(from) && (key(to) || to.startsWith('f'))) {
      await page.keyboard.press(key(from));
      const held = await page.evaluate(() => document.querySelectorAll('.held').length);
      for (let i = held; i > count; i--) await page.keyboard.press('-');
      for (let i = held; i < count; i++) await page.keyboard.press('+');
      await page.keyboard.press(to.startsWith('f') ? 'f' : key(to));
      return;
    }
    await this.cursor(from, count);
    await page.keyboard.press(' ');
    await this.cursor(to, 1);
    await page.keyboard.press(' ');
  }

  /** Moves the cursor to a pile by arrows alone. */
  async cursor(pile, count) {
    const { page } = this;
    await page.evaluate(() => document.querySelector('#board [tabindex="0"]')?.focus());
    for (let i = 0; i < 60; i++) {
      const here = await page.evaluate((id) => {
        const box = (e) => e.getBoundingClientRect();
        const now = document.activeElement;
        const slot = (name) => box(document.querySelector(`.slot[data-pile="${name}"]`));
        const [a, b] = [slot(now.dataset.pile), slot(id)];
        return { pile: now.dataset.pile, dx: b.left - a.left, dy: b.top - a.top };
      }, pile);
      if (here.pile === pile) break;
      if (Math.abs(here.dy) > 20) await page.keyboard.press(here.dy < 0 ? 'ArrowUp' : 'ArrowDown');
      else await page.keyboard.press(here.dx < 0 ? 'ArrowLeft' : 'ArrowRight');
    }
    for (let i = 1; i < count; i++) await page.keyboard.press('ArrowUp');
  }
}
