// The dialogs: new game, menu, settings, statistics, games that were left, card finder, rules, help, share, the end.

/** @import { Game } from './state.js' */
/** @import { Verdict } from './verdict.js' */
/** @import { Games, Field, Start, Record1 } from './types.js' */

import * as plots from './plots.js';
import * as records from './records.js';
import { LEVELS, apply, choices, set, settings } from './settings.js';
import { link } from './share.js';
import { ORDER, money, plural, printed, time, words } from './words.js';

/** An element with attributes and children. @template {keyof HTMLElementTagNameMap} K @param {K} name @param {Record<string, string | boolean | ((event: Event) => void)>} [attributes] @param {(Node | string)[]} children @returns {HTMLElementTagNameMap[K]} */
export function make(name, attributes = {}, ...children) {
  const element = document.createElement(name);
  for (const [key, value] of Object.entries(attributes)) {
    if (typeof value === 'function') element.addEventListener(key, value);
    else if (typeof value === 'boolean') element.toggleAttribute(key, value);
    else element.setAttribute(key, value);
  }
  element.append(...children);
  return element;
}

let numbered = 0;

/** Shows a dialog; it goes when it is closed. @param {string} title @param {(Node | string)[]} children */
export function show(title, ...children) {
  document.querySelector('dialog[open]')?.remove();
  const id = `dialog-${++numbered}`;
  const close = make('button', { click: () => dialog.close(), 'aria-label': 'Close' }, '✕');
  const dialog = make('dialog', { 'aria-labelledby': id }, make('header', {}, make('h2', { id }, title), close), make('div', { class: 'body' }, ...children), make('p', { class: 'told', role: 'status' }));
  dialog.addEventListener('close', () => dialog.remove());
  dialog.addEventListener('click', (event) => { if (event.target === dialog) dialog.close(); });
  document.body.append(dialog);
  dialog.showModal();
  // What the dialog is about comes first, not the way out.
  /** @type {HTMLElement} */ (dialog.querySelector('.body :is(select, input, textarea, button)') ?? close).focus();
  return dialog;
}

/** A button. @param {string} words @param {() => void} act @param {string} [style] */
const button = (words, act, style = '') => make('button', { click: act, class: style, type: 'button' }, words);

/** Gives the player a file. @param {string} name @param {string} text @param {string} type */
function save(name, text, type) {
  const url = URL.createObjectURL(new Blob([text], { type }));
  make('a', { href: url, download: name }).click();
  setTimeout(() => URL.revokeObjectURL(url), 1000);
}

export class Dialogs {
  /** @param {Game} game @param {Verdict} verdict @param {(what: string) => void} act @param {(text: string) => void} say @param {() => void} redraw */
  constructor(game, verdict, act, say, redraw) {
    this.game = game;
    this.verdict = verdict;
    this.act = act;
    this.say = say;
    this.redraw = redraw;
    /** @type {Promise<Games> | null} */
    this.list = null;
  }

  /** @returns {Promise<Games>} */
  games() {
    // What failed once may be asked for again.
    return (this.list ??= this.game.engine.games().catch((error) => { this.list = null; throw error; }));
  }

  menu() {
    const items = /** @type {[string, string][]} */ ([['new', 'New game…'], ['resume', 'Go on with…'], ['restart', 'Restart'], ['redo', 'Redo'], ['auto', 'Safe cards up'], ['finish', 'Finish'], ['hint', 'Hint'], ['oracle', 'Oracle’s hint'], ['find', 'Find a card…'], ['verdict', 'Can it be won?'], ['grade', 'How hard is it?'], ['post', 'What went wrong?'], ['watch', 'Watch the win'], ['rail', 'Side panel'], ['statistics', 'Statistics'], ['settings', 'Settings'], ['rules', 'Rules'], ['share', 'Share'], ['replay', 'Replay'], ['help', 'Help']]);
    const dialog = show('Menu', make('div', { class: 'menu' }, ...items.map(([what, words]) => button(words, () => { dialog.close(); this.act(what); }))));
  }

