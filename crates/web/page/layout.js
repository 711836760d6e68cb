// Where every card lies, as a function of the position and the size of the table. Columns overlap
// more before cards become smaller.
/** @import { Pile, PilePlace, Placement, Scene } from './types.js' */

import { faceUp, fan, growth } from './fan.js';

/** The height of a card by its width; small cards in an upright window are taller. */
const RATIO = 1.4;
const TALL = 1.5;
/** The gap between piles, in widths of a card. */
const GAP = 0.13;
/** The smallest width of a card. */
const LEAST_WIDTH = 22;
/** A card narrower than this has one large suit instead of pips, and short notes. */
const SMALL = 64;
/** The height of the note under a pile. */
const NOTE = 14;
/** How far columns may stand apart, in widths of a card. */
const WIDEST_STEP = 1.4;
/** How much larger the cards of a less usual arrangement must be to be worth it. */
const WORTH = 1.05;
/** How many cards a long column typically has; fewer in large print, whose cards matter more. */
const LONG = 10;
const LONG_LARGE = 6;
/** How high a reserve that lies face down may become, in heights of a card. */
const RESERVE = 2.4;
/** So many columns stand in one row, because there they have room to grow. */
const FEW = 10;

/**
 * An arrangement of the piles: columns in how many rows, foundations and cells in how many lines,
 * whether everything stands on the grid of the columns, and in a low window how many piles stand
 * side by side beside the columns.
 * @typedef {{ rows: number, lines: number, grid: boolean, across: number }} Plan
 */

/**
 * The arrangements to try, the usual ones first.
 * @type {Plan[]}
 */
const PLANS = [1, 2, 3].flatMap((rows) => [
  { rows, lines: 1, grid: true, across: 2 },
  { rows, lines: 1, grid: false, across: 2 },
  { rows, lines: 2, grid: true, across: 2 },
  { rows, lines: 2, grid: false, across: 2 },
]);

/**
 * The arrangements to try in a low window.
 * @type {Plan[]}
 */
const LOW_PLANS = [1, 2, 3].flatMap((rows) =>
  [2, 3, 4].map((across) => ({ rows, lines: 1, grid: true, across })),
);

/**
 * Returns the size of an index that can be read on a card of this width.
 * @param {number} cw
 * @param {boolean} large
 */
const indexSize = (cw, large) =>
  Math.max(11, Math.min(cw * (large ? 0.44 : cw < SMALL ? 0.4 : 0.27), large ? 56 : 48));

/**
 * Lays the table out in a box, with the widest cards that fit.
 * @param {Scene} scene
 * @param {number} width
 * @param {number} height
 * @param {{ left: boolean, large: boolean }} wishes
 * @returns {Placement}
 */
export function layout(scene, width, height, wishes) {
  const most = Math.floor(
    Math.min(width / 4.2, Math.max(60, height * 0.2), wishes.large ? 230 : 205),
  );
  const typical = typicalScene(scene, wishes.large ? LONG_LARGE : LONG);
  const widest = (/** @type {Scene} */ of, /** @type {Plan} */ plan, /** @type {number} */ limit) =>
    widestFitting((cw) => new Attempt(of, width, height, cw, wishes.large, plan), limit);
  // The arrangement depends on the game and the window only, so that it never changes during a
  // game. The cards are as wide as in a typical position, if they fit.
  const plans = isLow(width, height) ? LOW_PLANS : PLANS;
  let plan = plans[0];
  let best = widest(typical, plan, most);
  for (const other of plans.slice(1)) {
    if (other.rows > 1 && scene.layout.columns <= FEW) continue;
    const attempt = widest(typical, other, most);
    // Many columns in rows use the height, even if the cards do not become larger.
    const worth = other.rows > plan.rows ? 1 : WORTH;
    if (attempt.fits && (!best.fits || attempt.cw > best.cw * worth))
      [plan, best] = [other, attempt];
  }
  const { places, cw, ch, ix } = widest(scene, plan, best.fits ? best.cw : most);
  if (wishes.left) for (const [id, place] of places) mirror(place, width, cw, id === 's');
  return { cw, ch, ix, small: cw < SMALL, places };
}

/**
 * Returns the attempt with the widest cards that fit, at most `limit`. What fits with cards of some
 * width fits with narrower ones: the search halves the range.
 * @param {(cw: number) => Attempt} attempt
 * @param {number} limit
 */
function widestFitting(attempt, limit) {
  let widest = limit;
  let best = attempt(widest);
  if (best.fits) return best;
  let least = LEAST_WIDTH;
  best = attempt(least);
  while (best.fits && widest - least > 1) {
    const cw = (least + widest) >> 1;
    const tried = attempt(cw);
    if (tried.fits) {
      least = cw;
      best = tried;
    } else widest = cw;
  }
  return best;
}

