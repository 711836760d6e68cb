// Firefox by its own remote protocol, Marionette: the commands of WebDriver, each as JSON with its
// length before it. The Firefox of a distribution needs no further program for it.
import { spawn, spawnSync } from 'node:child_process';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { connect, createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

/** How long to wait for something in the page, and between two looks, in milliseconds. */
const PATIENCE = 60_000;
const INTERVAL = 20;

/** The keys that have a name, as WebDriver writes them. */
const KEYS = {
  Escape: '\uE00C',
  Enter: '\uE007',
  ArrowLeft: '\uE012',
  ArrowUp: '\uE013',
  ArrowRight: '\uE014',
  ArrowDown: '\uE015',
};

const wait = (time) => new Promise((resolve) => setTimeout(resolve, time));

/** Returns the name of the program: Debian's, or that of other systems. */
function program() {
  const known = process.env.TALON_FIREFOX;
  if (known) return known;
  return spawnSync('firefox-esr', ['--version']).error ? 'firefox' : 'firefox-esr';
}

/** Returns a port that is free. */
async function freePort() {
  const server = createServer();
  await new Promise((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address();
  await new Promise((resolve) => server.close(resolve));
  return port;
}

/** A connection to a Firefox: sends commands one after the other. */
class Connection {
  #next = 1;
  #open = new Map();
  #text = Buffer.alloc(0);

  constructor(socket) {
    this.socket = socket;
    socket.on('data', (bytes) => {
      this.#text = Buffer.concat([this.#text, bytes]);
      for (let message = this.#take(); message; message = this.#take()) this.#hear(message);
    });
  }

  /** Takes one message out of what has arrived; null if it is not there as a whole. */
  #take() {
    const colon = this.#text.indexOf(':');
    if (colon < 0) return null;
    const end = colon + 1 + Number(this.#text.subarray(0, colon));
    if (this.#text.length < end) return null;
    const message = JSON.parse(this.#text.subarray(colon + 1, end));
    this.#text = this.#text.subarray(end);
    return message;
  }

  #hear([, id, error, value]) {
    const call = this.#open.get(id);
    this.#open.delete(id);
    if (error) call?.reject(new Error(`Firefox: ${error.message}`));
    else call?.resolve(value);
  }

  send(name, parameters = {}) {
    const id = this.#next++;
    const text = JSON.stringify([0, id, name, parameters]);
    this.socket.write(`${Buffer.byteLength(text)}:${text}`);
    return new Promise((resolve, reject) => this.#open.set(id, { resolve, reject }));
  }
}

/** Starts Firefox without a window; `page` has the part of Playwright's page that a table needs. */
export async function startFirefox() {
  const profile = await mkdtemp(join(tmpdir(), 'talon-firefox-'));
  const port = await freePort();
  const preferences = [
    ['marionette.port', port],
    ['remote.prefs.recommended', true],
    ['ui.prefersReducedMotion', 1],
    ['datareporting.policy.dataSubmissionEnabled', false],
    ['app.update.enabled', false],
    ['dom.w3c_touch_events.enabled', 1],
  ];
  const lines = preferences.map(([name, value]) => `user_pref("${name}", ${value});\n`);
  await writeFile(join(profile, 'user.js'), lines.join(''));
  const child = spawn(
    program(),
    ['--headless', '--marionette', '--no-remote', '--profile', profile],
    {
      stdio: 'ignore',
    },
  );
  const ended = new Promise((resolve) => child.on('exit', resolve));
  child.on('error', () => {});
  const connection = await reach(port, child);
  await connection.send('WebDriver:NewSession', { capabilities: {} });
  const stop = async () => {
    await connection.send('Marionette:Quit', { flags: ['eForceQuit'] }).catch(() => {});
    await ended;
    await rm(profile, { recursive: true, force: true, maxRetries: 5 });
  };
  return { page: new Page(connection), stop };
}

/** Connects to a Firefox that is starting. */
async function reach(port, child) {
  const end = Date.now() + PATIENCE;
  while (Date.now() < end && child.exitCode === null) {
    const socket = connect(port, '127.0.0.1');
    const greeting = await new Promise((resolve) => {
      socket.once('data', resolve);
      socket.once('error', () => resolve(null));
    });
    if (greeting) return new Connection(socket);
    await wait(200);
  }
  throw new Error('Firefox does not answer');
}

/** The page in Firefox, with those functions of Playwright's page that `Table` uses. */
class Page {
  constructor(connection) {
    this.connection = connection;
    this.keyboard = { press: (key) => this.#key(key) };
    const pointer = (type, more) => this.#pointer('mouse', [{ type, ...more }]);
    this.mouse = {
      move: (x, y) => pointer('pointerMove', { x: Math.round(x), y: Math.round(y), duration: 0 }),
      down: () => pointer('pointerDown', { button: 0 }),
      up: () => pointer('pointerUp', { button: 0 }),
      click: async (x, y) => {
        await this.mouse.move(x, y);
        await this.mouse.down();
        await this.mouse.up();
      },
    };
    this.touchscreen = { tap: (x, y) => this.touch([{ x, y }]) };
  }

  async goto(url) {
    await this.connection.send('WebDriver:Navigate', { url });
  }

  async setSize(width, height) {
    await this.connection.send('WebDriver:SetWindowRect', { width, height });
  }

  /** Runs a function in the page and returns what it returns. */
  async evaluate(body, argument) {
    const source =
      typeof body === 'function' ? `return (${body})(arguments[0]);` : `return ${body};`;
    const script = { script: source, args: [argument ?? null], newSandbox: false, sandbox: null };
    return (await this.connection.send('WebDriver:ExecuteScript', script)).value;
  }

  /** Waits until a function returns something in the page, and returns that. */
  async waitForFunction(body, argument, { timeout = PATIENCE } = {}) {
    for (const end = Date.now() + timeout; ; await wait(INTERVAL)) {
      const value = await this.evaluate(body, argument);
      if (value) return { jsonValue: () => value };
      if (Date.now() > end) throw new Error(`not in time: ${body}`);
    }
  }

  waitForSelector(selector, { state } = {}) {
    const look = ([s, isGone]) => !document.querySelector(s) === isGone;
    return this.waitForFunction(look, [selector, state === 'detached']);
  }

  textContent(selector) {
    return this.evaluate((s) => document.querySelector(s)?.textContent ?? null, selector);
  }

  /** Clicks the middle of an element. */
  async click(selector) {
    const found = await this.waitForFunction((s) => {
      const box = document.querySelector(s)?.getBoundingClientRect();
      return box && { x: box.x + box.width / 2, y: box.y + box.height / 2 };
    }, selector);
    const { x, y } = found.jsonValue();
    await this.mouse.click(x, y);
  }

  /** Moves a finger along a path; it may rest at the first point, in milliseconds. */
  touch([first, ...rest], pause = 0) {
    const to = ({ x, y }) => ({
      type: 'pointerMove',
      x: Math.round(x),
      y: Math.round(y),
      duration: 0,
    });
    return this.#pointer('touch', [
      to(first),
      { type: 'pointerDown', button: 0 },
      { type: 'pause', duration: pause },
      ...rest.map(to),
      { type: 'pointerUp', button: 0 },
    ]);
  }

  #pointer(pointerType, actions) {
    return this.#perform({
      type: 'pointer',
      id: pointerType,
      parameters: { pointerType },
      actions,
    });
  }

  #key(key) {
    const value = KEYS[key] ?? key;
    const actions = ['keyDown', 'keyUp'].map((type) => ({ type, value }));
    return this.#perform({ type: 'key', id: 'keyboard', actions });
  }

  #perform(source) {
    return this.connection.send('WebDriver:PerformActions', { actions: [source] });
  }
}
