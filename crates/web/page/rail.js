// Beside the table: the casino's ledger, what lies in stock and waste, the story of the game.
/** @import { Game } from './state.js' */
/** @import { Account, Listed, Reply } from './types.js' */

import { make } from './dialogs.js';
import { money, plural, printed, rank, suit } from './words.js';

/** @param {string} id */
const element = (id) => /** @type {HTMLElement} */ (document.getElementById(id));
/** As much of the story as anybody reads. */
const LONG = 60;

/** @param {Reply} reply @param {Account | null} all */
export function ledger(reply, all) {
  const section = element('ledger');
  section.hidden = !reply.ledger;
  const hand = reply.ledger;
  if (!hand) return;
  /** @type {[string, keyof Account][]} */
  const rows = [['Deal', 'hands'], ['Inspection', 'inspections'], ['Game', 'games'], ['Runs', 'runs'], ['Information', 'information'], ['Think time', 'think_time'], ['Costs', 'costs'], ['Winnings', 'winnings'], ['Net worth', 'net']];
  const used = rows.filter(([, name]) => hand[name] || all?.[name] || !['information', 'think_time'].includes(name));
  section.querySelector('tbody')?.replaceChildren(...used.map(([words, name]) => make('tr', name === 'net' ? { class: 'sum' } : {}, make('th', { scope: 'row' }, words), make('td', {}, money(hand[name])), make('td', {}, all ? money(all[name]) : ''))));
}

/** @param {Reply} reply */
export function listing(reply) {
  const section = element('listing');
  section.hidden = !reply.listing;
  if (!reply.listing) return;
  const { columns, waste, stock } = reply.listing;
  const grid = (/** @type {Listed[][]} */ rows) => {
    const box = make('div', { class: 'grid' });
    // Rows of one card each would be a long list.
    const wide = columns > 1 ? columns : 5;
    box.style.gridTemplateColumns = `repeat(${wide}, 2.4em)`;
    for (const row of rows) {
      for (let i = row.length; i < columns; i++) box.append(make('span', {}));
      for (const { card, available } of row) box.append(make('span', available ? { class: 'now' } : {}, card ? printed(rank(card)) + { C: '♣', D: '♦', H: '♥', S: '♠' }[/** @type {'C'} */ (suit(card))] : '··'));
    }
    return box;
  };
  const known = stock.flat().some((listed) => listed.card), left = stock.flat().length;
  const coming = known ? `To come (${left})` : left ? `To come: ${plural(left, 'card')} not seen yet` : 'Nothing is to come.';
  section.lastElementChild?.replaceChildren(make('p', {}, `Waste, bottom first (${waste.flat().length})`), grid(waste), make('p', {}, coming), ...(known ? [grid(stock)] : []));
}

/** The story: what was played from the deal to here, the last move first. */
export class Story {
  /** @param {Game} game */
  constructor(game) {
    this.game = game;
    this.list = element('story');
  }

  /** @param {Reply} reply @param {boolean} fresh */
  tell(reply, fresh) {
    if (fresh) { this.#all(reply); return; }
    // What was taken back is no longer told; what was played since is.
    const played = reply.steps.filter((step) => !step.back);
    const before = reply.made - played.length;
    for (const item of [...this.list.children]) if (/** @type {HTMLLIElement} */ (item).value > before) item.remove();
    this.#add(played.map((step) => step.sentence), before);
  }

  /** A game with moves already: the engine plays them once more, for their sentences only. @param {Reply} reply */
  async #all(reply) {
    this.list.replaceChildren();
    if (!reply.at) return;
    try {
      const { save } = await this.game.engine.play({ save: reply.save }, 'restart');
      const again = await this.game.engine.play({ save }, { visit: reply.at });
      const now = this.game.reply;
      if (now && now.save === reply.save && !this.list.childElementCount) this.#add(again.steps.map((step) => step.sentence), 0);
    } catch {
      // Then there is no story.
    }
  }

  /** @param {string[]} sentences @param {number} before */
  #add(sentences, before) {
    this.list.prepend(...sentences.map((sentence, i) => make('li', { value: String(before + i + 1) }, sentence)).slice(-LONG).reverse());
    while (this.list.childElementCount > LONG) this.list.lastElementChild?.remove();
  }
}
