// The smaller dialogs: menu, settings, card finder, rules, sharing, help, bookmarks and broken
// links.
/** @import { Game } from './game.js' */
/** @import { Dealer } from './new-game.js' */
/** @import { Choice } from './settings.js' */
/** @import { Reply, Sheet, Start } from './types.js' */

import { COMMANDS } from './commands.js';
import { show } from './dialog.js';
import { button, download, icon, isTouchOnly, make, row, select } from './dom.js';
import { link } from './link.js';
import { say } from './messages.js';
import { apply, choices, set, settings } from './settings.js';
import { ORDER, signed, words } from './words.js';

/**
 * Does what a button asks for, by its name in `actions.js`.
 * @typedef {(action: string) => void} Act
 */

/** Commands that are no use in a menu: they are about the card under the cursor. */
const AT_CURSOR = ['pick', 'best', 'more', 'fewer'];

/** The commands of the page by their headings: `Play`, `History`, `Advice`, … */
const groups = () =>
  [...new Set(COMMANDS.map(({ group }) => group))].map((group) => ({
    group,
    commands: COMMANDS.filter((command) => command.group === group),
  }));

/**
 * Returns a button that closes its dialog and then does something.
 * @param {string} text
 * @param {() => void} act
 * @param {string} [style]
 */
export const closing = (text, act, style) =>
  button(
    text,
    () => {
      /** @type {HTMLDialogElement | null} */ (document.querySelector('dialog[open]'))?.close();
      act();
    },
    style,
  );

/** @param {Act} act */
export function showMenu(act) {
  const sections = groups().map(({ group, commands }) =>
    make(
      'section',
      {},
      make('h3', {}, group),
      make(
        'div',
        { class: 'menu' },
        ...commands
          .filter(({ name }) => !AT_CURSOR.includes(name))
          .map(({ name, label, help }) => {
            const item = closing(label, () => act(name));
            item.prepend(icon(name));
            item.title = help;
            return item;
          }),
      ),
    ),
  );
  show('Menu', ...sections);
}

/**
 * Asks before a command that marks the game; resolves to whether the player wants it.
 * @param {string} warning
 * @returns {Promise<boolean>}
 */
export function askFirst(warning) {
  return new Promise((resolve) => {
    const dialog = show(
      'Look at the hidden cards?',
      make('p', {}, warning),
      make(
        'div',
        { class: 'row' },
        closing('Look', () => resolve(true), 'main'),
        closing('Cancel', () => {}),
      ),
    );
    // The event of closing comes after the answer, which then stands.
    dialog.addEventListener('close', () => setTimeout(() => resolve(false)));
  });
}

/** @param {() => void} redraw Shows a change on the table at once. */
export function showSettings(redraw) {
  /**
   * @param {Choice} choice
   * @returns {HTMLElement[]}
   */
  const controlOf = ({ name, words, of }) => {
    const id = `set-${name}`;
    const label = make('label', { for: id }, words);
    if (!of) {
      const box = make('input', { type: 'checkbox', id });
      box.checked = Boolean(settings[name]);
      box.addEventListener('change', () => {
        set(name, /** @type {never} */ (box.checked));
        redraw();
      });
      return [label, box];
    }
    const list = select(id, of);
    list.value = String(settings[name]);
    list.addEventListener('change', () => {
      set(name, /** @type {never} */ (list.value));
      apply();
      redraw();
    });
    return [label, list];
  };
  const controls = choices.flatMap(controlOf);
  show('Settings', make('div', { class: 'fields' }, ...controls));
}

/**
 * Asks for a card to find.
 * @param {(card: string) => void} find
 */
export function showFinder(find) {
  const cards = [...'SHCD'].flatMap((s) => [...ORDER].map((r) => r + s));
  const buttons = cards.map((card) =>
    make('button', {
      type: 'button',
      class: card[1],
      'data-card': card,
      'data-face': signed(card),
      'aria-label': words(card),
      click: () => {
        dialog.close();
        find(card);
      },
    }),
  );
  const dialog = show(
    'Find a card',
    make('p', {}, 'Which card? Only cards that you have seen are found.'),
    make('div', { class: 'finder' }, ...buttons),
  );
}

/**
 * Returns the paragraphs and headings of a rule sheet.
 * @param {string} sheet
 */
export const sheetOf = (sheet) =>
  sheet.split('\n').map((text) => {
    if (text.startsWith('## ')) return make('h3', {}, text.slice(3));
    if (text.startsWith('# ') || !text.trim()) return '';
    return make('p', {}, text.replaceAll('`', ''));
  });

/**
 * Shows the rule sheet of a game.
 * @param {Reply} reply
 * @param {Sheet} sheet
 * @param {Act} act
 */
export function showRules(reply, { sheet }, act) {
  show(
    `Rules of ${reply.title}`,
    make(
      'div',
      { class: 'row' },
      closing('Change the rules', () => act('design')),
      closing('Learn a game', () => act('learn')),
    ),
    make('div', { class: 'sheet' }, ...sheetOf(sheet)),
  );
}

const LOCAL_LINK =
  'This link works on this computer only, because Talon serves the page here. ' +
  'To send the game to somebody, save it to a file.';

/**
 * Shows a link to the game, to copy or to save as a file.
 * @param {Reply} reply
 */