  async choose() {
    const { games, fields, scorings } = await this.games();
    const now = this.game.reply;
    const select = make('select', { id: 'choose-game' });
    for (const family of new Set(games.map((game) => game.family))) {
      select.append(make('optgroup', { label: family }, ...games.filter((game) => game.family === family).map((game) => make('option', { value: game.name }, game.title))));
    }
    select.value = now?.name ?? 'canfield';
    const number = make('input', { type: 'text', id: 'choose-deal', placeholder: 'any', size: '14', autocomplete: 'off' });
    const level = make('select', { id: 'choose-level' }, ...LEVELS.map(([value, text]) => make('option', { value }, text)));
    level.value = settings.level;
    const options = make('div', { class: 'fields' });
    /** @type {Map<string, string>} */
    const changed = new Map();
    const draw = () => {
      const game = games.find((g) => g.name === select.value);
      const own = select.value === now?.name ? now.set : [];
      changed.clear();
      for (const change of own) { const [field, ...value] = change.split('='); changed.set(field.trim(), value.join('=').trim().replace(/^"|"$/g, '')); }
      options.replaceChildren(...fields.flatMap((field) => this.field(field, game?.rules[field.name], scorings, changed)));
    };
    select.addEventListener('change', draw);
    draw();
    const start = () => /** @type {Start} */ ({ name: select.value, set: [...changed].map(([field, value]) => `${field}=${value}`) });
    const error = make('p', { role: 'alert' });
    const begin = async (/** @type {string} */ deal) => {
      set('level', level.value);
      error.textContent = '';
      const ok = await this.deal({ ...start(), deal: deal || undefined }).catch((problem) => { this.trouble = problem.message; return false; });
      if (ok) dialog.close(); else error.textContent = this.trouble;
    };
    // Another program's numbers are counted as theirs: `ms:617`, `ms:618`.
    const [, kind, own] = /^([a-z]\w*:)?(\d+)$/.exec(now?.number ?? '') ?? [];
    const beside = (/** @type {bigint} */ step) => { const next = BigInt(own) + step; return `${kind ?? ''}${next < 0n ? 0n : next}`; };
    const file = make('input', { type: 'file', id: 'choose-file' });
    file.addEventListener('change', async () => {
      const save = await file.files?.[0]?.text();
      if (save && (await this.open({ save }))) dialog.close(); else error.textContent = this.trouble;
    });
    const dialog = show('New game',
      make('div', { class: 'row' }, make('label', {}, 'Game ', select), make('label', {}, 'Deal ', number), make('label', {}, 'Level ', level)),
      make('div', { class: 'row' }, button('Deal', () => begin(number.value.trim()), 'main'), button('Deal of the day', () => begin(today())), ...(own ? [button('Next number', () => begin(beside(1n))), button('Previous number', () => begin(beside(-1n)))] : [])),
      make('div', { class: 'row' }, make('label', { class: 'file' }, 'Open a saved game ', file)),
      error,
      make('p', {}, 'A deal is a number, another program’s number (pysol:42, ms:617, kpat:7 …) or a text with cards.'),
      make('details', {}, make('summary', {}, 'Rules by name'), options));
    number.addEventListener('keydown', (event) => { if (event.key === 'Enter') begin(number.value.trim()); });
  }

