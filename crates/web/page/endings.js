// The dialogs at the end of a game: won, stuck, and the move that lost it.
/** @import { Act } from './dialogs.js' */
/** @import { Game } from './game.js' */
/** @import { FinishedGame, Reply } from './types.js' */
/** @import { Verdict } from './verdict.js' */

import { boast } from './daily.js';
import { show } from './dialog.js';
import { closing } from './dialogs.js';
import { button, make, row } from './dom.js';
import { say } from './messages.js';
import { helpWords, plural, time } from './words.js';

/**
 * Shows what the post-mortem found.
 * @param {Verdict} verdict
 * @param {Act} act
 */
export function showPostMortem(verdict, act) {
  const playOn = closing('Play on from there', () => act('goto'), 'main');
  show(
    'What went wrong?',
    make('p', {}, verdict.words),
    make(
      'div',
      { class: 'row' },
      ...(verdict.back ? [playOn] : []),
      closing('Close', () => {}),
    ),
  );
}

/**
 * Congratulates on a win, and sets it beside the player's other wins of the game.
 * @param {Game} game
 * @param {FinishedGame[]} played The finished games, this one included.
 * @param {Act} act
 */
export function showWin(game, played, act) {
  const { reply, seconds } = game;
  if (!reply) return;
  const help = helpWords(reply.stamp);
  const wins = played.filter(
    ({ won, title, stamp }) => won && title === reply.title && stamp === reply.stamp,
  );
  const told = boast(reply, seconds, played);
  const tell = async () => {
    const { clipboard } = navigator;
    if ('share' in navigator) {
      await navigator.share({ text: told }).catch(() => {});
      return;
    }
    await clipboard?.writeText(told).catch(() => {});
    say('The text has been copied.');
  };
  const dialog = show(
    'You won!',
    make(
      'p',
      {},
      `${reply.title}, ${reply.deal}: ${plural(reply.made, 'move')} in ${time(seconds)}, ${help}.`,
    ),
    ...ledgerLine(reply),
    ...(wins.length > 1 ? [comparison(reply.made, seconds, wins)] : []),
    honest(game),
    ...(told ? [make('pre', { class: 'boast' }, told)] : []),
    make(
      'div',
      { class: 'row' },
      closing('New game', () => act('again'), 'main'),
      ...(told ? [button('Share the result', tell)] : []),
      closing('Replay', () => act('replay')),
      closing('Share the deal', () => act('share')),
    ),
  );
  dialog.classList.add('win');
}

/**
 * Returns a table of this win beside the best and the average of all of this kind.
 * @param {number} made
 * @param {number} seconds
 * @param {FinishedGame[]} wins
 */
function comparison(made, seconds, wins) {
  const mean = (/** @type {number[]} */ all) => all.reduce((a, b) => a + b, 0) / all.length;
  const moves = wins.map((game) => game.moves);
  const times = wins.map((game) => game.seconds);
  const headers = ['Now', 'Best', 'Average'].map((text) => make('th', { scope: 'col' }, text));
  return make(
    'table',
    { class: 'wins' },
    make('caption', {}, `Your ${plural(wins.length, 'win')} of this kind`),
    make('thead', {}, make('tr', {}, make('td'), ...headers)),
    make(
      'tbody',
      {},
      row('Moves', made, Math.min(...moves), Math.round(mean(moves))),
      row('Time', time(seconds), time(Math.min(...times)), time(mean(times))),
    ),
  );
}

/**
 * Returns a line that says, once it is known, what a player makes of the deal who sees only what
 * the rules show.
 * @param {Game} game
 */
function honest({ engine, start }) {
  const text = make('p', { class: 'honest' });
  engine
    .search(start, 'honest', () => {})
    .then(
      (answer) => {
        text.textContent = answer?.words ?? '';
      },
      () => {
        // The line is left out; nothing depends on it.
      },
    );
  return text;
}

/**
 * Says that the game is stuck.
 * @param {Game} game
 * @param {Act} act
 */
export function showStuck(game, act) {
  const { reply } = game;
  if (!reply) return;
  const up = `${reply.up} of ${reply.cards} cards are on the foundations.`;
  show(
    'No more moves',
    make('p', {}, `${reply.title}: no useful moves are left. ${up}`),
    honest(game),
    ...ledgerLine(reply),
    make(
      'div',
      { class: 'row' },
      closing('What went wrong?', () => act('post'), 'main'),
      closing('Undo', () => act('undo')),
      closing('New game', () => act('again')),
      closing('Share', () => act('share')),
    ),
  );
}

/** @param {Reply} reply */
function ledgerLine({ ledger }) {
  if (!ledger) return [];
  const { costs, winnings, net } = ledger;
  const result = `${net < 0 ? '−' : ''}$${Math.abs(net)}`;
  return [make('p', {}, `Casino: $${costs} paid, $${winnings} won, net ${result}.`)];
}
