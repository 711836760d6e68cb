// How cards move: they glide, turn over and are dealt. Only `transform` and `opacity` are animated,
// which costs the processor little, and every movement can be ended at once.
/** @import { CardElement } from './board.js' */

import { make } from './dom.js';

/** How long a card glides, turns over, and flies when it is dealt, in milliseconds. */
const GLIDE = 170;
const TURN = 240;
const FLIGHT = 230;
/** How long a deal takes, and the time between two cards at most. */
const DEAL = 340;
const DEAL_STEP = 14;
const EASING = 'cubic-bezier(.2,.7,.3,1)';

/** @typedef {{ x: number, y: number }} Point */

/** @type {Set<Animation>} */
const running = new Set();

/** @param {Point} to */
export const translate = ({ x, y }) => `translate(${x}px, ${y}px)`;

/** Ends all movements: every card is where it belongs. */
export function endMotion() {
  for (const animation of running) animation.finish();
}

/**
 * @param {Element} element
 * @param {Keyframe[]} frames
 * @param {KeyframeAnimationOptions} timing
 * @param {() => void} [after]
 */
function run(element, frames, timing, after) {
  const animation = element.animate(frames, { fill: 'backwards', ...timing });
  running.add(animation);
  const end = () => {
    running.delete(animation);
    after?.();
  };
  animation.onfinish = end;
  animation.oncancel = end;
}

/**
 * Lets a card glide to where it belongs.
 * @param {CardElement} card
 * @param {Point} from
 * @param {Point} to
 * @param {{ delay?: number, raised?: boolean }} how Raised, it glides above all other cards.
 */
export function glide(card, from, to, { delay = 0, raised = false }) {
  const layer = card.style.zIndex;
  if (raised) card.style.zIndex = String(500 + Number(layer));
  const frames = [{ transform: translate(from) }, { transform: translate(to) }];
  run(card, frames, { duration: GLIDE, delay, easing: EASING }, () => {
    if (raised && card.style.zIndex === String(500 + Number(layer))) card.style.zIndex = layer;
  });
}

/**
 * Turns a card over on its way: until the middle the other side shows.
 * @param {CardElement} card It is dressed for the side that shows in the end.
 * @param {Point} from
 * @param {Point} to
 * @param {number} delay
 */
export function turn(card, from, to, delay) {
  const middle = { x: (from.x + to.x) / 2, y: (from.y + to.y) / 2 };
  const isUp = !card.classList.contains('down');
  const side = make('span', { class: isUp ? 'side back' : 'side' });
  card.append(side);
  const layer = card.style.zIndex;
  card.style.zIndex = String(500 + Number(layer));
  const timing = { duration: TURN, delay };
  run(
    card,
    [
      { transform: `${translate(from)} rotateY(0)`, easing: 'ease-in' },
      { transform: `${translate(middle)} rotateY(90deg) scale(1.04)`, easing: 'ease-out' },
      { transform: `${translate(to)} rotateY(0)` },
    ],
    timing,
    () => {
      side.remove();
      if (card.style.zIndex === String(500 + Number(layer))) card.style.zIndex = layer;
    },
  );
  const hide = [{ opacity: 1 }, { opacity: 1, offset: 0.5 }, { opacity: 0, offset: 0.501 }];
  run(side, [...hide, { opacity: 0 }], { ...timing, fill: 'both' });
}

/**
 * Deals the cards: they fly one after another from one place to where they lie.
 * @param {CardElement[]} cards In the order in which they are dealt.
 * @param {Point} from
 */
export function deal(cards, from) {
  const step = Math.min(DEAL_STEP, DEAL / Math.max(1, cards.length));
  cards.forEach((card, i) => {
    const frames = [{ transform: translate(from) }, { transform: translate(card.at ?? from) }];
    run(card, frames, { duration: FLIGHT, delay: i * step, easing: EASING });
  });
}
