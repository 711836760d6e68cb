// The page: wires the parts together. It holds no rule and no history of its own.
/** @import { Reply, Start } from './types.js' */

import { Board } from './board.js';
import { Dialogs } from './dialogs.js';
import { engine as build, wire } from './engine.js';
import { Strip } from './history.js';
import { Pointer } from './input.js';
import { Keys } from './keys.js';
import { Story, ledger, listing } from './rail.js';
import { books } from './records.js';
import { notice, say, settled, speak, toast } from './say.js';
import { apply, moving, set, settings } from './settings.js';
import { read } from './share.js';
import { Game, line, path } from './state.js';
import { Verdict } from './verdict.js';
import { parts, plural, score, time, words } from './words.js';

/** @param {string} id */
const element = (id) => /** @type {HTMLElement} */ (document.getElementById(id));

apply();
const game = new Game(build(), books());
const verdict = new Verdict(game);
const board = new Board(element('board'), () => ({ left: settings.left, large: settings.large, motion: moving() }));
const pointer = new Pointer(board, game, { refuse });
const strip = new Strip(element('strip'), game, (reply) => verdict.colours(reply));
const story = new Story(game);
const dialogs = new Dialogs(game, verdict, act, say, redraw);
new Keys(board, pointer, act, speak);

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

/** A refusal or a trouble, with its reason. @param {string} why */
function refuse(why) {
  lastRefusal = why;
  speak(why, true);
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
  element('score').textContent = settings.score ? `Score ${score(reply)}` : '';
  element('moves').textContent = plural(reply.made, 'move');
  clock();
  board.root.setAttribute('aria-label', `${reply.title}, ${reply.deal}`);
  stripe(reply);
  element('rail').hidden = !(narrow() ? railOpen : settings.rail);
  ledger(reply, game.account);
  listing(reply);
  ways(reply);
  for (const button of document.querySelectorAll('button[data-do]')) {
    const what = /** @type {HTMLButtonElement} */ (button).dataset.do;
    const off = (what === 'undo' && reply.at === 0) || (what === 'redo' && !reply.tree.some((node) => node.p === reply.at));
    button.setAttribute('aria-disabled', String(off));
    if (what === 'draw') /** @type {HTMLElement} */ (button).hidden = !reply.layout.stock;
  }
}

/** What can be done about the verdict. @param {Reply} reply */
function ways(reply) {
  element('watch').hidden = !verdict.lineFrom(reply)?.length || reply.stamp !== 'oracle';
  element('post').hidden = (verdict.is !== 'dead' && reply.status !== 'stuck') || reply.at === 0;
  element('goto').hidden = verdict.critical === null;
}

/** Whose history is to be drawn. @type {Reply | null} */
let striped = null;

/** Draws the history once, however often it is asked for in one go. @param {Reply} reply */
function stripe(reply) {
  if (!striped) queueMicrotask(() => { if (striped) strip.show(striped); striped = null; });
  striped = reply;
}

/** Too little room for the side panel: it opens when it is asked for, over the table or beside it. */
const narrow = () => innerWidth <= 900 || innerHeight <= 430;
let railOpen = false;

/** Opens or closes the side panel, or opens it at a part of it. @param {string} what */
function rail(what) {
  const open = what !== 'rail' || element('rail').hidden;
  if (narrow()) railOpen = open; else set('rail', open);
  redraw();
  if (what !== 'rail') element(what).scrollIntoView();
}

function clock() {
  element('clock').textContent = settings.clock ? time(game.seconds) : '';
}

game.addEventListener('reply', (event) => {
  const { reply, fresh } = /** @type {CustomEvent<{ reply: Reply, fresh: boolean }>} */ (event).detail;
  if (fresh) { verdict.clear(); marks.length = 0; settled('conflict'); }
  pointer.forget();
  if (reply.steps.length || fresh) { hintStep = 0; hint = null; endShow?.(); endShow = null; }
  board.show(reply, fresh);
  tell(reply, fresh);
  if (fresh || reply.steps.length) story.tell(reply, fresh);
  verdict.follow();
  show(reply);
  if (reply.steps.length && !reply.steps[0].back) ended(reply);
});

game.addEventListener('tick', clock);
game.addEventListener('trouble', (event) => {
  // What was not done must not look done.
  board.place(true);
  const why = /** @type {CustomEvent<string>} */ (event).detail;
  if (away) speak(why, true); else refuse(why);
});
game.addEventListener('kept', () => { settled('unkept'); if (game.reply?.ledger) ledger(game.reply, game.account); });
/** Was it said already that nothing is recorded? */
let unkept = false;
game.addEventListener('unkept', (event) => {
  if (!unkept) notice('unkept', `Your games are not being recorded: ${/** @type {CustomEvent<Error>} */ (event).detail.message}`);
  unkept = true;
});
game.addEventListener('conflict', (event) => {
  const { id } = /** @type {CustomEvent<import('./records.js').Conflict>} */ (event).detail;
  notice('conflict', 'This game went on elsewhere: in another tab or in the terminal. What you play here is not kept.', [
    ['Take that one', () => { if (id !== undefined) dialogs.take(id).then((why) => { if (why) refuse(why); }); }],
    ['Keep this as a new game', () => { game.split(); }],
  ]);
});
/** Is the server gone? */
let away = false;
wire.addEventListener('answers', (event) => {
  const gone = !(/** @type {CustomEvent<boolean>} */ (event).detail);
  if (gone === away) return;
  away = gone;
  if (gone) notice('away', 'Talon does not answer: is `talon serve` still running? Your game is safe in this browser.'); else settled('away');
});
verdict.addEventListener('change', () => {
  const chip = element('chip');
  chip.dataset.is = verdict.is;
  chip.textContent = verdict.brief || (settings.verdict ? 'Verdict' : 'Verdict?');
  const words = element('verdict');
  words.textContent = verdict.words || (settings.verdict ? 'On.' : 'Off. v asks once.');
  if (verdict.is === 'winnable' || verdict.is === 'dead' || verdict.is === 'unknown') speak(verdict.words);
  if (game.reply) {
    ways(game.reply);
    if (verdict.is !== 'searching') stripe(game.reply);
  }
});

