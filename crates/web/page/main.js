// The page: creates its parts and connects them. It knows no rules and keeps no history of its own.
/** @import { Conflict } from './books.js' */
/** @import { Reply } from './types.js' */

import { Actions } from './actions.js';
import { Board } from './board.js';
import { newBooks } from './books.js';
import { showBrokenLink } from './dialogs.js';
import { element } from './dom.js';
import { showStuck, showWin } from './endings.js';
import { NO_ANSWER, newEngine, wire } from './engine.js';
import { FinishOffer } from './finish-offer.js';
import { Game } from './game.js';
import { HistoryStrip } from './history-strip.js';
import { Keys } from './keys.js';
import { Coach } from './lessons.js';
import { read } from './link.js';
import { hush, notice, settle, speak, toast } from './messages.js';
import { endMotion } from './motion.js';
import { Dealer } from './new-game.js';
import { Pointer } from './pointer.js';
import { Rail, showLedger } from './rail.js';
import { apply, moving, settings } from './settings.js';
import { playSoundOf } from './sound.js';
import { load, storage } from './storage.js';
import { resume } from './unfinished.js';
import { Verdict } from './verdict.js';
import { helpWords, plural, randomDeal, score, time } from './words.js';

/** How long the cards fall after a win before the dialog opens, in milliseconds. */
const CASCADE = 3600;

apply();
const game = new Game(newEngine(), newBooks());
const verdict = new Verdict(game);
const board = new Board(element('board'), () => ({
  left: settings.left,
  large: settings.large,
  motion: moving(),
}));
const strip = new HistoryStrip(element('strip'), game);
const rail = new Rail(game, verdict, redraw);
const dealer = new Dealer(game, verdict);
const offer = new FinishOffer(game);
const pointer = new Pointer(board, game, refuse);
const actions = new Actions({ game, board, verdict, dealer, rail, redraw, fail });
const act = (/** @type {string} */ action) => actions.do(action);
new Keys(board, pointer, act, speak);
const coach = new Coach(game, board, act);

/** Was the game stuck already? A player who draws on in it is told once. */
let wasStuck = false;
/** Has this browser stored nothing yet? */
const isFirstVisit = !load('talon.settings') && !Game.last();
/** Does the server not answer? */
let isAway = false;
/** Has the player been told that games are not recorded? */
let isToldUnkept = false;
/** Has the player been told that this browser stores nothing? */
let isToldUnstored = false;

/**
 * Tells the player why something was refused.
 * @param {string} why
 */
function refuse(why) {
  actions.lastRefusal = why;
  speak(why, true);
  toast(why, { bad: true });
}

/**
 * Tells the player that something failed. A server that does not answer has a notice of its own.
 * @param {string} why
 */
function fail(why) {
  if (isAway) speak(why, true);
  else refuse(why);
}

/** Shows everything again, after a change of the settings. */
function redraw() {
  if (game.reply) show(game.reply);
  board.place(false);
  verdict.follow();
}

/**
 * Shows a reply everywhere except on the table.
 * @param {Reply} reply
 */
function show(reply) {
  const { title, made, at, status, stamp } = reply;
  document.title = `${title} · Talon`;
  Object.assign(document.body.dataset, { made, at, status, stamp });
  element('game').textContent = title;
  element('deal').textContent = /^\S{1,24}$/.test(reply.number) ? `#${reply.number}` : '';
  element('score').textContent = settings.score ? `Score ${score(reply)}` : '';
  element('moves').textContent = plural(made, 'move');
  showClock();
  showHelpUsed(reply);
  board.root.setAttribute('aria-label', `${title}, ${reply.deal}`);
  showStrip(reply);
  rail.show(reply);
  for (const button of document.querySelectorAll('button[data-do]')) {
    const { dataset } = /** @type {HTMLElement} */ (button);
    const isUseless =
      (dataset.do === 'undo' && at === 0) ||
      (dataset.do === 'redo' && !reply.tree.some((node) => node.p === at));
    button.setAttribute('aria-disabled', String(isUseless));
    if (dataset.do === 'draw') button.toggleAttribute('hidden', !reply.layout.stock);
  }
}

