// The engine in a worker: texts in, texts out. Only the static build has the files it loads.
import init, { answer, games, search } from './engine/web_engine.js';

const TIME = 30_000;
const ready = init({ module_or_path: new URL('./engine/web_engine_bg.wasm', import.meta.url) });
let current = { id: 0, start: 0, told: 0 };

self.talonProgress = (text) => {
  const now = Date.now();
  if (now - current.told > 150) {
    current.told = now;
    self.postMessage({ id: current.id, progress: JSON.parse(text) });
  }
  return now - current.start > TIME ? 1 : 0;
};

self.onmessage = async ({ data: { id, name, text } }) => {
  try {
    await ready;
    if (name === 'search') current = { id, start: Date.now(), told: Date.now() };
    const reply = name === 'search' ? search(text, 40_000_000, 384 << 20) : name === 'games' ? games(text) : answer(text);
    self.postMessage({ id, text: reply });
  } catch (error) {
    const said = typeof error === 'string' ? error : JSON.stringify({ error: `The engine failed: ${error}` });
    self.postMessage({ id, error: said });
  }
};