  /** One rule as a control. @param {Field} field @param {unknown} value @param {string[]} scorings @param {Map<string, string>} changed */
  field(field, value, scorings, changed) {
    const id = `rule-${field.name}`;
    const own = Array.isArray(value) ? `[${value.join(', ')}]` : String(value);
    const now = changed.get(field.name) ?? own;
    const label = make('label', { for: id }, field.words);
    label.classList.toggle('changed', changed.has(field.name));
    const keep = (/** @type {string} */ text) => {
      if (text === own) changed.delete(field.name); else changed.set(field.name, text);
      label.classList.toggle('changed', changed.has(field.name));
    };
    const { kind } = field;
    /** @type {HTMLInputElement | HTMLSelectElement} */
    let control;
    if (kind.is === 'flag') {
      const box = (control = make('input', { type: 'checkbox', id }));
      box.checked = now === 'true';
      box.addEventListener('change', () => keep(String(box.checked)));
    } else if (kind.is === 'word' || kind.is === 'scoring') {
      const words = kind.words ?? [...(own === 'own' ? ['own'] : []), ...scorings];
      control = make('select', { id }, ...words.map((word) => make('option', { value: word }, word.replaceAll('-', ' '))));
      control.value = now;
      control.addEventListener('change', () => keep(control.value));
    } else {
      control = make('input', { id, type: kind.is === 'number' ? 'number' : 'text', min: String(kind.least ?? 0), max: String(kind.most ?? 255), value: now });
      control.addEventListener('change', () => keep(control.value.trim()));
    }
    return [label, control];
  }

  trouble = '';

  /** Deals a game; one without a number is as hard as the player likes it. @param {Start} start */
  async deal(start) {
    this.trouble = '';
    const fresh = String(1 + Math.floor(Math.random() * 999_999));
    if (settings.level === 'any' || start.deal) return this.open({ ...start, deal: start.deal ?? fresh });
    const found = await this.look({ ...start, deal: fresh });
    if (found === null) return false;
    const ok = await this.open({ ...start, deal: found || fresh });
    if (ok && !found) this.say('No such deal was found in time; this one is as it comes.');
    return ok;
  }

  /** Looks for a deal as it is wished, in a dialog that says how far it is: whoever closes it wants none. @param {Start} start */
  async look(start) {
    const { verdict, game } = this;
    const open = document.querySelector('dialog[open]');
    const dialog = open ?? show('New game');
    const stop = () => game.engine.cancel();
    const far = make('span', {}, 'Looking for a deal…');
    const row = make('div', { class: 'row looking' }, far, button('Stop', stop));
    const tell = () => { if (verdict.is === 'searching') far.textContent = verdict.words; };
    dialog.querySelector('.body')?.prepend(row);
    dialog.addEventListener('close', stop);
    verdict.addEventListener('change', tell);
    try {
      return await verdict.find(start, settings.level);
    } finally {
      verdict.removeEventListener('change', tell);
      dialog.removeEventListener('close', stop);
      row.remove();
      if (!open) dialog.remove();
    }
  }

  /** Opens a game; what is wrong with it is kept in words. @param {Start} start @param {import('./types.js').Taken} [taken] */
  async open(start, taken) {
    let trouble = '';
    const hear = (/** @type {Event} */ event) => { trouble = /** @type {CustomEvent} */ (event).detail; };
    this.game.addEventListener('trouble', hear, { once: true });
    const reply = await this.game.open(start, taken?.seconds, taken && { uid: taken.uid, began: taken.began, state: taken.state });
    this.game.removeEventListener('trouble', hear);
    this.trouble = trouble;
    return !!reply && !trouble;
  }

  settings() {
    const rows = choices.map(({ name, words, of }) => {
      const id = `set-${name}`;
      if (!of) {
        const box = make('input', { type: 'checkbox', id });
        box.checked = Boolean(settings[name]);
        box.addEventListener('change', () => { set(name, /** @type {never} */ (box.checked)); this.redraw(); });
        return [make('label', { for: id }, words), box];
      }
      const select = make('select', { id }, ...of.map(([value, text]) => make('option', { value }, text)));
      select.value = String(settings[name]);
      select.addEventListener('change', () => { set(name, /** @type {never} */ (select.value)); apply(); this.redraw(); });
      return [make('label', { for: id }, words), select];
    });
    show('Settings', make('div', { class: 'fields' }, ...rows.flat()));
  }

