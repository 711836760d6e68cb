// The front door: every game as a tile, the game to go on with, the deal of the day, and the few
// rules that matter as a form.
/** @import { Dealer } from './new-game.js' */
/** @import { BookContents, GameInfo, Start } from './types.js' */

import { Designer } from './designer.js';
import { show } from './dialog.js';
import { button, icon, make } from './dom.js';
import { miniature } from './miniature.js';
import { RulesForm } from './rules-form.js';
import { load, store } from './storage.js';
import { resume } from './unfinished.js';
import { capital, messageOf, plural } from './words.js';

/** How many games that were played lately come first; before there are any, these do. */
const RECENT = 5;
const CLASSICS = ['klondike', 'spider-1', 'freecell', 'canfield', 'yukon'];

/** @type {Map<string, SVGElement>} */
const miniatures = new Map();

/** A dialect is another program's way to play a game, as `Canfield (GNOME)`. */
const isDialect = (/** @type {GameInfo} */ { title }) => title.includes('(');

export class FrontDoor {
  /**
   * @param {Dealer} dealer
   * @param {(action: string) => void} act Does what a button elsewhere does.
   */
  constructor(dealer, act) {
    this.dealer = dealer;
    this.act = act;
    /** @type {BookContents | null} */
    this.books = null;
  }

