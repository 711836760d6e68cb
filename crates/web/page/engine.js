// The engine, by two ways: the local server, or a web worker with the engine as WebAssembly. Both
// carry the same texts.
/** @import { Engine, Reply, Games, Sheet, Answer, Start, Command } from './types.js' */

export class EngineError extends Error {}
/** There is nobody at the other end. */
export class Away extends EngineError {}

/** Hears whether the server answers (`answers`, with yes or no). */
export const wire = new EventTarget();

/** Asks the server, whatever it says. @param {string} path @param {string} body @param {AbortSignal} [signal] */
export async function post(path, body, signal) {
  const heard = (/** @type {boolean} */ detail) => wire.dispatchEvent(new CustomEvent('answers', { detail }));
  try {
    const response = await fetch(path, { method: 'POST', headers: { 'content-type': 'application/json' }, body, signal });
    heard(true);
    return response;
  } catch (error) {
    if (!(error instanceof TypeError)) throw error;
    heard(false);
    throw new Away('Talon does not answer: is `talon serve` still running? Your game is safe in this browser.');
  }
}

/** @param {Start} game @param {Command} [command] */
const request = (game, command) => JSON.stringify(command === undefined ? { game } : { game, do: command });

/** @implements {Engine} */
export class Server {
  /** @type {AbortController | null} */
  #search = null;

  /** @param {string} path @param {string} body @param {AbortSignal} [signal] */
  async #post(path, body, signal) {
    const response = await post(path, body, signal);
    if (!response.ok) {
      const said = await response.json().catch(() => ({}));
      throw new EngineError(said.error ?? `The server says ${response.status}.`);
    }
    return response;
  }

  /** @param {Start} game @param {Command} [command] @returns {Promise<Reply>} */
  async play(game, command) {
    return (await this.#post('api/play', request(game, command))).json();
  }

  /** @returns {Promise<Games>} */
  async games() {
    return (await this.#post('api/games', '{}')).json();
  }

  /** @param {Start} game @returns {Promise<Sheet>} */
  async sheet(game) {
    return (await this.#post('api/games', JSON.stringify({ sheet: game }))).json();
  }

  /** @param {Start} game @param {Command} ask @param {(nodes: number) => void} progress @returns {Promise<Answer | null>} */
  async search(game, ask, progress) {
    this.cancel();
    const control = (this.#search = new AbortController());
    try {
      const response = await this.#post('api/search', JSON.stringify({ game, search: ask }), control.signal);
      const reader = /** @type {ReadableStream<BufferSource>} */ (response.body).pipeThrough(new TextDecoderStream()).getReader();
      let text = '';
      for (;;) {
        const { done, value } = await reader.read();
        text += value ?? '';
        const lines = text.split('\n');
        text = lines.pop() ?? '';
        for (const line of lines) {
          const said = JSON.parse(line);
          if (said.error) throw new EngineError(said.error);
          if (said.answer) return said.answer;
          progress(said.progress.nodes);
        }
        if (done) throw new EngineError('The search broke off.');
      }
    } catch (error) {
      if (control.signal.aborted) return null;
      throw error;
    } finally {
      if (this.#search === control) this.#search = null;
    }
  }

  cancel() {
    this.#search?.abort();
    this.#search = null;
  }
}

/** @implements {Engine} */
export class Local {
  #mover = new Calls();
  /** @type {Calls | null} */
  #searcher = null;
  /** @type {((answer: null) => void) | null} */
  #ended = null;

  /** @param {Start} game @param {Command} [command] @returns {Promise<Reply>} */
  async play(game, command) {
    return JSON.parse(await this.#mover.call('answer', request(game, command)));
  }

  /** @returns {Promise<Games>} */
  async games() {
    return JSON.parse(await this.#mover.call('games', '{}'));
  }

  /** @param {Start} game @returns {Promise<Sheet>} */
  async sheet(game) {
    return JSON.parse(await this.#mover.call('games', JSON.stringify({ sheet: game })));
  }

  /** @param {Start} game @param {Command} ask @param {(nodes: number) => void} progress @returns {Promise<Answer | null>} */
  async search(game, ask, progress) {
    this.cancel();
    const calls = (this.#searcher ??= new Calls());
    const ended = new Promise((resolve) => { this.#ended = resolve; });
    const found = calls.call('search', JSON.stringify({ game, search: ask }), progress).then((text) => JSON.parse(text));
    // A worker that is ended never answers: its promise may stay open.
    const answer = await Promise.race([found, ended]);
    if (answer) this.#ended = null;
    return answer;
  }

  cancel() {
    if (!this.#ended) return;
    this.#ended(null);
    this.#ended = null;
    // A search cannot be interrupted from outside: its worker goes, another comes when it is wanted.
    this.#searcher?.end();
    this.#searcher = null;
  }
}

/** Calls of a worker, by number. */
class Calls {
  #worker = new Worker('worker.js', { type: 'module' });
  #next = 1;
  /** @type {Map<number, { resolve: (text: string) => void, reject: (error: Error) => void, progress?: (nodes: number) => void }>} */
  #open = new Map();

  constructor() {
    this.#worker.onmessage = ({ data }) => {
      const call = this.#open.get(data.id);
      if (!call) return;
      if (data.progress) { call.progress?.(data.progress.nodes); return; }
      this.#open.delete(data.id);
      if (data.error) call.reject(new EngineError(JSON.parse(data.error).error)); else call.resolve(data.text);
    };
    this.#worker.onerror = (event) => {
      for (const call of this.#open.values()) call.reject(new EngineError(event.message || 'The engine could not be loaded.'));
      this.#open.clear();
    };
  }

  /** @param {string} name @param {string} text @param {(nodes: number) => void} [progress] @returns {Promise<string>} */
  call(name, text, progress) {
    const id = this.#next++;
    return new Promise((resolve, reject) => {
      this.#open.set(id, { resolve, reject, progress });
      this.#worker.postMessage({ id, name, text });
    });
  }

  end() {
    this.#worker.terminate();
  }
}

/** The engine this page was built for. @returns {Engine} */
export function engine() {
  const kind = document.querySelector('meta[name=talon-engine]')?.getAttribute('content');
  return kind === 'worker' ? new Local() : new Server();
}
