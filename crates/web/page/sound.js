// Sounds: short and soft, made on the spot. There are no recordings to load.
/** @import { Reply } from './types.js' */

/** @type {AudioContext | null} */
let audio = null;
/** @type {AudioBuffer | null} */
let noise = null;

/** Returns the context of all sounds, which a browser allows once the player has done something. */
function context() {
  audio ??= new AudioContext();
  if (audio.state === 'suspended') audio.resume();
  return audio;
}

/**
 * Returns a gain that rises at once and fades.
 * @param {AudioContext} on
 * @param {number} at
 * @param {number} volume
 * @param {number} length
 */
function fading(on, at, volume, length) {
  const gain = on.createGain();
  gain.gain.setValueAtTime(0.0001, at);
  gain.gain.exponentialRampToValueAtTime(volume, at + 0.006);
  gain.gain.exponentialRampToValueAtTime(0.0001, at + length);
  gain.connect(on.destination);
  return gain;
}

/**
 * Plays the rustle of a card.
 * @param {number} after Seconds from now.
 * @param {number} pitch The middle of the noise, in hertz.
 * @param {number} volume
 */
function rustle(after, pitch, volume) {
  const on = context();
  const at = on.currentTime + after;
  if (!noise) {
    noise = on.createBuffer(1, on.sampleRate * 0.1, on.sampleRate);
    const samples = noise.getChannelData(0);
    for (let i = 0; i < samples.length; i++) samples[i] = Math.random() * 2 - 1;
  }
  const [source, filter] = [on.createBufferSource(), on.createBiquadFilter()];
  source.buffer = noise;
  filter.type = 'bandpass';
  filter.frequency.value = pitch;
  filter.Q.value = 0.8;
  source.connect(filter).connect(fading(on, at, volume, 0.07));
  source.start(at);
  source.stop(at + 0.09);
}

/**
 * Plays a soft note.
 * @param {number} after Seconds from now.
 * @param {number} pitch In hertz.
 * @param {number} [length]
 */
function note(after, pitch, length = 0.35) {
  const on = context();
  const at = on.currentTime + after;
  const tone = on.createOscillator();
  tone.type = 'sine';
  tone.frequency.value = pitch;
  tone.connect(fading(on, at, 0.07, length));
  tone.start(at);
  tone.stop(at + length);
}

/** The sounds by what has happened. */
const SOUNDS = {
  move: () => rustle(0, 1500, 0.22),
  draw: () => rustle(0, 2300, 0.18),
  deal: () => {
    for (let i = 0; i < 7; i++) rustle(i * 0.065, 1900 + i * 90, 0.14);
  },
  up: () => {
    rustle(0, 1500, 0.16);
    note(0.03, 659);
    note(0.1, 880);
  },
  refused: () => note(0, 165, 0.16),
  won: () => {
    for (const [i, pitch] of [523, 659, 784, 1047, 1319].entries()) note(i * 0.11, pitch, 0.7);
  },
};

/**
 * Plays the sound of a reply: of a new deal, a win, a refusal or what was moved.
 * @param {Reply} reply
 * @param {boolean} fresh
 */
export function playSoundOf({ refused, status, steps }, fresh) {
  const events = steps.flatMap((step) => (step.back ? [] : step.events));
  const isUp = events.some(({ is, to }) => is === 'carried' && to?.startsWith('f'));
  if (refused) SOUNDS.refused();
  else if (fresh) SOUNDS.deal();
  else if (status === 'won' && events.length) SOUNDS.won();
  else if (isUp) SOUNDS.up();
  else if (events.some(({ is }) => is === 'drawn' || is === 'dealt' || is === 'redealt'))
    SOUNDS.draw();
  else if (steps.length) SOUNDS.move();
}
