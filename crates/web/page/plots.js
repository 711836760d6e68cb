// Small plots for the statistics.

import { svg } from './cards.js';

/** Bars of how often a value falls where. @param {number[]} values @param {string} title @param {(v: number) => string} words */
export function histogram(values, title, words) {
  const [width, height, bins] = [300, 120, 12];
  const plot = frame(width, height, title);
  if (!values.length) return plot;
  const least = Math.min(...values), most = Math.max(...values, least + 1);
  const counts = new Array(bins).fill(0);
  for (const value of values) counts[Math.min(bins - 1, Math.floor(((value - least) / (most - least)) * bins))]++;
  const top = Math.max(...counts);
  counts.forEach((count, i) => {
    const h = (count / top) * (height - 44);
    const bar = svg('rect', { x: 10 + i * ((width - 20) / bins), y: height - 20 - h, width: (width - 20) / bins - 2, height: h, fill: '#1d5c41' }, plot);
    svg('title', {}, bar).textContent = `${count}`;
  });
  label(plot, 10, height - 6, words(least), 'start');
  label(plot, width - 10, height - 6, words(most), 'end');
  return plot;
}

/** A line through values, the mean of a window. @param {number[]} values @param {string} title @param {number} window */
export function course(values, title, window) {
  const [width, height] = [300, 120];
  const plot = frame(width, height, title);
  if (values.length < 2) return plot;
  const means = values.map((_, i) => {
    const part = values.slice(Math.max(0, i - window + 1), i + 1);
    return part.reduce((a, b) => a + b, 0) / part.length;
  });
  const least = Math.min(...means), most = Math.max(...means, least + 1e-9);
  const points = means.map((value, i) => `${10 + (i * (width - 20)) / (means.length - 1)},${height - 22 - ((value - least) / (most - least)) * (height - 48)}`);
  svg('polyline', { points: points.join(' '), fill: 'none', stroke: '#0067a5', 'stroke-width': 2 }, plot);
  label(plot, 10, height - 6, `first of ${values.length}`, 'start');
  label(plot, width - 10, height - 6, `now ${Math.round(means[means.length - 1] * 100) / 100}`, 'end');
  return plot;
}

/** @param {number} width @param {number} height @param {string} title */
function frame(width, height, title) {
  const plot = svg('svg', { class: 'plot', viewBox: `0 0 ${width} ${height}`, width, height, role: 'img', 'aria-label': title });
  label(plot, 10, 16, title, 'start');
  return plot;
}

/** @param {Element} plot @param {number} x @param {number} y @param {string} text @param {string} anchor */
function label(plot, x, y, text, anchor) {
  svg('text', { x, y, 'font-size': 12, fill: '#1c1c1a', 'text-anchor': anchor }, plot).textContent = text;
}
