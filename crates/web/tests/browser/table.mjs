// A table in a browser: how a test opens, reads and plays it, with each kind of input.
import { parts } from '../../page/words.js';
import { request } from './servers.mjs';

export class Table {
  constructor(page, context, url) {
    this.page = page;
    this.context = context;
    this.url = url;
    /** Errors of the page, and requests to other sites. */
    this.errors = [];
    this.foreign = [];
  }

  /** Opens the page in a new browser context, with the game that the fragment names. */
  static async open(browser, url, fragment, options = {}) {
    const { settings = {}, touch = false, viewport = { width: 1280, height: 800 } } = options;
    const reducedMotion = options.motion ?? 'reduce';
    const context = await browser.newContext({
      viewport,
      hasTouch: touch,
      reducedMotion,
      colorScheme: options.scheme ?? 'light',
    });
    await context.addInitScript(
      (wanted) => {
        if (!localStorage.getItem('talon.settings')) localStorage.setItem('talon.settings', wanted);
      },
      JSON.stringify({ auto: 'off', ...settings }),
    );
    if (options.before) await context.addInitScript(options.before);
    if (options.script) await context.addInitScript(options.script);
    const page = await context.newPage();
    const table = new Table(page, context, url);
    page.on('pageerror', (error) => table.errors.push(error.message));
    page.on('console', (message) => {
      if (message.type() === 'error') table.errors.push(message.text());
    });
    page.on('request', (sent) => {
      const isOwn = sent.url().startsWith(url) || /^(data|blob):/.test(sent.url());
      if (!isOwn) table.foreign.push(sent.url());
    });
    await page.goto(url + (fragment ? `#${fragment}` : ''));
    await page.waitForSelector('body[data-ready]');
    return table;
  }

  close() {
    return this.context.close();
  }