export function showShare(reply) {
  const field = make('textarea', { rows: '4', readonly: true, 'aria-label': 'Link' });
  const withMoves = make('input', { type: 'checkbox', id: 'share-moves' });
  const draw = () => {
    field.value = link(reply, withMoves.checked);
  };
  withMoves.addEventListener('change', draw);
  draw();
  const copy = async () => {
    field.select();
    await navigator.clipboard?.writeText(field.value).catch(() => {});
    say('The link has been copied.');
  };
  // Where the system has a share sheet, it is one tap away.
  const send = () => navigator.share({ title: reply.title, url: field.value }).catch(() => {});
  const save = () => download(`${reply.name}-${reply.made}.talon`, reply.save, 'text/plain');
  const isLocal = /^(localhost|127\.|\[::1\])/.test(location.hostname);
  show(
    'Share',
    make('p', {}, 'The link contains the deal and, if you like, your moves. Nothing is uploaded.'),
    isLocal ? make('p', { class: 'here' }, LOCAL_LINK) : '',
    make('label', {}, withMoves, 'Include my moves'),
    field,
    make(
      'div',
      { class: 'row' },
      button('Copy', copy, 'main'),
      ...('share' in navigator ? [button('Send…', send)] : []),
      button('Save to a file', save),
    ),
  );
}

const MOUSE_HELP =
  'Click a card and then the place where it should go, or drag it there. ' +
  'A double click moves it to the foundations, and a right click draws cards.';
const TOUCH_HELP =
  'Tap a card to play its best move, or drag it where it should go. ' +
  'Hold a finger on a covered card to see it. Tap the stock to draw. ' +
  'Everything else is under Menu.';

/**
 * How cards are moved by keys.
 * @type {[string, string][]}
 */
const ADDRESSES = [
  ['1 … 9, 0', 'columns'],
  ['w r f e', 'waste, reserve, foundations, cells'],
  ['w3, 35, 4f', 'from one pile to another; 33 plays the best move of a pile'],
  ['arrows', 'move the cursor'],
];

/** @param {Act} act */
export function showHelp(act) {
  const tableOf = (/** @type {[string, string][]} */ keys) => {
    const rows = keys.map(([key, text]) => {
      const line = row('', text);
      line.firstElementChild?.append(make('kbd', {}, key));
      return line;
    });
    return make('table', { class: 'keys' }, make('tbody', {}, ...rows));
  };
  const keys = [
    tableOf(ADDRESSES),
    ...groups().flatMap(({ group, commands }) => [
      make('h3', {}, group),
      tableOf(commands.map(({ key, help }) => [key, help])),
    ]),
  ];
  const isTouch = isTouchOnly();
  const pointers = isTouch ? [TOUCH_HELP, MOUSE_HELP] : [MOUSE_HELP, TOUCH_HELP];
  const learn = closing('Learn a game', () => act('learn'), isTouch ? 'main' : '');
  const details = make('details', { class: 'by-keys' }, make('summary', {}, 'Keys'), ...keys);
  details.open = !isTouch;
  show(
    'Help',
    make('p', {}, `${pointers[0]}`),
    make('p', { class: 'fine' }, `${isTouch ? 'With a mouse' : 'By touch'}: ${pointers[1]}`),
    make('div', { class: 'row' }, learn),
    details,
  );
}

/**
 * Explains what is wrong with a link, and offers what can be done instead.
 * @param {Dealer} dealer
 * @param {Start} start
 * @param {string} why
 * @param {Act} act
 */
export async function showBrokenLink(dealer, start, why, act) {
  const { games } = await dealer.games();
  const isKnown = games.some((game) => game.name === start.name);
  const withoutMoves = { ...start, moves: undefined };
  const hasDeal =
    isKnown &&
    start.moves !== undefined &&
    (await dealer.game.engine.play(withoutMoves).then(
      () => true,
      () => false,
    ));
  const text = !isKnown
    ? `There is no game called “${start.name}”.`
    : hasDeal
      ? 'Its moves do not fit its deal.'
      : 'Its deal or its rules cannot be read.';
  const openDeal = () => {
    dealer.open(withoutMoves);
  };
  show(
    'This link does not work',
    make('p', {}, text),
    isKnown ? make('p', { class: 'why' }, why) : '',
    make(
      'div',
      { class: 'row' },
      ...(hasDeal ? [closing('Open the deal without its moves', openDeal, 'main')] : []),
      closing('Choose a game', () => act('new')),
      closing('Close', () => {}),
    ),
  );
}

/**
 * Lists the bookmarks, to go there, and offers the branches and a new bookmark.
 * @param {Game} game
 * @param {Act} act
 */
export function showPlaces(game, act) {
  const { bookmarks = [] } = game.reply ?? {};
  const items = bookmarks.map(({ name, words }) =>
    make(
      'li',
      {},
      closing(`${name}: ${words}`, () => {
        game.do({ jump: name });
      }),
    ),
  );
  show(
    'Bookmarks and branches',
    items.length ? make('ul', { class: 'places' }, ...items) : make('p', {}, 'No bookmark is set.'),
    make(
      'div',
      { class: 'row' },
      closing('Set a bookmark here', () => act('mark'), 'main'),
      closing('Previous branch', () => act('older')),
      closing('Next branch', () => act('newer')),
    ),
  );
}
