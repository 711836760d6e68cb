// The page: wires the parts together. It holds no rule and no history of its own.
/** @import { Reply, Start } from './types.js' */

import { Board } from './board.js';
import { Dialogs, make } from './dialogs.js';
import { engine as build } from './engine.js';
import { Strip } from './history.js';
import { Pointer } from './input.js';
import { Keys } from './keys.js';
import { books } from './records.js';
import { apply, moving, set, settings } from './settings.js';
import { read } from './share.js';
import { Game, line, path } from './state.js';
import { Verdict } from './verdict.js';
import { parts, plural, printed, rank, suit, time, words } from './words.js';

/** @param {string} id */
const element = (id) => /** @type {HTMLElement} */ (document.getElementById(id));

apply();
const game = new Game(build(), books());
const verdict = new Verdict(game);
const board = new Board(element('board'), () => ({ left: settings.left, large: settings.large, motion: moving() }));
const pointer = new Pointer(board, game, { refuse });
const strip = new Strip(element('strip'), game, (reply) => verdict.colours(reply));
const dialogs = new Dialogs(game, verdict, act, say, redraw);
new Keys(board, pointer, act, say);

let toastTimer = 0;
let lastRefusal = '';
let hintStep = 0;
/** Does the hint come from a proved line? */
let hintProved = false;
/** @type {import('./types.js').HintForm | null} */
let hint = null;
/** @type {(() => void) | null} */
let endShow = null;
/** Bookmarks: places by their moves. @type {string[]} */
const marks = [];

/** @param {string} text @param {boolean} bad */
function toast(text, bad) {
  const box = element('toast');
  box.textContent = text;
  box.hidden = !text;
  box.classList.toggle('bad', bad);
  clearTimeout(toastTimer);
  toastTimer = window.setTimeout(() => { box.hidden = true; }, 3500);
}

/** Something to know, not urgent. @param {string} text */
function say(text) {
  if (!text) return;
  element('say').textContent = text;
  toast(text, false);
}

/** A refusal or a trouble, with its reason. @param {string} why */
function refuse(why) {
  lastRefusal = why;
  element('alert').textContent = why;
  toast(why, true);
}

function redraw() {
  if (game.reply) show(game.reply);
  board.place(false);
  verdict.follow();
}

/** @param {Reply} reply */
function show(reply) {
  document.title = `${reply.title} · Talon`;
  Object.assign(document.body.dataset, { made: String(reply.made), at: String(reply.at), status: reply.status, stamp: reply.stamp });
  element('game').textContent = reply.title;
  element('deal').textContent = /^\S{1,24}$/.test(reply.number) ? `#${reply.number}` : '';
  element('score').textContent = settings.score ? `Score ${reply.score}` : '';
  element('moves').textContent = plural(reply.made, 'move');
  clock();
  board.root.setAttribute('aria-label', `${reply.title}, ${reply.deal}`);
  stripe(reply);
  const wide = matchMedia('(min-width: 641px) and (min-height: 431px)').matches;
  element('rail').hidden = !(wide ? settings.rail && innerWidth > 900 : railOpen);
  ledger(reply);
  listing(reply);
  element('watch').hidden = !verdict.lineFrom(reply) || reply.stamp !== 'oracle';
  element('post').hidden = verdict.is !== 'dead' && reply.status !== 'stuck';
  element('goto').hidden = verdict.critical === null;
  for (const button of document.querySelectorAll('button[data-do]')) {
    const what = /** @type {HTMLButtonElement} */ (button).dataset.do;
    const off = (what === 'undo' && reply.at === 0) || (what === 'redo' && !reply.tree.some((node) => node.p === reply.at));
    button.setAttribute('aria-disabled', String(off));
  }
}

/** Whose history is to be drawn. @type {Reply | null} */
let striped = null;

/** Draws the history once, however often it is asked for in one go. @param {Reply} reply */
function stripe(reply) {
  if (!striped) queueMicrotask(() => { if (striped) strip.show(striped); striped = null; });
  striped = reply;
}

let railOpen = false;

function clock() {
  element('clock').textContent = settings.clock ? time(game.seconds) : '';
}