  /** Opens the game that a fragment names. */
  async go(fragment) {
    await this.page.evaluate((hash) => {
      location.hash = hash;
    }, fragment);
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

  /** Waits until this many moves are made. */
  until(made) {
    return this.page.waitForFunction((n) => document.body.dataset.made === String(n), made, {
      timeout: 60000,
      polling: 'raf',
    });
  }

  /** Presses a key and waits until this many moves are made. */
  async press(key, made) {
    await this.page.keyboard.press(key);
    await this.until(made);
  }

  /** Opens a dialog by its key. */
  async openDialog(key) {
    await this.page.keyboard.press(key);
    const dialog = await this.page.waitForSelector('dialog[open]');
    // What a test holds is kept in memory.
    await dialog.dispose?.();
  }

  /** Opens the dialog with deal numbers and all rules, behind the front door. */
  async openMore() {
    await this.openDialog('g');
    await this.page.click('dialog .door >> text=More…');
    await this.page.waitForSelector('#choose-game');
  }

  /** Presses the key of a command that looks at the hidden cards, and agrees to it. */
  async look(key) {
    await this.page.keyboard.press(key);
    await this.page.click('dialog[open] >> text="Look"');
  }

  /** Waits until no dialog is open. */
  dialogCloses(timeout = 30000) {
    return this.page.waitForSelector('dialog[open]', { state: 'detached', timeout });
  }

  /** Waits until an element has text that matches. */
  says(selector, pattern, timeout = 30000) {
    return this.page.waitForFunction(
      ([where, source]) =>
        new RegExp(source).test(document.querySelector(where)?.textContent ?? ''),
      [selector, pattern.source],
      { timeout },
    );
  }

  /** Returns what leaves the window of the bar above the table. */
  outsideOfBar() {
    return this.page.locator('#bar *').evaluateAll((all) =>
      all
        .filter((element) => element.checkVisibility() && element.textContent)
        .filter((element) => {
          const { left, top, right } = element.getBoundingClientRect();
          return left < 0 || top < 0 || right > innerWidth + 0.5;
        })
        .map((element) => element.id || element.textContent),
    );
  }

  /** Waits until the books have what was played. */
  recorded() {
    return this.page.waitForTimeout(900);
  }

  /** Asks the engine of the server. */
  async ask(body) {
    return (await request(this.url, 'api/play', body)).json();
  }

  /** Returns where to touch the card that is to be lifted, and the pile it goes to. */
  spots({ from, to, count }) {
    return this.page.evaluate(
      ([from, to, count]) => {
        const cards = [...document.querySelectorAll(`.card[data-pile="${from}"]`)];
        const box = cards[cards.length - count].getBoundingClientRect();
        const next = cards[cards.length - count + 1]?.getBoundingClientRect();
        const height = next ? Math.max(4, next.top - box.top) : box.height;
        const targets = [...document.querySelectorAll(`.card[data-pile="${to}"]`)];
        const target = (
          targets.at(-1) ?? document.querySelector(`.slot[data-pile="${to}"]`)
        ).getBoundingClientRect();
        return {
          a: { x: box.left + box.width / 2, y: box.top + height / 2 },
          b: { x: target.left + target.width / 2, y: target.top + target.height / 2 },
        };
      },
      [from, to, count],
    );
  }

  /** Returns the middle of the stock. */
  async stock() {
    const { x, y, width, height } = await this.box('.slot[data-pile=s]');
    return { x: x + width / 2, y: y + height / 2 };
  }

  /**
   * Returns the box of an element, the last one if `at` is -1. It is found and measured in one go,
   * because the page may draw it anew between the two.
   */
  async box(selector, at = 0) {
    const found = await this.page.waitForFunction(
      ([where, index]) => {
        const box = [...document.querySelectorAll(where)].at(index)?.getBoundingClientRect();
        return box && { x: box.x, y: box.y, width: box.width, height: box.height };
      },
      [selector, at],
    );
    return found.jsonValue();
  }

  /** Returns the box of the top card of a pile. */
  topBox(pile) {
    return this.box(`.card[data-pile="${pile}"]`, -1);
  }

  /** The top card of a pile. */
  top(pile) {
    return this.page.locator(`.card[data-pile="${pile}"]`).last();
  }

  /** Plays a move with one kind of input: drag, click, touch or keyboard. */
  async play(move, by) {
    const before = await this.made();
    const { page } = this;
    const carried = parts(move);
    if (by === 'keyboard') {
      if (carried) await this.type(carried);
      else await page.keyboard.press('d');
    } else if (!carried) {
      const { x, y } = await this.stock();
      if (by === 'touch') await page.touchscreen.tap(x, y);
      else await page.mouse.click(x, y);
    } else {
      const { a, b } = await this.spots(carried);
      if (by === 'drag') await this.drag(a, b);
      else if (by === 'touch') {
        await this.tapUntil(a, () => document.querySelector('.held'));
        await this.tapUntil(b, (made) => document.body.dataset.made !== made, String(before));
      } else {
        await page.mouse.click(a.x, a.y);
        await page.mouse.click(b.x, b.y);
      }
    }
    await this.until(before + 1).catch(async () => {
      const message = await page.textContent('#toast');
      throw new Error(`${move} by ${by} after ${before} moves: ${message}`);
    });
  }

  /**
   * Taps until something is true. On a busy machine a tap may take so long that it counts as a long
   * press, which shows a card and plays nothing; a player would tap again, too.
   */
  async tapUntil({ x, y }, condition, argument) {
    for (let tries = 0; tries < 3; tries++) {
      await this.page.touchscreen.tap(x, y);
      const done = this.page.waitForFunction(condition, argument, { timeout: 4000 });
      if (await done.catch(() => null)) return;
    }
  }

  /** Drags with the mouse from one point to another. */
  async drag(a, b) {
    const { mouse } = this.page;
    await mouse.move(a.x, a.y);
    await mouse.down();
    await mouse.move((a.x + b.x) / 2, (a.y + b.y) / 2);
    await mouse.move(b.x, b.y);
    await mouse.up();
  }

  /** Types the addresses of two piles; a pile without an address is reached with the cursor. */
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

  /** Moves the cursor to a pile with the arrow keys. */
  async cursor(pile, count) {
    const { page } = this;
    await page.evaluate(() => document.querySelector('#board [tabindex="0"]')?.focus());
    for (let i = 0; i < 60; i++) {
      const here = await page.evaluate((id) => {
        const slot = (name) =>
          document.querySelector(`.slot[data-pile="${name}"]`).getBoundingClientRect();
        const now = document.activeElement.dataset.pile;
        const [a, b] = [slot(now), slot(id)];
        return { pile: now, dx: b.left - a.left, dy: b.top - a.top };
      }, pile);
      if (here.pile === pile) break;
      if (Math.abs(here.dy) > 20) await page.keyboard.press(here.dy < 0 ? 'ArrowUp' : 'ArrowDown');
      else await page.keyboard.press(here.dx < 0 ? 'ArrowLeft' : 'ArrowRight');
    }
    for (let i = 1; i < count; i++) await page.keyboard.press('ArrowUp');
  }
}
