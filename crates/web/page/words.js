// Cards, moves, numbers and times in words and signs. There are no rules here.
/** @import { Reply } from './types.js' */

const RANKS = {
  A: 'Ace',
  2: 'Two',
  3: 'Three',
  4: 'Four',
  5: 'Five',
  6: 'Six',
  7: 'Seven',
  8: 'Eight',
  9: 'Nine',
  T: 'Ten',
  J: 'Jack',
  Q: 'Queen',
  K: 'King',
};
const SUITS = { C: 'clubs', D: 'diamonds', H: 'hearts', S: 'spades' };
const SIGNS = { C: '♣', D: '♦', H: '♥', S: '♠' };
/** The ranks in order. */
export const ORDER = 'A23456789TJQK';

/** @param {string} card */
export const rank = (card) => card[0];
/** @param {string} card */
export const suit = (card) => card[1];
/**
 * Returns a rank as it is printed: `10` for `T`.
 * @param {string} r
 */
export const printed = (r) => (r === 'T' ? '10' : r);
/**
 * Returns a card as it is printed: `10♦`.
 * @param {string} card
 */
export const signed = (card) => printed(rank(card)) + SIGNS[/** @type {'C'} */ (suit(card))];
/**
 * Returns a card in words: `Ten of diamonds`.
 * @param {string} card
 */
export const words = (card) =>
  `${RANKS[/** @type {'A'} */ (rank(card))]} of ${SUITS[/** @type {'C'} */ (suit(card))]}`;
/**
 * Returns a text with a capital first letter: `Column 3`.
 * @param {string} text
 */
export const capital = (text) => text.charAt(0).toUpperCase() + text.slice(1);

/**
 * Takes a move such as `3-5x2` apart; returns null for a move of the stock.
 * @param {string} move
 */
export function parts(move) {
  const found = /^([a-z]?\d*)-([a-z]?\d*)(?:x(\d+))?$/.exec(move);
  return found && { from: found[1], to: found[2], count: Number(found[3] ?? 1) };
}
/**
 * Returns the notation of a move, the opposite of `parts`.
 * @param {string} from
 * @param {string} to
 * @param {number} count
 */
export const notation = (from, to, count) => `${from}-${to}${count > 1 ? `x${count}` : ''}`;

/**
 * Returns a number with its noun: `1 move`, `2 moves`.
 * @param {number} n
 * @param {string} noun
 */
export const plural = (n, noun) => `${n} ${noun}${n === 1 ? '' : 's'}`;

/**
 * Returns a duration as a clock shows it: `4:05`.
 * @param {number} seconds
 */
export function time(seconds) {
  const s = Math.floor(seconds);
  return `${Math.floor(s / 60)}:${String(s % 60).padStart(2, '0')}`;
}

/**
 * Writes out the suit signs of a sentence, for screen readers: `4♥` becomes `four of hearts`.
 * @param {string} text
 */
export function spoken(text) {
  return text.replace(/(10|[2-9AJQK])([♣♦♥♠])/g, (_, r, s, at) => {
    const said = words((r === '10' ? 'T' : r) + 'CDHS'['♣♦♥♠'.indexOf(s)]);
    return at ? said.toLowerCase() : said;
  });
}

/**
 * Returns an amount with a true minus sign.
 * @param {number | string} amount
 */
export const money = (amount) => String(amount).replace('-', '−');
/**
 * Returns the score; in a casino game that is the account of the hand.
 * @param {Reply} reply
 */
export const score = (reply) => money(reply.ledger ? reply.ledger.net : reply.score);

/**
 * Says which help a game was played with, from its stamp.
 * @param {string} stamp
 */
export const helpWords = (stamp) =>
  stamp === 'pure' ? 'without help' : `with ${stamp === 'oracle' ? 'the oracle' : stamp}`;

/**
 * Returns what an error says.
 * @param {unknown} error
 */
export const messageOf = (error) => (error instanceof Error ? error.message : String(error));

/** The number of a random new deal. */
export const randomDeal = () => String(1 + Math.floor(Math.random() * 999_999));
