// Where every card lies: from the size of the table alone. Overlap gives way before cards shrink.
/** @import { Scene, Laid, Place } from './types.js' */

const RATIO = 1.4;
const GAP = 0.13;

/** The size of an index that can be read on a card of this width. @param {number} cw @param {boolean} large */
const indexSize = (cw, large) => Math.max(11, Math.min(cw * (large ? 0.44 : cw < 64 ? 0.37 : 0.33), large ? 44 : 32));

/**
 * Lays the table out in a box.
 * @param {Scene} scene @param {number} width @param {number} height
 * @param {{ left: boolean, large: boolean }} wish
 * @returns {Laid}
 */
export function layout(scene, width, height, wish) {
  const short = height < 380 && width > height * 1.15;
  const rows = scene.layout.columns > 10 && width < 900 && !short ? 2 : 1;
  const most = Math.min(width / 4.2, Math.max(60, height * 0.19), wish.large ? 210 : 164);
  // The widest card with which everything fits; what fits with one card fits with every smaller one.
  let [least, widest] = [22, Math.floor(most)];
  let best = attempt(scene, width, height, widest, short, rows, wish);
  if (!best.fits) {
    best = attempt(scene, width, height, least, short, rows, wish);
    while (best.fits && widest - least > 1) {
      const cw = (least + widest) >> 1;
      const tried = attempt(scene, width, height, cw, short, rows, wish);
      if (tried.fits) { least = cw; best = tried; } else widest = cw;
    }
  }
  const { places, cw, ix } = best;
  if (wish.left) for (const [id, place] of places) mirror(place, width, cw, id === 's');
  return { cw, ch: cw * RATIO, ix, small: cw < 64, places };
}

/** Fans keep their way, so that indices show; a stock has none, and must not leave the window. @param {Place} place @param {number} width @param {number} cw @param {boolean} stock */
function mirror(place, width, cw, stock) {
  const shift = width - 2 * place.x - place.w;
  place.x += shift;
  for (const card of place.cards) card.x = stock ? width - card.x - cw : card.x + shift;
  place.zone.x = width - place.zone.x - place.zone.w;
  if (place.note) place.note.x = width - place.note.x - cw;
}

/**
 * @param {Scene} scene @param {number} width @param {number} height @param {number} cw
 * @param {boolean} short @param {number} rows @param {{ large: boolean }} wish
 */