  /** Opens the front door. */
  async open() {
    const { game } = this.dealer;
    const [list, books] = await Promise.all([
      this.dealer.games(),
      game.books.list().catch(() => null),
    ]);
    this.books = books;
    this.error = make('p', { role: 'alert' });
    const search = make('input', {
      type: 'search',
      id: 'door-search',
      placeholder: 'Find a game',
      'aria-label': 'Find a game',
      autocomplete: 'off',
    });
    const shelves = make('div', { class: 'shelves' });
    const fill = () => shelves.replaceChildren(...this.#shelves(list.games, search.value));
    search.addEventListener('input', fill);
    fill();
    this.dialog = show(
      'Choose a game',
      make('div', { class: 'door row' }, ...this.#ways(), search),
      this.error,
      shelves,
    );
    this.dialog.classList.add('wide');
  }

  /** What can be done at once: to go on, today's deal, and everything else. */
  #ways() {
    const { dealer, books } = this;
    const { reply, entry } = dealer.game;
    const isOpen = reply && reply.made > 0 && reply.status === 'open';
    const isNewcomer = !isOpen && !books?.played.length;
    const other = books?.left.find(({ id }) => id !== entry.id);
    return [
      isOpen ? button(`Go on: ${reply.title}`, () => this.dialog?.close(), 'main') : '',
      !isOpen && other
        ? button(`Go on: ${other.title}, ${plural(other.moves, 'move')}`, () =>
            this.#try(async () => {
              dealer.trouble = await resume(dealer, other.id);
              return !dealer.trouble;
            }),
          )
        : '',
      button('Today’s deal', () => this.act('daily')),
      button('Learn a game', () => this.act('learn'), isNewcomer ? 'main' : ''),
      button('Design a game', () => this.act('design')),
      button('More…', () => this.act('choose')),
    ];
  }

  /**
   * Returns the tiles under their headings.
   * @param {GameInfo[]} games
   * @param {string} wanted What the player searches for.
   */
  #shelves(games, wanted) {
    const words = wanted.trim().toLowerCase();
    if (words) {
      const found = games.filter(({ title, family, name, summary }) =>
        `${title} ${family} ${name} ${summary}`.toLowerCase().includes(words),
      );
      return found.length
        ? [this.#shelf(plural(found.length, 'game'), found)]
        : [make('p', {}, 'No game is called that.')];
    }
    const own = games.filter((game) => !isDialect(game));
    const played = this.books?.played ?? [];
    const lately = [...new Set([...played].sort((a, b) => b.when - a.when).map((g) => g.name))];
    const first = lately.length ? lately.slice(0, RECENT) : CLASSICS;
    const firstGames = first.flatMap((name) => own.find((g) => g.name === name) ?? []);
    const families = [...new Set(own.map(({ family }) => family))];
    return [
      this.#shelf(lately.length ? 'Played lately' : 'To begin with', firstGames),
      ...families.map((family) =>
        this.#shelf(
          family === 'other' ? 'More games' : family,
          own.filter((game) => game.family === family),
        ),
      ),
    ];
  }

  /**
   * @param {string} title
   * @param {GameInfo[]} games
   */
  #shelf(title, games) {
    const tiles = games.map((game) => this.#tile(game));
    return make('section', {}, make('h3', {}, title), make('ul', { class: 'tiles' }, ...tiles));
  }

  /** @param {GameInfo} game */
  #tile(game) {
    const { name, title, summary, hard } = game;
    const played = (this.books?.played ?? []).filter((g) => g.name === name);
    const won = played.filter((g) => g.won).length;
    const record = played.length ? `${won} of ${played.length} won` : '';
    const changed = kept(name).set.length ? 'your rules' : '';
    const picture = make('span', { class: 'picture' });
    this.#draw(name, picture);
    const play = make(
      'button',
      {
        type: 'button',
        class: 'tile',
        'data-game': name,
        click: () => this.#try(() => this.dealer.deal({ name, ...kept(name) })),
      },
      picture,
      make('b', {}, title),
      make('span', { class: 'line' }, `${capital(summary)}.`),
      make('span', { class: 'fine' }, [capital(hard), record, changed].filter(Boolean).join(' · ')),
    );
    const rules = make(
      'button',
      {
        type: 'button',
        class: 'rules',
        'aria-label': `Rules of ${title}`,
        title: 'Rules',
        click: () => this.#try(() => this.#form(game)),
      },
      icon('design'),
    );
    return make('li', {}, play, rules);
  }

  /**
   * Draws the table of a game into its tile; each drawing is made once.
   * @param {string} name
   * @param {HTMLElement} into
   */
  async #draw(name, into) {
    if (!miniatures.has(name)) {
      try {
        miniatures.set(name, miniature(await this.dealer.game.engine.play({ name, deal: '3' })));
      } catch {
        // The tile does without a picture.
        return;
      }
    }
    into.replaceChildren(/** @type {Node} */ (miniatures.get(name)?.cloneNode(true)));
  }

  /**
   * Does something that closes the door if it succeeds, and says why it does not.
   * @param {() => Promise<boolean | void>} act
   */
  async #try(act) {
    const { dealer, dialog, error } = this;
    try {
      const isDone = await act();
      if (isDone) dialog?.close();
      else if (isDone === false && error) error.textContent = dealer.trouble;
    } catch (problem) {
      if (error) error.textContent = messageOf(problem);
    }
  }

  /**
   * Shows the few rules of a game that matter, each with the values that it can take.
   * @param {GameInfo} game
   */
  async #form({ name, title, summary }) {
    const sum = make('p', { class: 'fine' });
    const form = new RulesForm(
      this.dealer.game.engine,
      name,
      remembered(name)?.kept ?? '',
      (choice) => choice.first && choice.name !== 'listing',
    );
    const { error } = form;
    form.changed = ({ kept: text, set, auto, named, title: now }, isChanged) => {
      if (isChanged) store(keyOf(name), named ? null : { kept: text, set, auto });
      sum.textContent = named ? 'The rules of the game.' : `Your rules: ${now}`;
    };
    await form.change([]);
    const act = (/** @type {() => Promise<boolean>} */ deal) => async () => {
      const isOpen = await deal().catch((problem) => {
        this.dealer.trouble = messageOf(problem);
        return false;
      });
      if (isOpen) dialog.close();
      else error.textContent = this.dealer.trouble;
    };
    const dialog = show(
      title,
      make('p', {}, `${capital(summary)}.`),
      form.fields,
      error,
      sum,
      make(
        'div',
        { class: 'row' },
        button(
          'Deal',
          act(() => this.dealer.deal({ name, ...kept(name) })),
          'main',
        ),
        button(
          'Today’s deal',
          act(() => this.dealer.daily({ name, ...kept(name) })),
        ),
        button('Standard rules', () => form.change(['standard'])),
        button('All rules…', () => new Designer(this.dealer).open(name)),
        button('All games', () => this.open()),
      ),
    );
  }
}

const keyOf = (/** @type {string} */ name) => `talon.rules.${name}`;

/**
 * Returns what this browser remembers of the rules chosen for a game.
 * @param {string} name
 * @returns {{ kept: string, set: string[], auto: boolean } | null}
 */
const remembered = (name) => load(keyOf(name));

/**
 * Returns the rules chosen for a game, as they are given to the engine.
 * @param {string} name
 * @returns {Start & { set: string[] }}
 */
function kept(name) {
  const own = remembered(name);
  return own ? { set: own.set, auto: own.auto } : { set: [] };
}