/** @param {Reply} reply */
function ledger(reply) {
  const section = element('ledger');
  section.hidden = !reply.ledger;
  if (!reply.ledger) return;
  const [hand, all] = [reply.ledger, game.account];
  /** @type {[string, keyof import('./types.js').Account][]} */
  const rows = [['Deal', 'hands'], ['Inspection', 'inspections'], ['Game', 'games'], ['Runs', 'runs'], ['Information', 'information'], ['Think time', 'think_time'], ['Costs', 'costs'], ['Winnings', 'winnings'], ['Net worth', 'net']];
  const used = rows.filter(([, name]) => hand[name] || all?.[name] || !['information', 'think_time'].includes(name));
  section.querySelector('tbody')?.replaceChildren(...used.map(([words, name]) => make('tr', name === 'net' ? { class: 'sum' } : {}, make('th', { scope: 'row' }, words), make('td', {}, money(hand[name])), make('td', {}, all ? money(all[name]) : ''))));
}

/** @param {number} amount */
const money = (amount) => String(amount).replace('-', '−');

/** @param {Reply} reply */
function listing(reply) {
  const section = element('listing');
  section.hidden = !reply.listing;
  if (!reply.listing) return;
  const { columns, waste, stock } = reply.listing;
  const grid = (/** @type {import('./types.js').Listed[][]} */ rows) => {
    const box = make('div', { class: 'grid' });
    // Rows of one card each would be a long list.
    const wide = columns > 1 ? columns : 5;
    box.style.gridTemplateColumns = `repeat(${wide}, 2.4em)`;
    for (const row of rows) {
      for (let i = row.length; i < columns; i++) box.append(make('span', {}));
      for (const { card, available } of row) box.append(make('span', available ? { class: 'now' } : {}, card ? printed(rank(card)) + { C: '♣', D: '♦', H: '♥', S: '♠' }[/** @type {'C'} */ (suit(card))] : '··'));
    }
    return box;
  };
  const known = stock.flat().some((listed) => listed.card);
  section.lastElementChild?.replaceChildren(make('p', {}, `Waste, bottom first (${waste.flat().length})`), grid(waste), make('p', {}, known ? `To come (${stock.flat().length})` : `To come: ${plural(stock.flat().length, 'card')} not seen yet`), ...(known ? [grid(stock)] : []));
}

game.addEventListener('reply', (event) => {
  const { reply, fresh } = /** @type {CustomEvent<{ reply: Reply, fresh: boolean }>} */ (event).detail;
  if (fresh) { verdict.clear(); marks.length = 0; element('story').replaceChildren(); }
  pointer.forget();
  if (reply.steps.length || fresh) { hintStep = 0; hint = null; endShow?.(); endShow = null; }
  board.show(reply, fresh);
  tell(reply, fresh);
  verdict.follow();
  show(reply);
  if (reply.steps.length && !reply.steps[0].back) ended(reply);
});

game.addEventListener('tick', clock);
game.addEventListener('trouble', (event) => refuse(/** @type {CustomEvent} */ (event).detail));
game.addEventListener('kept', () => { if (game.reply?.ledger) ledger(game.reply); });
verdict.addEventListener('change', () => {
  const chip = element('chip');
  chip.dataset.is = verdict.is;
  chip.textContent = verdict.words || (settings.verdict ? 'Verdict' : 'Verdict?');
  const words = element('verdict');
  words.textContent = verdict.words || (settings.verdict ? 'On.' : 'Off. v asks once.');
  if (verdict.is === 'winnable' || verdict.is === 'dead' || verdict.is === 'unknown') element('say').textContent = verdict.words;
  if (game.reply) {
    element('watch').hidden = !verdict.lineFrom(game.reply) || game.reply.stamp !== 'oracle';
    element('post').hidden = verdict.is !== 'dead' && game.reply.status !== 'stuck';
    element('goto').hidden = verdict.critical === null;
    if (verdict.is !== 'searching') stripe(game.reply);
  }
});

/** Says what happened. @param {Reply} reply @param {boolean} fresh */
function tell(reply, fresh) {
  if (reply.refused) { refuse(reply.refused); return; }
  const sentences = reply.steps.map((step) => step.sentence).filter(Boolean);
  const text = [...sentences.map((sentence) => `${sentence}.`), ...reply.notes].join(' ');
  if (fresh) element('say').textContent = `${reply.title}, ${reply.deal}.`;
  if (!text) return;
  element('say').textContent = text;
  if (reply.notes.length) toast(reply.notes.join(' '), false); else element('toast').hidden = true;
  element('story').prepend(...sentences.slice(-12).reverse().map((sentence) => make('li', { value: String(reply.made) }, sentence)));
  while (element('story').childElementCount > 60) element('story').lastElementChild?.remove();
  if (settings.sound) click();
}

/** @type {AudioContext | null} */
let audio = null;