/**
 * Returns the scene with columns as long as they typically become.
 * @param {Scene} scene
 * @param {number} most
 * @returns {Scene}
 */
function typicalScene(scene, most) {
  const total = scene.piles.reduce((sum, pile) => sum + pile.cards.length, 0);
  const length = Math.min(most, Math.ceil(total / Math.max(1, scene.layout.columns)) + 1);
  const cards = Array.from({ length }, () => 'KS');
  const piles = scene.piles.map((pile) => (pile.kind === 'column' ? { ...pile, cards } : pile));
  return { ...scene, piles };
}

/**
 * Is the window so low that the piles must stand beside the columns?
 * @param {number} width
 * @param {number} height
 */
const isLow = (width, height) => height < 400 && width > height * 1.15;

/**
 * Mirrors a pile for the left hand. Fanned cards keep their order, so that their indices show; a
 * stock shows none, and turns to stay within the window.
 * @param {PilePlace} place
 * @param {number} width
 * @param {number} cw
 * @param {boolean} isStock
 */
function mirror(place, width, cw, isStock) {
  const shift = width - 2 * place.x - place.w;
  place.x += shift;
  for (const card of place.cards) card.x = isStock ? width - card.x - cw : card.x + shift;
  place.zone.x = width - place.zone.x - place.zone.w;
  if (place.note) place.note.x = width - place.note.x - cw;
}

/** A layout with cards of one width. */
class Attempt {
  /** Does everything fit, with indices that can be read? */
  fits = true;
  /** @type {Map<string, PilePlace>} */
  places = new Map();

  /**
   * @param {Scene} scene
   * @param {number} width
   * @param {number} height
   * @param {number} cw
   * @param {boolean} large
   * @param {Plan} plan
   */
  constructor(scene, width, height, cw, large, plan) {
    this.scene = scene;
    this.plan = plan;
    this.width = width;
    this.height = height;
    this.cw = cw;
    this.ch = cw * (cw < SMALL && height > width * 1.3 ? TALL : RATIO);
    this.ix = indexSize(cw, large);
    this.gap = Math.max(3, cw * GAP);
    this.pad = Math.max(3, Math.min(10, this.gap));
    this.stock = this.#piles('stock')[0];
    this.waste = this.#piles('waste')[0];
    this.reserve = this.#piles('reserve')[0];
    this.cells = this.#piles('cell');
    this.foundations = this.#piles('foundation');
    this.columns = this.#piles('column');
    /** The height of the notes under the upper piles. */
    this.note = this.stock ? NOTE : 0;
    const low = isLow(width, height);
    const rest = low ? this.#layBeside() : plan.grid ? this.#layOnGrid() : this.#layAbove();
    const noted = low ? [] : [this.waste, ...(this.stock ? this.foundations : [])];
    for (const pile of [this.stock, ...noted]) {
      const place = pile && this.places.get(pile.id);
      if (place) place.note = { x: place.x, y: place.y + this.ch + 1 };
    }
    this.#layColumns(rest, plan.rows);
  }