  async statistics() {
    const books = await this.books();
    if (!books) return;
    const list = books.played;
    const kinds = [...new Set(list.map((r) => `${r.title}${r.set ? ` (${r.set})` : ''} · ${r.stamp}`))];
    const select = make('select', { id: 'stats-of' }, make('option', { value: '' }, 'All games'), ...kinds.map((kind) => make('option', { value: kind }, kind)));
    const body = make('div', {});
    const draw = () => {
      const some = list.filter((r) => !select.value || `${r.title}${r.set ? ` (${r.set})` : ''} · ${r.stamp}` === select.value);
      const f = records.figures(some);
      const row = (/** @type {string} */ words, /** @type {(string | number)[]} */ ...values) => make('tr', {}, make('th', { scope: 'row' }, words), ...values.map((v) => make('td', {}, String(v))));
      const three = (/** @type {{ least: number | null, most: number | null, mean: number | null }} */ of, /** @type {(n: number) => string} */ words) => [of.least, of.mean, of.most].map((v) => (v === null ? '–' : words(v)));
      body.replaceChildren(
        make('table', {}, make('tbody', {}, row('Finished', f.played), row('Won', `${f.won} (${f.percent.toFixed(1)} %)`), row('Winning streak', `${f.streak}, longest ${f.longest}`), row('Longest losing streak', f.worst), ...(select.value || !books.left.length ? [] : [row('Left, to be gone on with', books.left.length)]))),
        make('table', {}, make('thead', {}, make('tr', {}, make('td', {}), ...['Best', 'Mean', 'Worst'].map((t) => make('th', { scope: 'col' }, t)))), make('tbody', {}, row('Time of wins', ...three(f.time, time)), row('Moves of wins', ...three(f.moves, (n) => n.toFixed(0))))),
        some.length < 2 ? '' : make('div', { class: 'row' },
          plots.histogram(some.filter((r) => r.won).map((r) => r.seconds), 'Time of wins', time),
          plots.histogram(some.filter((r) => r.won).map((r) => r.moves), 'Moves of wins', (n) => n.toFixed(0)),
          plots.course(some.map((r) => (r.won ? 100 : 0)), 'Per cent won, last 20', 20),
          plots.histogram(some.map((r) => r.points), 'Score', (n) => n.toFixed(0))));
    };
    select.addEventListener('change', draw);
    draw();
    show('Statistics', make('div', { class: 'row' }, make('label', {}, 'Of ', select)), body, make('div', { class: 'row' }, button('Export CSV', () => save('talon.csv', records.csv(list), 'text/csv')), button('Export JSON', () => save('talon.json', JSON.stringify(list, null, 1), 'application/json'))));
  }

  /** What the books have, this game included; if they cannot be read, that is said. @returns {Promise<import('./types.js').Listed1 | null>} */
  async books() {
    try {
      await this.game.keep();
      return await this.game.books.list();
    } catch (error) {
      this.say(error instanceof Error ? error.message : String(error));
      return null;
    }
  }

  /** Games that were left, here or in the terminal. */
  async resume() {
    const books = await this.books();
    if (!books) return;
    const others = books.left.filter((game) => game.id !== this.game.page.id);
    const error = make('p', { role: 'alert' });
    const take = async (/** @type {number | string} */ id) => {
      error.textContent = await this.take(id);
      if (!error.textContent) dialog.close();
    };
    const giveUp = async (/** @type {number | string} */ id, /** @type {Element | null} */ item) => {
      try {
        await this.game.books.giveUp(id);
        item?.remove();
        this.say('Given up: it counts as lost.');
      } catch (problem) {
        error.textContent = problem instanceof Error ? problem.message : String(problem);
      }
    };
    const when = new Intl.DateTimeFormat(undefined, { dateStyle: 'medium', timeStyle: 'short' });
    const named = (/** @type {import('./types.js').Left} */ game) => `${game.title} ${game.deal.replace(/^deal /, '#').slice(0, 24)}`;
    const items = others.map((game) => make('li', {}, make('button', { type: 'button', click: () => take(game.id) }, make('b', {}, named(game)), game.rules ? make('span', {}, game.rules) : '', make('span', {}, `${plural(game.moves, 'move')} in ${time(game.seconds)}`), make('span', {}, when.format(game.when))), make('button', { type: 'button', 'aria-label': `Give up ${named(game)}`, click: (event) => giveUp(game.id, /** @type {Element} */ (event.currentTarget).closest('li')) }, 'Give up')));
    const dialog = show('Games that were left', error, items.length ? make('ul', { class: 'left' }, ...items) : make('p', {}, 'There are none: a game is kept here when you go on to another.'));
  }