/** A card on the table: a short, soft noise. */
function click() {
  audio ??= new AudioContext();
  const [tone, volume] = [audio.createOscillator(), audio.createGain()];
  tone.frequency.value = 190;
  volume.gain.setValueAtTime(0.12, audio.currentTime);
  volume.gain.exponentialRampToValueAtTime(0.001, audio.currentTime + 0.06);
  tone.connect(volume).connect(audio.destination);
  tone.start();
  tone.stop(audio.currentTime + 0.07);
}

/** @param {Reply} reply */
async function ended(reply) {
  if (reply.status === 'won' && !game.ended && !demo) {
    game.ended = true;
    element('alert').textContent = `The game is won in ${reply.made} moves.`;
    endShow = board.cascade();
    await game.keep();
    const list = await game.books.list().then(({ played }) => played, () => []);
    setTimeout(() => { if (game.reply?.status === 'won') dialogs.end(true, list); }, moving() ? 900 : 0);
  } else if (reply.status === 'stuck') {
    element('alert').textContent = 'No more moves.';
    dialogs.end(false, []);
  }
}

/** A demonstration or a replay that runs. */
let demo = 0;

/** @param {() => Promise<boolean>} step */
function run(step) {
  stop();
  const mine = (demo = Date.now());
  const next = async () => {
    if (demo !== mine) return;
    if (!(await step())) { if (demo === mine) demo = 0; return; }
    setTimeout(next, moving() ? 320 : 60);
  };
  next();
}

function stop() {
  demo = 0;
}

/** Does what a button, a key or a dialog asks for. @param {string} what */
function act(what) {
  const reply = game.reply;
  if (what !== 'calm') stop();
  switch (what) {
    case 'new': dialogs.choose(); break;
    case 'again': dialogs.deal({ name: reply?.name ?? 'canfield', set: reply?.set }); break;
    case 'menu': dialogs.menu(); break;
    case 'settings': dialogs.settings(); break;
    case 'statistics': dialogs.statistics(); break;
    case 'rules': dialogs.rules(); break;
    case 'share': dialogs.share(); break;
    case 'help': dialogs.help(); break;
    case 'hint': giveHint(false); break;
    case 'oracle': giveHint(true); break;
    case 'find': dialogs.find(find); break;
    case 'grade': verdict.grade().then((words) => { if (words) say(words); }); break;
    case 'resume': dialogs.resume(); break;
    case 'verdict': verdict.ask(); break;
    case 'post': verdict.postMortem(); break;
    case 'goto': if (verdict.critical !== null && reply) game.do({ visit: verdict.critical }); break;
    case 'why': say(lastRefusal || 'Nothing was refused yet.'); break;
    case 'rail': case 'ledger': case 'listing': railOpen = !railOpen; set('rail', what === 'rail' ? !settings.rail : true); redraw(); break;
    case 'watch': watch(); break;
    case 'replay': replay(); break;
    case 'read': readOut(); break;
    case 'mark': if (reply) { marks.push(path(reply, reply.at)); say(`Bookmark at move ${reply.made}.`); } break;
    case 'jump': jump(); break;
    case 'older': branch(-1); break;
    case 'newer': branch(1); break;
    case 'calm': stop(); endShow?.(); endShow = null; break;
    default: game.do(what);
  }
}

/** Three steps: which pile, which move, why. An oracle's hint follows a line that is proved to win. @param {boolean} proved */
async function giveHint(proved) {
  if (!hint || hintProved !== proved) {
    hint = (proved ? await nextOfLine() : await game.do('hint'))?.hint ?? null;
    hintStep = 0;
    hintProved = proved;
    // What stands against a hint was said already.
    if (!hint) return;
  }
  hintStep = Math.min(3, hintStep + 1);
  const move = parts(hint.move);
  board.dark();
  board.mark(hint.from, hintStep > 1 ? move?.count : 1);
  if (hintStep > 1 && move) board.mark(move.to);
  say(hint.steps[hintStep - 1]);
}

/** The next move of a line that wins, as a hint; what stands against it is said. */
async function nextOfLine() {
  const asked = game.reply;
  if (asked && !verdict.lineFrom(asked)) await verdict.ask();
  const moves = game.reply && verdict.lineFrom(game.reply);
  if (moves?.length) return game.do({ oracle: { move: moves[0], left: moves.length } });
  say(verdict.is === 'dead' ? 'No move wins from here: it is proved lost.' : 'No line that wins was found.');
  return null;
}

