// The statistics of finished games: figures, plots, the dialog and the export.
/** @import { BookContents, FinishedGame } from './types.js' */

import { show } from './dialog.js';
import { button, download, make, row, select } from './dom.js';
import { histogram, movingAverage } from './plots.js';
import { helpWords, time } from './words.js';

/**
 * Opens the statistics of all finished games, or of one kind of them.
 * @param {BookContents} books
 */
export function showStatistics({ played, left }) {
  const kinds = [...new Set(played.map(kindOf))];
  const kind = select('stats-of', [
    ['', 'All games'],
    ...kinds.map((name) => /** @type {[string, string]} */ ([name, name])),
  ]);
  const body = make('div');
  const draw = () => {
    const games = played.filter((game) => !kind.value || kindOf(game) === kind.value);
    // Unfinished games are of no kind: they are counted among all.
    const waiting = kind.value ? 0 : left.length;
    body.replaceChildren(...tables(games, waiting), ...(games.length > 1 ? [plots(games)] : []));
  };
  kind.addEventListener('change', draw);
  draw();
  show(
    'Statistics',
    make('div', { class: 'row' }, make('label', {}, 'Games ', kind)),
    body,
    make(
      'div',
      { class: 'row' },
      button('Export as CSV', () => download('talon.csv', csv(played), 'text/csv')),
      button('Export as JSON', () =>
        download('talon.json', JSON.stringify(played, null, 1), 'application/json'),
      ),
    ),
  );
}

/**
 * Returns the kind a game is counted in: its rules and the help that was used.
 * @param {FinishedGame} game
 */
const kindOf = ({ title, set, stamp }) => `${title}${set ? ` (${set})` : ''}, ${helpWords(stamp)}`;

/** @param {number} n */
const whole = (n) => n.toFixed(0);

/**
 * @param {FinishedGame[]} games
 * @param {number} waiting How many games are unfinished.
 */
function tables(games, waiting) {
  const { played, won, percent, streak, longest, worst, seconds, moves } = figures(games);
  /**
   * @param {Range} range
   * @param {(n: number) => string} words
   */
  const cells = ({ least, mean, most }, words) =>
    [least, mean, most].map((value) => (value === null ? '–' : words(value)));
  const headers = ['Best', 'Average', 'Worst'].map((text) => make('th', { scope: 'col' }, text));
  return [
    make(
      'table',
      {},
      make(
        'tbody',
        {},
        row('Finished', played),
        row('Won', `${won} (${percent.toFixed(1)}%)`),
        row('Winning streak', `${streak}, longest ${longest}`),
        row('Longest losing streak', worst),
        ...(waiting ? [row('Unfinished', waiting)] : []),
      ),
    ),
    make(
      'table',
      {},
      make('thead', {}, make('tr', {}, make('td'), ...headers)),
      make(
        'tbody',
        {},
        row('Time to win', ...cells(seconds, time)),
        row('Moves to win', ...cells(moves, whole)),
      ),
    ),
  ];
}

/** @param {FinishedGame[]} games */
function plots(games) {
  const won = games.filter((game) => game.won);
  return make(
    'div',
    { class: 'row' },
    histogram(
      won.map((game) => game.seconds),
      'Time to win',
      time,
    ),
    histogram(
      won.map((game) => game.moves),
      'Moves to win',
      whole,
    ),
    movingAverage(
      games.map((game) => (game.won ? 100 : 0)),
      'Percentage won, last 20 games',
      20,
    ),
    histogram(
      games.map((game) => game.points),
      'Score',
      whole,
    ),
  );
}

/** @typedef {{ least: number | null, mean: number | null, most: number | null }} Range */

/**
 * Returns the least, the mean and the greatest of some values.
 * @param {number[]} values
 * @returns {Range}
 */
function rangeOf(values) {
  if (!values.length) return { least: null, mean: null, most: null };
  const mean = values.reduce((a, b) => a + b, 0) / values.length;
  return { least: Math.min(...values), mean, most: Math.max(...values) };
}

/**
 * Counts games, which are in the order in which they were played.
 * @param {FinishedGame[]} games
 */
function figures(games) {
  const won = games.filter((game) => game.won);
  let streak = 0;
  let longest = 0;
  let losing = 0;
  let worst = 0;
  for (const game of games) {
    streak = game.won ? streak + 1 : 0;
    losing = game.won ? 0 : losing + 1;
    longest = Math.max(longest, streak);
    worst = Math.max(worst, losing);
  }
  return {
    played: games.length,
    won: won.length,
    percent: games.length ? (100 * won.length) / games.length : 0,
    streak,
    longest,
    worst,
    seconds: rangeOf(won.map((game) => game.seconds)),
    moves: rangeOf(won.map((game) => game.moves)),
  };
}

/**
 * Returns games as a table for other programs.
 * @param {FinishedGame[]} games
 */
function csv(games) {
  const quote = (/** @type {unknown} */ value) => `"${String(value).replaceAll('"', '""')}"`;
  const lines = games.map((game) =>
    [
      new Date(game.when).toISOString(),
      game.name,
      quote(game.set),
      quote(game.deal),
      game.won ? 1 : 0,
      game.moves,
      game.seconds,
      game.points,
      quote(game.stamp),
    ].join(','),
  );
  return `${['when,game,rules,deal,won,moves,seconds,points,help', ...lines].join('\n')}\n`;
}