  /** Goes on with a game of the books; what stands against it, in words. @param {number | string} id */
  async take(id) {
    try {
      const taken = await this.game.books.take(id);
      return (await this.open({ save: taken.save }, taken)) ? '' : this.trouble;
    } catch (problem) {
      return problem instanceof Error ? problem.message : String(problem);
    }
  }

  /** A link that cannot be opened: what is wrong with it, and what can be done instead. @param {Start} start @param {string} why */
  async badLink(start, why) {
    const { games } = await this.games();
    const known = games.some((game) => game.name === start.name);
    const whole = start.moves && known && (await this.game.engine.play({ ...start, moves: undefined }).then(() => true, () => false));
    const words = !known ? `No game is called “${start.name}”.` : whole ? 'Its moves do not fit the deal.' : 'Its deal or its rules are not understood.';
    const dialog = show('This link does not work', make('p', {}, words), known ? make('p', { class: 'why' }, why) : '',
      make('div', { class: 'row' }, ...(whole ? [button('Open the deal without its moves', () => { dialog.close(); this.open({ ...start, moves: undefined }); }, 'main')] : []), button('Choose a game', () => { dialog.close(); this.act('new'); }), button('Close', () => dialog.close())));
  }

  /** What was found out about the game, where no panel shows it. */
  found() {
    const { verdict } = this;
    const dialog = show('What went wrong?', make('p', {}, verdict.words), make('div', { class: 'row' }, ...(verdict.critical === null ? [] : [button('Play on from there', () => { dialog.close(); this.act('goto'); }, 'main')]), button('Close', () => dialog.close())));
  }

  /** Which card is wanted? @param {(card: string) => void} found */
  find(found) {
    const signs = { S: '♠', H: '♥', C: '♣', D: '♦' };
    const grid = make('div', { class: 'finder' });
    for (const s of /** @type {('S' | 'H' | 'C' | 'D')[]} */ (['S', 'H', 'C', 'D'])) {
      for (const r of ORDER) grid.append(make('button', { type: 'button', class: s, 'data-card': r + s, 'data-face': printed(r) + signs[s], 'aria-label': words(r + s), click: () => { dialog.close(); found(r + s); } }));
    }
    const dialog = show('Find a card', make('p', {}, 'Which one? Only what you have seen is told.'), grid);
  }

  async rules() {
    const reply = this.game.reply;
    if (!reply) return;
    const { sheet } = await this.game.engine.sheet({ name: reply.name, set: reply.set });
    const parts = sheet.split('\n').map((text) => {
      if (text.startsWith('## ')) return make('h3', {}, text.slice(3));
      if (text.startsWith('# ') || !text.trim()) return '';
      return make('p', {}, text.replaceAll('`', ''));
    });
    show(`Rules of ${reply.title}`, make('div', { class: 'sheet' }, ...parts));
  }