/** Where a card lies. @param {string} card */
async function find(card) {
  const found = (await game.do({ find: card }))?.found;
  if (!found) return;
  board.dark();
  for (const { pile, index } of found.places) board.point(pile, index);
  say(found.words);
}

/** Plays a line that wins. */
async function watch() {
  if (game.reply && !verdict.lineFrom(game.reply)) await verdict.ask();
  run(async () => {
    const reply = game.reply;
    const move = reply && verdict.lineFrom(reply)?.[0];
    if (!reply || !move) return false;
    const done = await game.do({ play: move });
    return !!done && !done.refused && done.status !== 'won';
  });
}

/** Shows the game from the deal to where it stands. */
async function replay() {
  const reply = game.reply;
  if (!reply) return;
  const places = line(reply).map((at) => path(reply, at));
  await game.do('restart');
  run(async () => {
    const next = places.shift();
    if (next === undefined || !game.reply) return false;
    const at = placeOf(next);
    if (at === null) return false;
    await game.do({ visit: at });
    return places.length > 0;
  });
}

/** The number of a place that is known by its moves. @param {string} place */
function placeOf(place) {
  const reply = game.reply;
  if (!reply) return null;
  if (place === '') return 0;
  for (let at = 1; at <= reply.tree.length; at++) if (path(reply, at) === place) return at;
  return null;
}

function jump() {
  const last = marks[marks.length - 1];
  const at = last === undefined ? null : placeOf(last);
  if (at === null) say('There is no bookmark; m sets one.'); else game.do({ visit: at });
}

/** To another branch beside this one. @param {number} way */
function branch(way) {
  const reply = game.reply;
  if (!reply) return;
  for (let at = reply.at; at > 0; at = reply.tree[at - 1].p) {
    const beside = reply.tree.map((node, i) => ({ node, at: i + 1 })).filter(({ node }) => node.p === reply.tree[at - 1].p).map(({ at: n }) => n);
    const index = beside.indexOf(at);
    const next = beside[(index + way + beside.length) % beside.length];
    if (beside.length > 1) { game.do({ visit: next }); return; }
  }
  say('There is no other branch.');
}

/** Reads the table aloud. */
function readOut() {
  const reply = game.reply;
  if (!reply) return;
  const text = reply.piles.map((pile) => {
    const open = pile.cards.filter(Boolean), down = pile.cards.length - open.length;
    if (!pile.cards.length) return `${pile.words} empty`;
    const shown = pile.kind === 'foundation' || pile.kind === 'waste' ? open.slice(-1) : open;
    return `${pile.words} ${[down ? `${down} face down` : '', ...shown.map(words)].filter(Boolean).join(', ')}`;
  });
  element('say').textContent = `${text.join('. ')}.`;
  toast(`${plural(reply.up, 'card')} up, ${plural(reply.moves.length, 'move')} possible, score ${reply.score}.`, false);
}

document.addEventListener('click', (event) => {
  const button = event.target instanceof Element ? event.target.closest('button[data-do]') : null;
  if (button) act(/** @type {HTMLElement} */ (button).dataset.do ?? '');
});
document.addEventListener('pointerdown', () => { if (demo) stop(); endShow?.(); endShow = null; }, { capture: true });
element('title').addEventListener('click', () => act('new'));
element('chip').addEventListener('click', () => act('verdict'));
addEventListener('pagehide', () => game.save());
addEventListener('resize', () => { if (game.reply) show(game.reply); });
addEventListener('hashchange', () => openLink());

/** Opens the game a link names. */
async function openLink() {
  const start = read(location.hash);
  if (!start) return false;
  // The address stays clean: what is played on is not the link any more.
  history.replaceState(null, '', location.pathname);
  return !!(await game.open(start));
}

/** @returns {Promise<void>} */
async function begin() {
  if (await openLink()) return;
  const last = Game.last();
  if (last?.save && (await game.open({ save: last.save }, last.seconds, last.page))) return;
  /** @type {Start} */
  const first = { name: 'canfield', deal: String(1 + Math.floor(Math.random() * 999_999)) };
  await game.open(first);
}

// Only the static build has a service worker: with it the page works offline after the first visit.
if (document.querySelector('meta[name=talon-engine][content=worker]')) navigator.serviceWorker?.register('sw.js').catch(() => {});
verdict.dispatchEvent(new Event('change'));
await begin();
document.body.dataset.ready = 'yes';
// What all hands came to is in the books; nothing waits for it.
if (!game.account) game.books.list().then(({ account }) => { game.account ??= account; if (game.reply) ledger(game.reply); }, () => {});
