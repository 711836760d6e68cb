// The deal of the day: a calendar of the month with what was played, the streak, and a text to
// share that gives nothing away.
/** @import { Game } from './game.js' */
/** @import { Dealer } from './new-game.js' */
/** @import { BookContents, FinishedGame, Reply } from './types.js' */

import { show } from './dialog.js';
import { button, make } from './dom.js';
import { link } from './link.js';
import { helpWords, plural, time } from './words.js';

const DAY = 86_400_000;

/** Days are those of universal time, because the deal is the same for everybody. */
const words = new Intl.DateTimeFormat('en-GB', { dateStyle: 'long', timeZone: 'UTC' });
const monthWords = new Intl.DateTimeFormat('en-GB', {
  month: 'long',
  year: 'numeric',
  timeZone: 'UTC',
});
const WEEK = ['Mo', 'Tu', 'We', 'Th', 'Fr', 'Sa', 'Su'];

/**
 * Returns the name of a day, with which the numbers of its deals begin: `20261119`.
 * @param {number} when
 */
const nameOf = (when) => new Date(when).toISOString().slice(0, 10).replaceAll('-', '');

/**
 * Returns the day whose deal this may be, or ''.
 * @param {string} deal
 */
const dayOf = (deal) => /^(20\d{6})\d\d$/.exec(deal)?.[1] ?? '';

/**
 * Returns the days on which a game of this title was played, and whether it was won.
 * @param {FinishedGame[]} played
 * @param {string} title
 * @returns {Map<string, boolean>}
 */
function daysOf(played, title) {
  const days = new Map();
  for (const { title: other, deal, won } of played)
    if (other === title && dayOf(deal)) days.set(dayOf(deal), won || !!days.get(dayOf(deal)));
  return days;
}

/**
 * Returns on how many days in a row the deal was won; today may still be to come.
 * @param {Map<string, boolean>} days
 * @param {number} now
 */
function streakOf(days, now) {
  let streak = 0;
  let day = days.get(nameOf(now)) ? now : now - DAY;
  for (; days.get(nameOf(day)); day -= DAY) streak++;
  return streak;
}

/**
 * Returns what a player may tell others about a deal of the day, or '' for another deal.
 * @param {Reply} reply
 * @param {number} seconds
 * @param {FinishedGame[]} played
 */
export function boast(reply, seconds, played) {
  const day = dayOf(reply.number);
  if (!day) return '';
  const date = Date.parse(`${day.slice(0, 4)}-${day.slice(4, 6)}-${day.slice(6)}T12:00Z`);
  if (Number.isNaN(date)) return '';
  const streak = streakOf(daysOf(played, reply.title).set(day, true), date);
  const isLocal = /^(localhost|127\.|\[::1\])/.test(location.hostname);
  const result = `won in ${plural(reply.made, 'move')}, ${time(seconds)}`;
  return [
    `Talon, the deal of ${words.format(date)}`,
    `${reply.title}: ${result}, ${helpWords(reply.stamp)}`,
    `Streak: ${plural(streak, 'day')}`,
    ...(isLocal ? [] : [link(reply, false)]),
  ].join('\n');
}

/**
 * Opens the calendar of the game on the table.
 * @param {{ game: Game, dealer: Dealer }} page
 * @param {BookContents} books
 */
export function showDaily({ game, dealer }, { played }) {
  const { name = 'canfield', title = '', set = [] } = game.reply ?? {};
  const now = Date.now();
  const days = daysOf(played, title);
  const streak = streakOf(days, now);
  const error = make('p', { role: 'alert' });
  const play = async (/** @type {number} */ when) => {
    error.textContent = '';
    if (await dealer.daily({ name, set }, when)) dialog.close();
    else error.textContent = dealer.trouble;
  };
  const month = make('div', { class: 'month' });
  const draw = (/** @type {number} */ when) =>
    month.replaceChildren(...calendar(when, now, days, play, draw));
  draw(now);
  const dialog = show(
    'Deal of the day',
    make(
      'p',
      {},
      `${title}: each day has one deal, the same for everybody. ` +
        'It is proved winnable wherever the solver can prove it.',
    ),
    make(
      'p',
      {},
      streak ? `Won ${plural(streak, 'day')} in a row.` : 'Win today to begin a streak.',
    ),
    make(
      'div',
      { class: 'row' },
      button('Play today’s deal', () => play(now), 'main'),
    ),
    month,
    error,
  );
}

/**
 * Returns the month of a day, with buttons for its days and for the months beside it.
 * @param {number} when
 * @param {number} now
 * @param {Map<string, boolean>} days
 * @param {(when: number) => void} play
 * @param {(when: number) => void} draw
 */
function calendar(when, now, days, play, draw) {
  const date = new Date(when);
  const [year, month] = [date.getUTCFullYear(), date.getUTCMonth()];
  const first = Date.UTC(year, month, 1, 12);
  const next = Date.UTC(year, month + 1, 1, 12);
  const cells = Array.from({ length: (new Date(first).getUTCDay() + 6) % 7 }, () => make('span'));
  for (let day = first; day < next; day += DAY) {
    const won = days.get(nameOf(day));
    const result = won === undefined ? 'not finished' : won ? 'won' : 'lost';
    const isFuture = nameOf(day) > nameOf(now);
    cells.push(
      make(
        'button',
        {
          type: 'button',
          class: isFuture ? '' : result.split(' ')[0],
          disabled: isFuture,
          'aria-label': `${words.format(day)}${isFuture ? '' : `, ${result}`}`,
          ...(nameOf(day) === nameOf(now) ? { 'aria-current': 'date' } : {}),
          click: () => play(day),
        },
        String(new Date(day).getUTCDate()),
      ),
    );
  }
  const later = button('›', () => draw(next));
  later.setAttribute('aria-label', 'Next month');
  later.disabled = next > now;
  const earlier = button('‹', () => draw(first - DAY));
  earlier.setAttribute('aria-label', 'Previous month');
  return [
    make('div', { class: 'row' }, earlier, make('b', {}, monthWords.format(first)), later),
    make(
      'div',
      { class: 'calendar' },
      ...WEEK.map((day) => make('span', { 'aria-hidden': 'true' }, day)),
      ...cells,
    ),
  ];
}
