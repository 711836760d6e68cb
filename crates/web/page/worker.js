// The engine in a web worker. Only the static build has the files it loads.
import init, { answer, games, search } from './engine/web_engine.js';

/** How long a search may run, and how often it tells its progress, in milliseconds. */
const TIME = 30_000;
const INTERVAL = 150;
/** How many nodes a search may visit, and how many bytes of memory it may use. */
const NODES = 40_000_000;
const MEMORY = 384 << 20;

const ready = init({ module_or_path: new URL('./engine/web_engine_bg.wasm', import.meta.url) });
let current = { id: 0, start: 0, told: 0 };

/** Called by the engine during a search: tells the progress; returns 1 if the time is up. */
self.talonProgress = (text) => {
  const now = Date.now();
  if (now - current.told > INTERVAL) {
    current.told = now;
    self.postMessage({ id: current.id, progress: JSON.parse(text) });
  }
  return now - current.start > TIME ? 1 : 0;
};

const CALLS = { answer, games, search: (text) => search(text, NODES, MEMORY) };

self.onmessage = async ({ data: { id, name, text } }) => {
  try {
    await ready;
    if (name === 'search') current = { id, start: Date.now(), told: Date.now() };
    self.postMessage({ id, text: CALLS[name](text) });
  } catch (error) {
    // The engine throws its errors as JSON.
    const json =
      typeof error === 'string' ? error : JSON.stringify({ error: `The engine failed: ${error}` });
    self.postMessage({ id, error: json });
  }
};
