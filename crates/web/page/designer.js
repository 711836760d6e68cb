// The rule designer: the rules of a game as a form, and beside it the sheet that follows from them,
// the table, and how many deals can be won.
/** @import { Dealer } from './new-game.js' */
/** @import { FormReply, Tally } from './types.js' */

import { show } from './dialog.js';
import { sheetOf } from './dialogs.js';
import { button, make } from './dom.js';
import { linkToRules } from './link.js';
import { say } from './messages.js';
import { miniature } from './miniature.js';
import { selectOfGames } from './new-game.js';
import { RulesForm } from './rules-form.js';
import { messageOf } from './words.js';

/** How long a player must have paused before the deals are counted, in milliseconds. */
const PAUSE = 700;

export class Designer {
  /**
   * The count that runs; another one, or the end of the dialog, takes its place.
   * @type {object | null}
   */
  #count = null;
  #timer = 0;

  /** @param {Dealer} dealer */
  constructor(dealer) {
    this.dealer = dealer;
    this.engine = dealer.game.engine;
    this.title = make('p', { class: 'designed', role: 'status' });
    this.picture = make('div', { class: 'picture' });
    this.sheet = make('div', { class: 'sheet', tabindex: '0', role: 'group' });
    this.bar = make('div', { class: 'tally', 'aria-hidden': 'true' });
    this.counted = make('p', { class: 'counted' });
    /**
     * The rules as they are given to the engine.
     * @type {{ name: string, set: string[], auto: boolean }}
     */
    this.start = { name: '', set: [], auto: false };
  }

  /**
   * Opens the designer with the rules of a game; without one, with those on the table.
   * @param {string} [name]
   */
  async open(name) {
    const { games } = await this.dealer.games();
    const { reply } = this.dealer.game;
    const list = selectOfGames(games);
    list.id = 'design-game';
    list.value = name ?? reply?.name ?? 'klondike';
    const place = make('div', { class: 'rules-form' });
    const begin = async (/** @type {string[]} */ set) => {
      const form = new RulesForm(
        this.engine,
        list.value,
        set.join('\n'),
        ({ name: rule }) => rule !== 'listing',
      );
      this.form = form;
      form.changed = (now) => this.#show(now);
      place.replaceChildren(form.error, form.fields);
      await form.change([]);
    };
    list.addEventListener('change', () => begin([]));
    const dialog = show(
      'Design a game',
      make(
        'div',
        { class: 'row' },
        make('label', {}, 'Begin with ', list),
        button('Play it', () => this.#play(dialog), 'main'),
        button('Copy a link', () => this.#share()),
        button('Standard rules', () => this.form?.change(['standard'])),
      ),
      make(
        'div',
        { class: 'designer' },
        place,
        make(
          'div',
          { class: 'outcome' },
          this.title,
          this.picture,
          make('h3', {}, 'How many of 100 deals can be won?'),
          this.bar,
          this.counted,
          this.sheet,
        ),
      ),
    );
    this.sheet.setAttribute('aria-label', 'The rules that follow');
    dialog.classList.add('wide');
    dialog.addEventListener('close', () => this.#stop());
    await begin(list.value === reply?.name ? reply.set : []);
  }

  /**
   * Shows what follows from the rules.
   * @param {FormReply} form
   */
  async #show({ title, set, auto }) {
    this.start = { name: this.form?.name ?? '', set, auto };
    const { start } = this;
    this.title.textContent = title;
    this.#stop();
    this.#draw({});
    this.counted.textContent = 'The deals will be counted in a moment.';
    this.#timer = window.setTimeout(() => this.#tally(), PAUSE);
    const [{ sheet }, scene] = await Promise.all([
      this.engine.sheet(start),
      this.engine.play({ ...start, deal: '3' }),
    ]);
    // The player may have changed another rule since.
    if (start !== this.start) return;
    this.sheet.replaceChildren(...sheetOf(sheet));
    this.picture.replaceChildren(miniature(scene));
  }

  /** Counts the deals that can be won, until all are counted or something else is asked. */
  async #tally() {
    const count = {};
    this.#count = count;
    const { start } = this;
    /** @type {Tally} */
    let counted = {};
    try {
      for (let isDone = false; !isDone;) {
        const answer = await this.engine.search(start, { share: { counted } }, (told) => {
          if (this.#count === count && told.counted) this.#tell(told.counted, told.words ?? '');
        });
        // Another search of this page ended this one.
        if (this.#count !== count || !answer?.counted) return;
        counted = answer.counted;
        isDone = !!answer.done;
        this.#tell(counted, answer.words ?? '');
      }
      this.counted.setAttribute('role', 'status');
    } catch (error) {
      if (this.#count === count) this.counted.textContent = messageOf(error);
    }
  }

  /**
   * @param {Tally} counted
   * @param {string} words
   */
  #tell(counted, words) {
    this.counted.textContent = words;
    this.#draw(counted);
  }

  /**
   * Draws the count as a bar.
   * @param {Tally} counted
   */
  #draw({ won = 0, lost = 0, open = 0 }) {
    const part = (/** @type {string} */ kind, /** @type {number} */ size) => {
      const piece = make('span', { class: kind });
      piece.style.flexGrow = String(size);
      return piece;
    };
    const left = 100 - won - lost - open;
    this.bar.replaceChildren(
      part('won', won),
      part('open', open),
      part('lost', lost),
      part('left', left),
    );
  }

  #stop() {
    clearTimeout(this.#timer);
    if (this.#count) this.engine.cancel();
    this.#count = null;
    this.counted.removeAttribute('role');
  }

  /** @param {HTMLDialogElement} dialog */
  async #play(dialog) {
    this.#stop();
    if (await this.dealer.deal({ ...this.start })) dialog.close();
    else if (this.form) this.form.error.textContent = this.dealer.trouble;
  }

  async #share() {
    const { name, set } = this.start;
    await navigator.clipboard?.writeText(linkToRules(name, set)).catch(() => {});
    say('The link has been copied. Whoever opens it plays by these rules.');
  }
}