function showClock() {
  element('clock').textContent = settings.clock ? time(game.seconds) : '';
}

/**
 * Shows the help the game was played with; the title says which rules are changed.
 * @param {Reply} reply
 */
function showHelpUsed({ stamp }) {
  element('marks').textContent = stamp === 'pure' ? '' : helpWords(stamp);
}

/**
 * The reply whose history is about to be drawn.
 * @type {Reply | null}
 */
let stripped = null;

/**
 * Draws the history strip; once, if it is asked for several times in one go.
 * @param {Reply} reply
 */
function showStrip(reply) {
  if (!stripped)
    queueMicrotask(() => {
      if (stripped) strip.show(stripped);
      stripped = null;
    });
  stripped = reply;
}

/**
 * Tells what happened.
 * @param {Reply} reply
 * @param {boolean} fresh
 */
function tell(reply, fresh) {
  if (settings.sound) playSoundOf(reply, fresh);
  if (reply.refused) {
    refuse(reply.refused);
    return;
  }
  const sentences = reply.steps.map((step) => step.sentence).filter(Boolean);
  const text = [...sentences.map((sentence) => `${sentence}.`), ...reply.notes].join(' ');
  if (fresh) speak(`${reply.title}, ${reply.deal}.`);
  const spoken = [text, reply.lesson?.words].filter(Boolean).join(' ');
  if (spoken) speak(spoken);
  if (!text) return;
  // A description of the table is for the ear; its last sentence is enough for the eye.
  const { notes } = reply;
  if (notes.length) toast(notes.length > 4 ? notes[notes.length - 1] : notes.join(' '));
  else hush();
}

/**
 * Shows the end of a game that is won or stuck.
 * @param {Reply} reply
 */
async function showEnd(reply) {
  if (reply.status === 'won' && !game.ended && !actions.isPlayingBack) {
    game.ended = true;
    speak(`You won in ${plural(reply.made, 'move')}.`, true);
    actions.cascade = board.cascade();
    await game.keep();
    const played = await game.books.list().then(
      (books) => books.played,
      () => [],
    );
    setTimeout(
      () => {
        if (game.reply?.status === 'won') showWin(game, played, act);
      },
      moving() ? CASCADE : 0,
    );
  } else if (reply.status === 'stuck' && !wasStuck && !actions.isPlayingBack) {
    speak('No more moves.', true);
    showStuck(game, act);
  }
}

game.addEventListener('reply', (event) => {
  const { detail } = /** @type {CustomEvent<{ reply: Reply, fresh: boolean }>} */ (event);
  const { reply, fresh } = detail;
  const hasMoved = fresh || reply.steps.length > 0;
  if (fresh) {
    verdict.clear();
    settle('conflict');
    settle('level');
  }
  pointer.forget();
  if (hasMoved) actions.stopCascade();
  board.show(reply, fresh);
  coach.follow(reply);
  tell(reply, fresh);
  if (hasMoved) rail.story.tell(reply, fresh);
  if (hasMoved) offer.follow(reply, fresh);
  verdict.follow();
  show(reply);
  if (fresh) wasStuck = false;
  if (fresh || (reply.steps.length && !reply.steps[0].back)) showEnd(reply);
  wasStuck = reply.status === 'stuck';
});

game.addEventListener('trouble', (event) => {
  // Cards that were dragged go back: their move was not made.
  board.place(true);
  fail(/** @type {CustomEvent<string>} */ (event).detail);
});

game.addEventListener('tick', showClock);

game.addEventListener('kept', () => {
  settle('unkept');
  if (game.reply) showLedger(game.reply, game.account);
});

game.addEventListener('unkept', (event) => {
  const { message } = /** @type {CustomEvent<Error>} */ (event).detail;
  if (!isToldUnkept) notice('unkept', `Your games are not being recorded: ${message}`);
  isToldUnkept = true;
});

