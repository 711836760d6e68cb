// After a win the cards leap off the foundations one by one, bounce and leave the table.
/** @import { CardElement } from './board.js' */

/** How much later the next card leaps, and how long all of them take to start, in milliseconds. */
const PAUSE = 60;
const ALL = 2200;
/** The time between two points of a path, in milliseconds. */
const STEP = 40;
/** The pull downwards, in heights of a card per second squared, and what a bounce leaves. */
const PULL = 14;
const SPRING = 0.72;

/**
 * Returns the path of a card as frames of its animation, and how long it takes.
 * @param {{ x: number, y: number }} from
 * @param {{ width: number, height: number, card: number }} size
 */
function path({ x, y }, { width, height, card }) {
  const floor = height - card;
  // The speeds are in pixels per second.
  const side = (Math.random() < 0.5 ? -1 : 1) * (2 + Math.random() * 2.5) * card;
  let speed = -(1 + Math.random() * 3.2) * card;
  const seconds = STEP / 1000;
  const frames = [{ transform: `translate(${x}px, ${y}px)` }];
  while (x > -card && x < width + card && frames.length < 200) {
    x += side * seconds;
    speed += PULL * card * seconds;
    y += speed * seconds;
    if (y > floor) {
      y = floor;
      speed *= -SPRING;
    }
    frames.push({ transform: `translate(${x.toFixed(1)}px, ${y.toFixed(1)}px)` });
  }
  return { frames, duration: frames.length * STEP };
}

/**
 * Lets the cards leap; returns a function that ends it. Until then they stay away.
 * @param {CardElement[]} cards
 * @param {{ width: number, height: number, card: number }} size `card` is the height of a card.
 * @returns {() => void}
 */
export function cascade(cards, size) {
  const pause = Math.min(PAUSE, ALL / Math.max(1, cards.length));
  const layers = cards.map((element) => element.style.zIndex);
  const leaps = cards.map((element, i) => {
    const { frames, duration } = path(element.at ?? { x: 0, y: 0 }, size);
    element.style.zIndex = String(600 + i);
    return element.animate(frames, { duration, delay: i * pause, fill: 'forwards' });
  });
  return () => {
    for (const leap of leaps) leap.cancel();
    for (const [i, element] of cards.entries()) element.style.zIndex = layers[i];
  };
}
