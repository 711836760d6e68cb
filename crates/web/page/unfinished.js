// The dialog of unfinished games, from this page or from the terminal: to resume or to give up.
/** @import { Game } from './game.js' */
/** @import { Dealer } from './new-game.js' */
/** @import { BookContents, UnfinishedGame } from './types.js' */

import { show } from './dialog.js';
import { make } from './dom.js';
import { say } from './messages.js';
import { messageOf, plural, time } from './words.js';

/**
 * Resumes a game of the books; resolves to the reason if that is impossible, otherwise to ''.
 * @param {Dealer} dealer
 * @param {number | string} id
 */
export async function resume(dealer, id) {
  try {
    const resumed = await dealer.game.books.take(id);
    return (await dealer.open({ save: resumed.save }, resumed)) ? '' : dealer.trouble;
  } catch (problem) {
    return messageOf(problem);
  }
}

/**
 * Opens the list of unfinished games.
 * @param {Game} game
 * @param {Dealer} dealer
 * @param {BookContents} books
 */
export function showUnfinished(game, dealer, books) {
  const others = books.left.filter(({ id }) => id !== game.entry.id);
  const error = make('p', { role: 'alert' });
  const items = others.map((other) => {
    const item = itemOf(
      other,
      async () => {
        error.textContent = await resume(dealer, other.id);
        if (!error.textContent) dialog.close();
      },
      async () => {
        try {
          await game.books.giveUp(other.id);
          item.remove();
          say('You gave the game up. It counts as lost.');
        } catch (problem) {
          error.textContent = messageOf(problem);
        }
      },
    );
    return item;
  });
  const dialog = show(
    'Unfinished games',
    error,
    items.length
      ? make('ul', { class: 'left' }, ...items)
      : make('p', {}, 'There are none. When you start another game, this one is kept here.'),
  );
}

const when = new Intl.DateTimeFormat(undefined, { dateStyle: 'medium', timeStyle: 'short' });

/**
 * @param {UnfinishedGame} game
 * @param {() => void} resumeIt
 * @param {() => void} giveUp
 */
function itemOf(game, resumeIt, giveUp) {
  const name = `${game.title} ${game.deal.replace(/^deal /, '#').slice(0, 24)}`;
  return make(
    'li',
    {},
    make(
      'button',
      { type: 'button', click: resumeIt },
      make('b', {}, name),
      game.rules ? make('span', {}, game.rules) : '',
      make('span', {}, `${plural(game.moves, 'move')} in ${time(game.seconds)}`),
      make('span', {}, when.format(game.when)),
    ),
    make('button', { type: 'button', 'aria-label': `Give up ${name}`, click: giveUp }, 'Give up'),
  );
}