storage.addEventListener('denied', () => {
  if (isToldUnstored) return;
  isToldUnstored = true;
  notice(
    'unstored',
    'This browser stores nothing for the page (a private window, or a full disk): ' +
      'the game on the table and the settings are kept only until you close it.',
  );
});

game.addEventListener('conflict', (event) => {
  const { id } = /** @type {CustomEvent<Conflict>} */ (event).detail;
  const takeOther = async () => {
    const why = id === undefined ? '' : await resume(dealer, id);
    if (why) fail(why);
  };
  notice(
    'conflict',
    'This game was continued elsewhere, in another tab or in the terminal. ' +
      'What you play here is not recorded.',
    [
      ['Continue that game', takeOther],
      ['Keep this as a new game', () => game.split()],
    ],
  );
});

wire.addEventListener('answers', (event) => {
  const isGone = !(/** @type {CustomEvent<boolean>} */ (event).detail);
  if (isGone === isAway) return;
  isAway = isGone;
  if (isAway) notice('away', NO_ANSWER);
  else settle('away');
});

verdict.addEventListener('change', () => {
  const chip = element('chip');
  chip.dataset.is = verdict.is;
  chip.textContent = verdict.brief || (settings.verdict ? 'Verdict' : 'Verdict?');
  rail.showVerdict(game.reply);
  if (['winnable', 'dead', 'unknown'].includes(verdict.is)) speak(verdict.words);
  if (game.reply && verdict.is !== 'searching') showStrip(game.reply);
});

document.addEventListener('click', (event) => {
  const button = event.target instanceof Element ? event.target.closest('button[data-do]') : null;
  if (button) act(/** @type {HTMLElement} */ (button).dataset.do ?? '');
});
document.addEventListener(
  'pointerdown',
  () => {
    actions.stopPlayback();
    actions.stopCascade();
    hush();
    endMotion();
  },
  { capture: true },
);
document.addEventListener('keydown', endMotion, { capture: true });
element('title').addEventListener('click', () => act('new'));
element('chip').addEventListener('click', () => act('verdict'));
board.root.addEventListener('pointerdown', () => rail.closeOnPhone());
addEventListener('pagehide', () => game.save());
addEventListener('resize', () => {
  if (game.reply) show(game.reply);
});
addEventListener('hashchange', () => openLink());

/**
 * Explains a broken link that was met before there was a game on the table.
 * @type {(() => void) | null}
 */
let explainLink = null;

/** Opens the game the address names; returns false if it names none, or none that can be opened. */
async function openLink() {
  const start = read(location.hash);
  if (!start) return false;
  // The fragment is removed, because the game moves on from what it says.
  history.replaceState(null, '', location.pathname);
  if (await dealer.open(start)) return true;
  const why = dealer.trouble;
  explainLink = () => {
    toast('');
    showBrokenLink(dealer, start, why, act).catch((error) => fail(error.message));
  };
  if (game.reply) explainLink();
  return false;
}

/** Opens the game of the address, or the one played last, or a new one. */
async function begin() {
  if (await openLink()) return;
  const last = Game.last();
  if (last) {
    const { save, since, page } = last;
    // What the engine remembered may be damaged; the game itself need not be.
    if (await game.open({ save }, since, page)) return;
    if (since && (await game.open({ save }, undefined, page))) return;
  }
  await game.open({ name: 'canfield', deal: randomDeal() });
  if (isFirstVisit) act('new');
}

// The static build works offline after the first visit.
if (document.querySelector('meta[name=talon-engine][content=worker]'))
  navigator.serviceWorker?.register('sw.js').catch(() => {});
verdict.dispatchEvent(new Event('change'));
await begin();
document.body.dataset.ready = 'yes';
/** @type {(() => void) | null} */ (explainLink)?.();
// The account of all hands is in the books. The page does not wait for it.
if (!game.account)
  game.books.list().then(
    ({ account }) => {
      game.account ??= account;
      if (game.reply) showLedger(game.reply, game.account);
    },
    () => {},
  );
