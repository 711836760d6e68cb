// Small plots for the statistics; the style sheet has their colours.

import { svg } from './dom.js';

/**
 * Returns a bar chart of how often the values fall into each part of their range.
 * @param {number[]} values
 * @param {string} title
 * @param {(v: number) => string} words
 */
export function histogram(values, title, words) {
  const [width, height, bins] = [300, 120, 12];
  const plot = frame(width, height, title);
  if (!values.length) return plot;
  const least = Math.min(...values);
  const most = Math.max(...values);
  const range = most - least || 1;
  const counts = new Array(bins).fill(0);
  for (const value of values)
    counts[Math.min(bins - 1, Math.floor(((value - least) / range) * bins))]++;
  const top = Math.max(...counts);
  counts.forEach((count, i) => {
    const h = (count / top) * (height - 44);
    const bar = svg(
      'rect',
      {
        x: 10 + i * ((width - 20) / bins),
        y: height - 20 - h,
        width: (width - 20) / bins - 2,
        height: h,
        class: 'bar',
      },
      plot,
    );
    svg('title', {}, bar).textContent = `${count}`;
  });
  label(plot, 10, height - 6, words(least), 'start');
  if (most > least) label(plot, width - 10, height - 6, words(most), 'end');
  return plot;
}

/**
 * Returns a line chart of percentages: of each value, the mean of the last `window`.
 * @param {number[]} values
 * @param {string} title
 * @param {number} window
 */
export function movingAverage(values, title, window) {
  const [width, height] = [300, 120];
  const plot = frame(width, height, title);
  if (values.length < 2) return plot;
  const means = values.map((_, i) => {
    const part = values.slice(Math.max(0, i - window + 1), i + 1);
    return part.reduce((a, b) => a + b, 0) / part.length;
  });
  const [top, floor] = [26, height - 22];
  const y = (/** @type {number} */ value) => floor - (value / 100) * (floor - top);
  for (const level of [0, 50, 100])
    svg('line', { x1: 10, x2: width - 34, y1: y(level), y2: y(level), class: 'level' }, plot);
  for (const level of [0, 50, 100]) label(plot, width - 6, y(level) + 4, `${level}`, 'end');
  const points = means.map(
    (value, i) => `${10 + (i * (width - 44)) / (means.length - 1)},${y(value)}`,
  );
  svg('polyline', { points: points.join(' '), class: 'curve' }, plot);
  label(plot, 10, height - 6, `first of ${values.length} games`, 'start');
  label(plot, width - 34, height - 6, `now ${Math.round(means[means.length - 1])}%`, 'end');
  return plot;
}

/**
 * Returns an empty plot with its title.
 * @param {number} width
 * @param {number} height
 * @param {string} title
 */
function frame(width, height, title) {
  const plot = svg('svg', {
    class: 'plot',
    viewBox: `0 0 ${width} ${height}`,
    width,
    height,
    role: 'img',
    'aria-label': title,
  });
  label(plot, 10, 16, title, 'start');
  return plot;
}

/**
 * Writes a text into a plot.
 * @param {Element} plot
 * @param {number} x
 * @param {number} y
 * @param {string} text
 * @param {string} anchor
 */
function label(plot, x, y, text, anchor) {
  svg('text', { x, y, 'text-anchor': anchor }, plot).textContent = text;
}
