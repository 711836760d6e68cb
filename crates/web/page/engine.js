// The two ways to the engine: the local server, or a web worker that runs the engine as
// WebAssembly. Both carry the same JSON.
/** @import { Answer, Command, Engine, FormAsked, FormReply } from './types.js' */
/** @import { Games, Progress, Reply, Sheet, Since, Start } from './types.js' */

/** The engine refused a request, or failed. */
export class EngineError extends Error {}
/** The server does not answer. */
export class Away extends EngineError {}

/** Announces by an `answers` event, true or false, whether the server answered the last request. */
export const wire = new EventTarget();

/** The sentence for a server that does not answer. */
export const NO_ANSWER =
  'Talon does not answer. Is `talon serve` still running? Your game is safe in this browser.';

/**
 * Sends a request to the server and returns the response, whatever its status.
 * @param {string} path
 * @param {string} body
 * @param {AbortSignal} [signal]
 */
export async function post(path, body, signal) {
  const announce = (/** @type {boolean} */ detail) =>
    wire.dispatchEvent(new CustomEvent('answers', { detail }));
  try {
    const response = await fetch(path, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body,
      signal,
    });
    announce(true);
    return response;
  } catch (error) {
    if (!(error instanceof TypeError)) throw error;
    announce(false);
    throw new Away(NO_ANSWER);
  }
}

/**
 * Returns the JSON of a request to play.
 * @param {Start} game
 * @param {Command} [command]
 * @param {Since} [since]
 */
const request = (game, command, since) => JSON.stringify({ game, ...since, do: command });

/**
 * The engine of the server that serves this page.
 * @implements {Engine}
 */
export class Server {
  /** @type {AbortController | null} */
  #search = null;

  /**
   * @param {string} path
   * @param {string} body
   * @param {AbortSignal} [signal]
   */
  async #post(path, body, signal) {
    const response = await post(path, body, signal);
    if (!response.ok) {
      const said = await response.json().catch(() => ({}));
      throw new EngineError(said.error ?? `The server answered with status ${response.status}.`);
    }
    return response;
  }

  /**
   * @param {Start} game
   * @param {Command} [command]
   * @param {Since} [since]
   * @returns {Promise<Reply>}
   */
  async play(game, command, since) {
    return (await this.#post('api/play', request(game, command, since))).json();
  }

  /** @returns {Promise<Games>} */
  async games() {
    return (await this.#post('api/games', '{}')).json();
  }

  /**
   * @param {Start} game
   * @returns {Promise<Sheet>}
   */
  async sheet(game) {
    return (await this.#post('api/games', JSON.stringify({ sheet: game }))).json();
  }

  /**
   * @param {FormAsked} form
   * @returns {Promise<FormReply>}
   */
  async form(form) {
    return (await this.#post('api/games', JSON.stringify({ form }))).json();
  }

  /**
   * @param {Start} game
   * @param {Command} ask
   * @param {(told: Progress) => void} progress
   * @returns {Promise<Answer | null>}
   */
  async search(game, ask, progress) {
    this.cancel();
    const control = new AbortController();
    this.#search = control;
    try {
      const response = await this.#post(
        'api/search',
        JSON.stringify({ game, search: ask }),
        control.signal,
      );
      const reader = /** @type {ReadableStream<BufferSource>} */ (response.body)
        .pipeThrough(new TextDecoderStream())
        .getReader();
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
          progress(said.progress);
        }
        if (done) throw new EngineError('The search ended without an answer.');
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

/**
 * The engine in this browser: one worker for moves, another one for searches.
 * @implements {Engine}
 */
export class Local {
  #mover = new Calls();
  /** @type {Calls | null} */
  #searcher = null;
  /** @type {((answer: null) => void) | null} */
  #ended = null;

  /**
   * @param {Start} game
   * @param {Command} [command]
   * @param {Since} [since]
   * @returns {Promise<Reply>}
   */
  async play(game, command, since) {
    return JSON.parse(await this.#mover.call('answer', request(game, command, since)));
  }

  /** @returns {Promise<Games>} */
  async games() {
    return JSON.parse(await this.#mover.call('games', '{}'));
  }

  /**
   * @param {Start} game
   * @returns {Promise<Sheet>}
   */
  async sheet(game) {
    return JSON.parse(await this.#mover.call('games', JSON.stringify({ sheet: game })));
  }

  /**
   * @param {FormAsked} form
   * @returns {Promise<FormReply>}
   */
  async form(form) {
    return JSON.parse(await this.#mover.call('games', JSON.stringify({ form })));
  }

  /**
   * @param {Start} game
   * @param {Command} ask
   * @param {(told: Progress) => void} progress
   * @returns {Promise<Answer | null>}
   */
  async search(game, ask, progress) {
    this.cancel();
    this.#searcher ??= new Calls();
    const calls = this.#searcher;
    const ended = new Promise((resolve) => {
      this.#ended = resolve;
    });
    const found = calls
      .call('search', JSON.stringify({ game, search: ask }), progress)
      .then((text) => JSON.parse(text));
    // A worker that was terminated never answers: its promise stays pending.
    const answer = await Promise.race([found, ended]);
    if (answer) this.#ended = null;
    return answer;
  }

  cancel() {
    if (!this.#ended) return;
    this.#ended(null);
    this.#ended = null;
    // A search cannot be interrupted: its worker is terminated, and the next search starts another.
    this.#searcher?.end();
    this.#searcher = null;
  }
}

/** A worker, with the calls that it has not answered yet. */
class Calls {
  #worker = new Worker('worker.js', { type: 'module' });
  #next = 1;
  /**
   * @type {Map<number, {
   *   resolve: (text: string) => void, reject: (error: Error) => void,
   *   progress?: (told: Progress) => void,
   * }>}
   */
  #open = new Map();

  constructor() {
    this.#worker.onmessage = ({ data }) => {
      const call = this.#open.get(data.id);
      if (!call) return;
      if (data.progress) {
        call.progress?.(data.progress);
        return;
      }
      this.#open.delete(data.id);
      if (data.error) call.reject(new EngineError(JSON.parse(data.error).error));
      else call.resolve(data.text);
    };
    this.#worker.onerror = (event) => {
      for (const call of this.#open.values())
        call.reject(new EngineError(event.message || 'The engine could not be loaded.'));
      this.#open.clear();
    };
  }

  /**
   * @param {string} name
   * @param {string} text
   * @param {(told: Progress) => void} [progress]
   * @returns {Promise<string>}
   */
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

/**
 * Returns the engine this page was built for.
 * @returns {Engine}
 */
export function newEngine() {
  const kind = document.querySelector('meta[name=talon-engine]')?.getAttribute('content');
  return kind === 'worker' ? new Local() : new Server();
}