  share() {
    const reply = this.game.reply;
    if (!reply) return;
    const field = make('textarea', { rows: '4', readonly: true, 'aria-label': 'Link' });
    const withMoves = make('input', { type: 'checkbox', id: 'share-moves' });
    const draw = () => { field.value = link(reply, withMoves.checked); };
    withMoves.addEventListener('change', draw);
    draw();
    // A page that only this computer serves is no use to others.
    const here = /^(localhost|127\.|\[::1\])/.test(location.hostname) ? [make('p', { class: 'here' }, 'This link opens on this computer only: Talon serves the page here. To give the game to somebody, save it to a file.')] : [];
    show('Share', make('p', {}, 'The link has the deal, and if you like your moves. Nothing is sent anywhere.'), ...here, make('label', {}, withMoves, 'With my moves'), field,
      make('div', { class: 'row' }, button('Copy', async () => { field.select(); await navigator.clipboard?.writeText(field.value).catch(() => {}); this.say('The link is copied.'); }, 'main'), button('Save to a file', () => save(`${reply.name}-${reply.made}.talon`, reply.save, 'text/plain'))));
  }

  help() {
    const rows = [['1 … 9, 0', 'columns'], ['w r f e', 'waste, reserve, foundation, the cell whose card fits'], ['w3, 35, 4f', 'from pile to pile; 33 plays the best move of a pile'], ['arrows', 'move the cursor'], ['Space', 'pick up, put down'], ['Enter', 'the best move'], ['+ −', 'more or fewer cards, another cell'], ['d', 'draw'], ['u, U', 'undo, redo'], ['h', 'fair hint; again for more'], ['H', 'oracle’s hint: the next move of a proved line'], ['/', 'find a card'], ['a, F', 'safe cards up, finish'], ['v, G', 'can it be won? how hard is it?'], ['x', 'why a move was refused'], ['i', 'read the table'], ['c, b', 'stock and waste, ledger'], ['{ }', 'other branches of the history'], ["m, '", 'set a bookmark, go back to it'], ['n, L, R', 'new game, one that was left, restart'], ['s, o, g, l, p', 'statistics, settings, rules, share, replay']];
    show('Help', make('p', {}, 'Click a card, then where it should go; or drag it; or tap it for its best move. A double click sends it up, a right click draws; a long press shows a covered card.'), make('table', { class: 'keys' }, make('tbody', {}, ...rows.map(([key, words]) => make('tr', {}, make('th', { scope: 'row' }, make('kbd', {}, key)), make('td', {}, words))))));
  }

  /** The end of a game, and how it compares. @param {boolean} won @param {Record1[]} list */
  end(won, list) {
    const reply = this.game.reply;
    if (!reply) return;
    const { game } = this;
    const alike = list.filter((r) => r.name === reply.name && r.stamp === reply.stamp && r.won);
    const slower = alike.filter((r) => r.seconds > game.seconds).length;
    const dialog = show(won ? 'Won!' : 'No more moves',
      make('p', {}, won ? `${reply.title}, ${reply.deal}: ${reply.made} moves in ${time(game.seconds)}, ${reply.stamp === 'pure' ? 'without help' : `with ${reply.stamp}`}.` : `${reply.title}: nothing that matters can be changed any more. ${reply.up} of ${reply.cards} cards are up.`),
      ...(reply.ledger ? [make('p', {}, `The casino: paid ${reply.ledger.costs}, won ${reply.ledger.winnings}, net ${money(reply.ledger.net)}.`)] : []),
      ...(won && alike.length > 1 ? [make('p', {}, `Faster than ${Math.round((100 * slower) / (alike.length - 1))} % of your other wins${reply.stamp === 'pure' ? '' : ' with such help'}.`)] : []),
      make('div', { class: 'row' }, ...(won ? [button('New game', () => { dialog.close(); this.act('again'); }, 'main'), button('Replay', () => { dialog.close(); this.act('replay'); })] : [button('What went wrong?', () => { dialog.close(); this.act('post'); }, 'main'), button('Undo', () => { dialog.close(); this.act('undo'); }), button('New game', () => { dialog.close(); this.act('again'); })]), button('Share', () => { dialog.close(); this.act('share'); })));
  }
}

/** The number of today's deal, the same for everyone. */
export function today() {
  const now = new Date();
  return `${now.getFullYear()}${String(now.getMonth() + 1).padStart(2, '0')}${String(now.getDate()).padStart(2, '0')}`;
}
