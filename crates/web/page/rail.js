// The side panel: the verdict with what can be done about it, the casino's ledger, the cards of
// stock and waste, and the moves of the game in sentences.
/** @import { Game } from './game.js' */
/** @import { Account, ListedCard, Reply } from './types.js' */
/** @import { Verdict } from './verdict.js' */

import { element, make, row } from './dom.js';
import { set, settings } from './settings.js';
import { money, plural, signed } from './words.js';

/** How many sentences of the story are kept. */
const STORY = 60;

/**
 * On a small screen the panel covers part of the table, and is open only while the player wants it.
 */
const isNarrow = () => innerWidth <= 900 || innerHeight <= 430;
/** On a very small one it covers most of it. */
const isPhone = () => matchMedia('(max-width: 640px)').matches;

export class Rail {
  #openOnNarrow = false;
  /**
   * Has the panel opened by itself, because it has something to offer? The player may close it.
   * @type {'no' | 'open' | 'shut'}
   */
  #offers = 'no';

  /**
   * @param {Game} game
   * @param {Verdict} verdict
   * @param {() => void} redraw
   */
  constructor(game, verdict, redraw) {
    this.game = game;
    this.verdict = verdict;
    this.redraw = redraw;
    this.story = new Story(game);
  }

  get isOpen() {
    return isNarrow() ? this.#openOnNarrow : settings.rail || this.#offers === 'open';
  }

  toggle() {
    this.#set(!this.isOpen);
  }

  /**
   * Opens the panel and scrolls to one of its parts.
   * @param {string} part The id of the part.
   */
  open(part) {
    this.#set(true);
    element(part).scrollIntoView();
  }

  /** Closes the panel if it covers part of the table. */
  closeIfCovering() {
    if (isNarrow() && this.#openOnNarrow) this.#set(false);
  }

  /** Closes the panel of a phone: the player touches the table. */
  closeOnPhone() {
    if (isPhone()) this.closeIfCovering();
  }

  /** @param {boolean} open */
  #set(open) {
    if (isNarrow()) this.#openOnNarrow = open;
    else set('rail', open);
    this.#offers = this.#offers === 'no' || open ? this.#offers : 'shut';
    this.redraw();
  }

  /** @param {Reply} reply */
  show(reply) {
    element('rail').hidden = !this.isOpen;
    showLedger(reply, this.game.account);
    showListing(reply);
    this.showVerdict(reply);
  }

  /**
   * Shows the verdict, and the buttons that have something to do.
   * @param {Reply | null} reply
   */
  showVerdict(reply) {
    const { verdict } = this;
    element('verdict').textContent =
      verdict.words || (settings.verdict ? 'On.' : 'Off. Press v to ask once.');
    if (!reply) return;
    element('watch').hidden = reply.verdict.is !== 'winnable';
    element('post').hidden = (verdict.is !== 'dead' && reply.status !== 'stuck') || reply.at === 0;
    element('goto').hidden = verdict.back === null;
    const offers = ['watch', 'post', 'goto'].some((id) => !element(id).hidden);
    if (!offers) this.#offers = 'no';
    else if (this.#offers === 'no') this.#offers = 'open';
    element('rail').hidden = !this.isOpen;
  }
}

/** @type {[string, keyof Account][]} */
const LEDGER = [
  ['Deal', 'hands'],
  ['Inspection', 'inspections'],
  ['Game', 'games'],
  ['Runs', 'runs'],
  ['Information', 'information'],
  ['Think time', 'think_time'],
  ['Costs', 'costs'],
  ['Winnings', 'winnings'],
  ['Net worth', 'net'],
];
/** These lines are left out while they are 0. */
const OPTIONAL = ['information', 'think_time'];

/**
 * Shows the casino's account of this hand and of all hands.
 * @param {Reply} reply
 * @param {Account | null} all
 */
export function showLedger({ ledger: hand }, all) {
  const section = element('ledger');
  section.hidden = !hand;
  if (!hand) return;
  const lines = LEDGER.filter(([, name]) => hand[name] || all?.[name] || !OPTIONAL.includes(name));
  const rows = lines.map(([text, name]) => {
    const line = row(text, money(hand[name]), all ? money(all[name]) : '');
    if (name === 'net') line.classList.add('sum');
    return line;
  });
  section.querySelector('tbody')?.replaceChildren(...rows);
  section.lastElementChild?.replaceChildren(hand.prices);
}

/**
 * Shows what the player knows of stock and waste.
 * @param {Reply} reply
 */
function showListing({ listing }) {
  const section = element('listing');
  section.hidden = !listing;
  if (!listing) return;
  const { columns, waste, stock } = listing;
  const coming = stock.flat();
  const isKnown = coming.some(({ card }) => card);
  const heading = isKnown
    ? `To come (${coming.length})`
    : coming.length
      ? `To come: ${plural(coming.length, 'unseen card')}`
      : 'No cards are to come.';
  section.lastElementChild?.replaceChildren(
    make('p', {}, heading),
    ...(isKnown ? [gridOf(stock, columns)] : []),
    make('p', {}, `Waste, from the bottom (${waste.flat().length})`),
    gridOf(waste, columns),
  );
}

/**
 * @param {ListedCard[][]} rows
 * @param {number} columns
 */
function gridOf(rows, columns) {
  const grid = make('div', { class: 'grid' });
  // Rows of one card each would make a long list.
  grid.style.gridTemplateColumns = `repeat(${columns > 1 ? columns : 5}, 2.4em)`;
  for (const cards of rows) {
    for (let i = cards.length; i < columns; i++) grid.append(make('span'));
    for (const { card, available } of cards)
      grid.append(make('span', available ? { class: 'now' } : {}, card ? signed(card) : '··'));
  }
  return grid;
}

/** The moves from the deal to the present position as sentences, the last one first. */
class Story {
  /** @param {Game} game */
  constructor(game) {
    this.game = game;
    this.list = element('story');
  }

  /**
   * @param {Reply} reply
   * @param {boolean} fresh
   */
  tell(reply, fresh) {
    if (fresh) {
      this.#tellAll(reply);
      return;
    }
    // Moves that were taken back go, moves that were made come.
    const made = reply.steps.filter((step) => !step.back);
    const before = reply.made - made.length;
    for (const item of [...this.list.children])
      if (/** @type {HTMLLIElement} */ (item).value > before) item.remove();
    this.#add(
      made.map((step) => step.sentence),
      before,
    );
  }

  /**
   * Tells a game that has moves already: the engine plays them again, for their sentences.
   * @param {Reply} reply
   */
  async #tellAll(reply) {
    this.list.replaceChildren();
    if (!reply.at) return;
    try {
      const { save } = await this.game.engine.play({ save: reply.save }, 'restart');
      const { steps } = await this.game.engine.play({ save }, { visit: reply.at });
      if (this.game.reply?.save === reply.save && !this.list.childElementCount)
        this.#add(
          steps.map((step) => step.sentence),
          0,
        );
    } catch {
      // The story is left out; the game does not depend on it.
    }
  }

  /**
   * @param {string[]} sentences
   * @param {number} before The number of the move before the first sentence.
   */
  #add(sentences, before) {
    const items = sentences.map((text, i) => make('li', { value: String(before + i + 1) }, text));
    this.list.prepend(...items.slice(-STORY).reverse());
    while (this.list.childElementCount > STORY) this.list.lastElementChild?.remove();
  }
}