function attempt(scene, width, height, cw, short, rows, wish) {
  const ch = cw * RATIO;
  const gap = Math.max(3, cw * GAP);
  const pad = Math.max(3, Math.min(10, gap));
  const ix = indexSize(cw, wish.large);
  const fanStep = ix * 1.75;
  /** @type {Map<string, Place>} */
  const places = new Map();
  const of = (/** @type {string} */ kind) => scene.piles.filter((pile) => pile.kind === kind);
  const open = (/** @type {string[]} */ cards) => cards.filter(Boolean).length;
  let fits = true;

  /** @param {import('./types.js').PileForm} pile @param {number} x @param {number} y @param {number} [w] */
  const put = (pile, x, y, w = cw) => {
    const cards = pile.cards.map(() => ({ x, y }));
    if (pile.kind === 'waste') {
      const shown = Math.min(scene.layout.fan, open(pile.cards));
      for (let i = 0; i < shown; i++) cards[cards.length - shown + i].x = x + i * fanStep;
    } else if (pile.kind === 'stock' && scene.layout.rows !== null) {
      // A stock dealt by rows shows how many rows are left.
      cards.forEach((card, i) => { card.x = x + Math.floor(i / scene.layout.columns) * Math.min(5, gap / 2); });
    }
    const place = { x, y, w, h: ch, cards, ix, zone: { x: x - gap / 2, y: y - gap / 2, w: w + gap, h: ch + gap } };
    places.set(pile.id, /** @type {Place} */ (place));
    return /** @type {Place} */ (place);
  };

  const wasteWidth = scene.layout.waste ? cw + (scene.layout.fan - 1) * fanStep : 0;
  const stock = of('stock')[0], waste = of('waste')[0], reserve = of('reserve')[0];
  const cells = of('cell'), foundations = of('foundation'), columns = of('column');
  const noted = stock ? 14 : 0;
  let x0 = pad, y0 = pad, columnsTop, columnsWidth = width - 2 * pad;

  if (short) {
    // A low box: stock, waste and foundations stand at the side, the columns get the whole height.
    const wide = scene.layout.runs ? 1 : 2;
    const side = [stock, waste, ...cells, ...foundations].filter(Boolean);
    const lines = scene.layout.runs ? side.length : Math.ceil((side.length + (waste ? 0 : 1)) / wide);
    // Runs begin below the stock and its note.
    const first = scene.layout.runs ? ch + noted + gap : 0;
    const step = Math.min(ch + gap, (height - 2 * pad - first - ch - (first ? 0 : noted)) / Math.max(1, lines - (first ? 2 : 1)));
    // Only complete runs may lie on each other: nobody needs to read them.
    const least = scene.layout.runs ? 4 : ch + 2;
    if (step < least) fits = false;
    // Height that is left over shows more of the waste.
    const spread = waste ? Math.max(0, Math.min((scene.layout.fan - 1) * ix * 1.1 - gap, height - 2 * pad - noted - lines * ch - (lines - 1) * gap)) : 0;
    let at = 0;
    for (const pile of side) {
      if (pile === stock) {
        const place = put(pile, x0, y0);
        place.cards.forEach((card) => { card.x = place.x; });
        at = waste ? 1 : wide;
        continue;
      }
      const line = Math.floor(at / wide);
      const dy = first && line ? first + (line - 1) * step : line * step + (line > 0 ? noted + spread : 0);
      if (pile === waste) {
        const place = put(pile, x0 + cw + gap, y0);
        // No room to fan sideways: the cards fan down a little instead.
        const shown = Math.min(scene.layout.fan, open(pile.cards));
        const room = Math.max(0, step + noted + spread - ch - 2) / Math.max(1, shown - 1);
        place.cards.forEach((card, i) => { card.x = place.x; card.y = y0 + Math.max(0, i - (pile.cards.length - shown)) * Math.min(ix * 1.1, room); });
      } else put(pile, x0 + (at % wide) * (cw + gap), y0 + dy);
      at++;
    }
    const taken = wide * (cw + gap);
    x0 += taken;
    columnsWidth -= taken;
    columnsTop = y0;
  } else {
    let lines = [[...cells, ...foundations]];
    const leftWidth = (stock ? cw + gap : 0) + (waste ? wasteWidth + gap : 0);
    const step = cw + gap;
    const spaceOf = (/** @type {number} */ n) => width - 2 * pad - leftWidth - n * step + gap;
    // Many cells and foundations get two lines before they get small cards.
    if (spaceOf(lines[0].length) < 0 && lines[0].length > 8) {
      const half = Math.ceil(foundations.length / 2);
      lines = cells.length ? [cells, foundations] : [foundations.slice(0, half), foundations.slice(half)];
    }
    const most = Math.max(...lines.map((line) => line.length));
    const space = spaceOf(most);
    if (space < -0.5) fits = false;
    const spare = Math.min(Math.max(0, space), cw * 1.5);
    // The table is kept together in the middle of a wide box.
    const total = leftWidth + most * step - gap + spare;
    const columnTotal = (Math.ceil(columns.length / rows) + (reserve ? 1 : 0)) * (cw + gap) - gap;
    const used = Math.min(width - 2 * pad, Math.max(total, columnTotal));
    x0 = (width - used) / 2;
    columnsWidth = used;
    if (stock) put(stock, x0, y0);
    if (waste) put(waste, x0 + cw + gap, y0, wasteWidth);
    // As many as there are columns stand above them.
    const above = !leftWidth && !reserve && rows === 1 && lines[0].length === columns.length && columns.length > 1 ? Math.min(cw * 1.6, (used - cw) / (columns.length - 1)) : 0;
    lines.forEach((line, row) => line.forEach((pile, i) => {
      const x = above && !row ? x0 + (used - (columns.length - 1) * above - cw) / 2 + i * above : x0 + used - cw - (line.length - 1 - i) * step;
      put(pile, x, y0 + row * (ch + gap + noted));
    }));
    columnsTop = y0 + (stock || most ? lines.length * (ch + gap + noted) : 0);
  }
  for (const pile of short ? [stock] : [stock, waste, ...(stock ? foundations : [])]) {
    const place = pile && places.get(pile.id);
    if (place) place.note = { x: place.x, y: place.y + ch + 1, text: '' };
  }

  // Columns, the reserve as the first of them.
  const list = reserve ? [reserve, ...columns] : columns;
  const perRow = Math.ceil(columns.length / rows) + (reserve ? 1 : 0);
  const needed = perRow * (cw + gap) - gap;
  if (needed > columnsWidth + 0.5) fits = false;
  const step = Math.min(cw * 1.6, perRow > 1 ? (columnsWidth - cw) / (perRow - 1) : 0);
  const start = x0 + Math.max(0, (columnsWidth - (perRow - 1) * step - cw) / 2);
  const rowHeight = (height - columnsTop - pad + gap) / rows - gap;
  list.forEach((pile, i) => {
    const inRow = reserve && i > 0 && rows > 1 ? 1 + ((i - 1) % (perRow - 1)) : i % perRow;
    const row = reserve && rows > 1 ? (i === 0 ? 0 : Math.floor((i - 1) / (perRow - 1))) : Math.floor(i / perRow);
    const x = start + inRow * step, y = columnsTop + row * (rowHeight + gap);
    const reserveNote = pile === reserve ? 14 : 0;
    const fanned = fan(pile.cards, rowHeight - reserveNote, ch, ix);
    if (!fanned.fits) fits = false;
    places.set(pile.id, {
      x, y, w: cw, h: fanned.ys.length ? fanned.ys[fanned.ys.length - 1] + ch : ch, ix: fanned.ix,
      cards: fanned.ys.map((dy) => ({ x, y: y + dy })),
      zone: { x: x - (step - cw) / 2, y, w: step, h: rowHeight },
      note: pile === reserve ? { x, y: y + (fanned.ys[fanned.ys.length - 1] ?? 0) + ch + 1, text: '' } : undefined,
    });
  });
  return { fits, places, cw, ix };
}

/** How far down each card of a column lies. @param {string[]} cards @param {number} room @param {number} ch @param {number} ix */
function fan(cards, room, ch, ix) {
  const steps = cards.slice(0, -1).map((card) => (card ? 'up' : 'down'));
  const ups = steps.filter((step) => step === 'up').length, downs = steps.length - ups;
  const left = Math.max(0, room - ch);
  const [upMost, upLeast, downMost, downLeast] = [Math.max(ch * (ch < 90 ? 0.5 : 0.3), ix * 1.15), ix * 1.12, ch * 0.13, Math.min(4, ch * 0.05)];
  let up = upMost, down = downMost;
  if (ups * up + downs * down > left) down = Math.max(downLeast, downs ? (left - ups * up) / downs : 0);
  if (ups * up + downs * down > left) up = ups ? (left - downs * down) / ups : up;
  const fits = up >= upLeast - 0.01;
  if (!fits) down = Math.min(down, 2);
  if (up < upLeast && ups) up = Math.max(4, (left - downs * down) / ups);
  let y = 0;
  const ys = cards.map((_, i) => { const at = y; y += steps[i] === 'up' ? up : down; return at; });
  return { ys, fits, ix: Math.min(ix, up / 1.1) };
}
