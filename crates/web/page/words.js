// Cards and moves in words: for labels and the screen reader. No rules here.

const RANKS = { A: 'Ace', 2: 'Two', 3: 'Three', 4: 'Four', 5: 'Five', 6: 'Six', 7: 'Seven', 8: 'Eight', 9: 'Nine', T: 'Ten', J: 'Jack', Q: 'Queen', K: 'King' };
const SUITS = { C: 'clubs', D: 'diamonds', H: 'hearts', S: 'spades' };
export const ORDER = 'A23456789TJQK';

/** @param {string} card */
export const rank = (card) => card[0];
/** @param {string} card */
export const suit = (card) => card[1];
/** The rank as printed: `10`. @param {string} r */
export const printed = (r) => (r === 'T' ? '10' : r);
/** `Ten of diamonds`. @param {string} card @returns {string} */
export function words(card) {
  return `${RANKS[/** @type {'A'} */ (card[0])]} of ${SUITS[/** @type {'C'} */ (card[1])]}`;
}
/** `column 3` → `Column 3`. @param {string} text */
export const capital = (text) => text.charAt(0).toUpperCase() + text.slice(1);

/** `3-5x2` → from, to, count; `null` for stock moves. @param {string} move */
export function parts(move) {
  const found = /^([a-z]?\d*)-([a-z]?\d*)(?:x(\d+))?$/.exec(move);
  return found && { from: found[1], to: found[2], count: Number(found[3] ?? 1) };
}
/** @param {string} from @param {string} to @param {number} count */
export const carry = (from, to, count) => `${from}-${to}${count > 1 ? `x${count}` : ''}`;

/** @param {number} n @param {string} noun */
export const plural = (n, noun) => `${n} ${noun}${n === 1 ? '' : 's'}`;

/** `4:05`. @param {number} seconds */
export function time(seconds) {
  const s = Math.floor(seconds);
  return `${Math.floor(s / 60)}:${String(s % 60).padStart(2, '0')}`;
}

/** `4♥` → `four of hearts`: signs are for the eye. @param {string} text */
export function spoken(text) {
  return text.replace(/(10|[2-9AJQK])([♣♦♥♠])/g, (_, r, s, at) => {
    const said = words((r === '10' ? 'T' : r) + 'CDHS'['♣♦♥♠'.indexOf(s)]);
    return at ? said.toLowerCase() : said;
  });
}

/** With a true minus. @param {number | string} amount */
export const money = (amount) => String(amount).replace('-', '−');
/** The score; in the casino that is the hand's account. @param {import('./types.js').Reply} reply */
export const score = (reply) => money(reply.ledger ? reply.ledger.net : reply.score);