  /** @param {string} kind */
  #piles(kind) {
    return this.scene.piles.filter((pile) => pile.kind === kind);
  }

  /**
   * Places a pile; its cards lie on each other, or fanned in the waste.
   * @param {Pile} pile
   * @param {number} x
   * @param {number} y
   * @param {number} [w]
   */
  #put(pile, x, y, w = this.cw) {
    const { gap, ch, ix, scene } = this;
    const cards = pile.cards.map(() => ({ x, y }));
    if (pile === this.waste) {
      const shown = this.#shownOfWaste();
      for (let i = 0; i < shown; i++) cards[cards.length - shown + i].x = x + i * this.#fanStep();
    } else if (pile === this.stock && scene.layout.rows !== null) {
      // A stock that is dealt by rows shows how many rows are left.
      cards.forEach((card, i) => {
        card.x = x + Math.floor(i / scene.layout.columns) * Math.min(5, gap / 2);
      });
    }
    const zone = { x: x - gap / 2, y: y - gap / 2, w: w + gap, h: ch + gap };
    const place = { x, y, w, h: ch, cards, ix, zone };
    this.places.set(pile.id, place);
    return place;
  }

  #fanStep() {
    return this.ix * 1.75;
  }

  /** How many cards of the waste lie side by side. */
  #shownOfWaste() {
    return Math.min(this.scene.layout.fan, faceUp(this.waste?.cards ?? []));
  }

  /**
   * In a low box: stock, waste, cells and foundations stand at the side, each kind on lines of its
   * own, and the columns have the whole height. Returns the box of the columns.
   */
  #layBeside() {
    const { cw, ch, ix, gap, pad, note, height, stock, waste, scene } = this;
    const { runs, fan } = scene.layout;
    const across = runs ? 1 : this.plan.across;
    const linesOf = (/** @type {Pile[]} */ piles) => Math.ceil(piles.length / across);
    const firstOfCells = stock || waste ? 1 : 0;
    const firstOfFoundations = firstOfCells + linesOf(this.cells);
    const lines = firstOfFoundations + linesOf(this.foundations);
    // Finished runs begin below the stock and its note.
    const first = runs ? ch + note + gap : 0;
    const room = height - 2 * pad - first - ch - (first ? 0 : note);
    const step = Math.min(ch + gap, room / Math.max(1, lines - (first ? 2 : 1)));
    // Finished runs may overlap, because nobody needs to read them.
    if (step < (runs ? 4 : ch + 2)) this.fits = false;
    // Height that is left over shows more of the waste.
    const left = height - 2 * pad - note - lines * ch - (lines - 1) * gap;
    const spread = waste ? Math.max(0, Math.min((fan - 1) * ix * 1.1 - gap, left)) : 0;
    if (stock) {
      const place = this.#put(stock, pad, pad);
      for (const card of place.cards) card.x = place.x;
    }
    if (waste) this.#fanDown(step + note + spread);
    const lay = (/** @type {Pile[]} */ piles, /** @type {number} */ firstLine) => {
      piles.forEach((pile, i) => {
        const line = firstLine + Math.floor(i / across);
        const dy =
          first && line ? first + (line - 1) * step : line * step + (line ? note + spread : 0);
        this.#put(pile, pad + (i % across) * (cw + gap), pad + dy);
      });
    };
    lay(this.cells, firstOfCells);
    lay(this.foundations, firstOfFoundations);
    // The gap to the columns is wider, so that they are seen apart.
    const taken = across * (cw + gap) + gap;
    return { x: pad + taken, y: pad, width: this.width - 2 * pad - taken };
  }

  /**
   * Places the waste beside the stock, fanned downwards.
   * @param {number} room The height it has.
   */
  #fanDown(room) {
    const { cw, ch, ix, gap, pad, waste } = this;
    const place = this.#put(waste, pad + cw + gap, pad);
    const shown = this.#shownOfWaste();
    const step = Math.min(ix * 1.1, Math.max(0, room - ch - 2) / Math.max(1, shown - 1));
    place.cards.forEach((card, i) => {
      card.x = place.x;
      card.y = pad + Math.max(0, i - (place.cards.length - shown)) * step;
    });
  }

  /** The lines of cells and foundations, and the number of piles in the longest. */
  #lines() {
    const { cells, foundations, plan } = this;
    if (plan.lines === 1) return [[...cells, ...foundations]];
    if (cells.length) return [cells, foundations];
    const half = Math.ceil(foundations.length / 2);
    return [foundations.slice(0, half), foundations.slice(half)];
  }

  /** The width of the waste with its fan. */
  #wasteWidth() {
    return this.waste ? this.cw + (this.scene.layout.fan - 1) * this.#fanStep() : 0;
  }

  /**
   * Everything stands on one grid: the stock above the reserve or the first column, the foundations
   * above the last columns. Returns the box of the columns.
   */
  #layOnGrid() {
    const { cw, ch, gap, pad, note, width, stock, waste, reserve, cells, columns, plan } = this;
    const lines = this.#lines();
    const most = Math.max(...lines.map((line) => line.length));
    const least = cw + gap;
    // Cells and foundations would run into each other on the grid.
    if (cells.length && lines.length === 1 && this.foundations.length) this.fits = false;
    const wasteSteps = waste ? Math.ceil((this.#wasteWidth() + gap * 0.5) / least - 0.02) : 0;
    const perRow = Math.ceil(columns.length / plan.rows);
    const upper = (stock ? 1 : 0) + wasteSteps + most;
    const total = Math.max(upper, perRow + (reserve ? 1 : 0));
    const step = Math.min(cw * WIDEST_STEP, (width - 2 * pad - cw) / Math.max(1, total - 1));
    if (step < least - 0.01) this.fits = false;
    const x0 = (width - (total - 1) * step - cw) / 2;
    const at = (/** @type {number} */ i) => x0 + i * step;
    if (stock) this.#put(stock, at(0), pad);
    if (waste) this.#put(waste, at(stock ? 1 : 0), pad, this.#wasteWidth());
    // Foundations alone stand in the middle.
    const isAlone = !stock && !waste && !reserve && (total - most) % 2 === 0;
    lines.forEach((line, row) => {
      const first = isAlone ? (total - line.length) / 2 : total - line.length;
      line.forEach((pile, i) => {
        this.#put(pile, at(first + i), pad + row * (ch + gap + note));
      });
    });
    const y = pad + (stock || most ? lines.length * (ch + gap + note) : 0);
    const spare = total - perRow;
    const firstColumn = reserve ? Math.max(1, spare) : spare % 2 ? spare : spare / 2;
    return { x: at(firstColumn), y, width: (perRow - 1) * step + cw, reserve: at(0) };
  }

  /**
   * Stock, waste and cells stand above the columns at the left, foundations at the right. Returns
   * the box of the columns.
   */
  #layAbove() {
    const { cw, ch, gap, pad, note, width, stock, waste, reserve, cells, foundations, columns } =
      this;
    const step = cw + gap;
    const leftWidth = (stock ? step : 0) + (waste ? this.#wasteWidth() + gap : 0);
    const lines = this.#lines();
    const most = Math.max(...lines.map((line) => line.length));
    const apart = lines.length === 1 && cells.length && foundations.length ? gap * 2 : 0;
    const space = width - 2 * pad - leftWidth - most * step + gap - apart;
    if (space < -0.5) this.fits = false;
    // In a wide box the table is kept together in the middle.
    const upper = leftWidth + most * step - gap + Math.min(Math.max(0, space), cw * 1.5);
    const perRow = Math.ceil(columns.length / this.plan.rows);
    const lower = (perRow + (reserve ? 1 : 0)) * step * (cells.length ? 1.1 : 1) - gap;
    const used = Math.min(width - 2 * pad, Math.max(upper, lower));
    const x0 = (width - used) / 2;
    if (stock) this.#put(stock, x0, pad);
    if (waste) this.#put(waste, x0 + (stock ? step : 0), pad, this.#wasteWidth());
    lines.forEach((line, row) => {
      const y = pad + row * (ch + gap + note);
      // Cells and foundations of one line stand at its two ends.
      const isSplit = lines.length === 1 && cells.length > 0;
      line.forEach((pile, i) => {
        const isLeft = isSplit && pile.kind === 'cell';
        const right = x0 + used - cw - (line.length - 1 - i) * step;
        this.#put(pile, isLeft ? x0 + leftWidth + i * step : right, y);
      });
    });
    const y = pad + (stock || most ? lines.length * (ch + gap + note) : 0);
    return { x: x0, y, width: used };
  }

  /**
   * Places the columns in rows, with the reserve as the first of them, or where the box says.
   * @param {{ x: number, y: number, width: number, reserve?: number }} box
   * @param {number} rows
   */
  #layColumns(box, rows) {
    const { cw, ch, ix, gap, pad, reserve, columns } = this;
    const perRow = Math.ceil(columns.length / rows);
    const isFirst = reserve && box.reserve === undefined;
    const total = perRow + (isFirst ? 1 : 0);
    if (total * (cw + gap) - gap > box.width + 0.5) this.fits = false;
    const step = Math.min(cw * WIDEST_STEP, total > 1 ? (box.width - cw) / (total - 1) : 0);
    const start = box.x + Math.max(0, (box.width - (total - 1) * step - cw) / 2);
    const height = (this.height - box.y - pad + gap) / rows - gap;
    const up = growth(columns, height, ch, ix);
    const lay = (/** @type {Pile} */ pile, /** @type {number} */ x, /** @type {number} */ row) => {
      const y = box.y + row * (height + gap);
      const noteHeight = pile === reserve ? NOTE : 0;
      // Nobody reads the backs of a reserve, so they need not use the height.
      const isHidden = pile === reserve && faceUp(pile.cards) < 2;
      const room = Math.min(height - noteHeight, isHidden ? ch * RESERVE : height);
      const fanned = fan(pile.cards, room, ch, ix, up);
      if (!fanned.fits) this.fits = false;
      const bottom = (fanned.ys.at(-1) ?? 0) + ch;
      this.places.set(pile.id, {
        x,
        y,
        w: cw,
        h: bottom,
        ix: fanned.ix,
        cards: fanned.ys.map((dy) => ({ x, y: y + dy })),
        zone: { x: x - (step - cw) / 2, y, w: step, h: height },
        note: pile === reserve ? { x, y: y + bottom + 1 } : undefined,
      });
    };
    if (reserve) lay(reserve, box.reserve ?? start, 0);
    columns.forEach((pile, i) => {
      lay(pile, start + ((isFirst ? 1 : 0) + (i % perRow)) * step, Math.floor(i / perRow));
    });
  }
}