/** Says what happened. @param {Reply} reply @param {boolean} fresh */
function tell(reply, fresh) {
  if (reply.refused) { refuse(reply.refused); return; }
  const sentences = reply.steps.map((step) => step.sentence).filter(Boolean);
  const text = [...sentences.map((sentence) => `${sentence}.`), ...reply.notes].join(' ');
  if (fresh) speak(`${reply.title}, ${reply.deal}.`);
  if (!text) return;
  speak(text);
  if (reply.notes.length) toast(reply.notes.join(' ')); else element('toast').hidden = true;
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
    speak(`The game is won in ${reply.made} moves.`, true);
    endShow = board.cascade();
    await game.keep();
    const list = await game.books.list().then(({ played }) => played, () => []);
    setTimeout(() => { if (game.reply?.status === 'won') dialogs.end(true, list); }, moving() ? 2400 : 0);
  } else if (reply.status === 'stuck') {
    speak('No more moves.', true);
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

/** What stands against it is said. @param {Promise<unknown>} doing */
const told = (doing) => { doing.catch((/** @type {Error} */ error) => { if (!away) refuse(error.message); }); };

/** Does what a button, a key or a dialog asks for. @param {string} what */
function act(what) {
  const reply = game.reply;
  if (what !== 'calm') stop();
  switch (what) {
    case 'new': told(dialogs.choose()); break;
    case 'again': told(dialogs.deal({ name: reply?.name ?? 'canfield', set: reply?.set })); break;
    case 'menu': dialogs.menu(); break;
    case 'settings': dialogs.settings(); break;
    case 'statistics': dialogs.statistics(); break;
    case 'rules': told(dialogs.rules()); break;
    case 'share': dialogs.share(); break;
    case 'help': dialogs.help(); break;
    case 'hint': giveHint(false); break;
    case 'oracle': giveHint(true); break;
    case 'find': dialogs.find(find); break;
    case 'grade': verdict.grade().then((words) => { if (words) say(words); }); break;
    case 'resume': dialogs.resume(); break;
    case 'verdict': verdict.ask(); break;
    case 'post': verdict.postMortem().then((found) => { if (found && element('rail').hidden) dialogs.found(); }); break;
    case 'goto': if (verdict.critical !== null && reply) game.do({ visit: verdict.critical }); break;
    case 'why': say(lastRefusal || 'Nothing was refused yet.'); break;
    case 'rail': case 'ledger': case 'listing': rail(what); break;
    case 'watch': watch(); break;
    case 'replay': replay(); break;
    case 'read': readOut(); break;
    case 'mark': if (reply) { marks.push(path(reply, reply.at)); say(`Bookmark at move ${reply.made}.`); } break;
    case 'jump': jump(); break;
    case 'older': branch(-1); break;
    case 'newer': branch(1); break;
    case 'calm': stop(); endShow?.(); endShow = null; if (narrow() && railOpen) rail('rail'); break;
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
    // What was only watched is nobody's win.
    if (done?.status === 'won') game.page.shown = true;
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
  speak(`${text.join('. ')}.`);
  toast(`${plural(reply.up, 'card')} up, ${plural(reply.moves.length, 'move')} possible, score ${score(reply)}.`);
}

document.addEventListener('click', (event) => {
  const button = event.target instanceof Element ? event.target.closest('button[data-do]') : null;
  if (button) act(/** @type {HTMLElement} */ (button).dataset.do ?? '');
});
document.addEventListener('pointerdown', () => { if (demo) stop(); endShow?.(); endShow = null; }, { capture: true });
element('title').addEventListener('click', () => act('new'));
board.root.addEventListener('pointerdown', () => { if (railOpen && matchMedia('(max-width: 640px)').matches) rail('rail'); });
element('chip').addEventListener('click', () => act('verdict'));
addEventListener('pagehide', () => game.save());
addEventListener('resize', () => { if (game.reply) show(game.reply); });
addEventListener('hashchange', () => openLink());

/** Tells what is wrong with a link. @type {(() => void) | null} */
let badLink = null;

/** Opens the game a link names. */
async function openLink() {
  const start = read(location.hash);
  if (!start) return false;
  // The address stays clean: what is played on is not the link any more.
  history.replaceState(null, '', location.pathname);
  if (await dialogs.open(start)) return true;
  const why = dialogs.trouble;
  badLink = () => { toast(''); told(dialogs.badLink(start, why)); };
  if (game.reply) badLink();
  return false;
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
/** @type {(() => void) | null} */ (badLink)?.();
// What all hands came to is in the books; nothing waits for it.
if (!game.account) game.books.list().then(({ account }) => { game.account ??= account; if (game.reply) ledger(game.reply, game.account); }, () => {});
