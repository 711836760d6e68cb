// The deals, positions and sizes that the tests use.

/** Deals that can be won, with lines that are not long. */
export const WINS = [
  ['canfield', '89'],
  ['klondike', '1'],
  ['spider', '38'],
];

/** A line of Canfield 6 that could be won until its fortieth move. */
export const LOST_AT_40 = [
  'r-f2,draw,w-3,draw,draw,draw,draw,draw,draw,draw,w-f3,draw,draw,w-4,draw,draw,redeal,draw,draw',
  'draw,draw,draw,w-2,draw,draw,draw,draw,draw,draw,redeal,draw,draw,w-f1,w-3,r-3,draw,draw,draw',
  'draw,w-f4,draw,draw',
].join(',');

/** A position of Klondike: a card is drawn, and two cards are on a foundation. */
export const POSITION = [
  's: (3S) (AC) (2C)',
  'w: 4S',
  'f4: AS 2S',
  '1: (KH) QC',
  '2: KC QH',
  '3: KD',
  '4: KS',
  '5: (JC) (TC) (9C) (8C) (7C) (6C) (5C) (4C) (3C) QD',
  '6: (QS) (JS) (TS) (9S) (8S) (7S) (6S) (5S) JD TD 9D 8D 7D 6D 5D 4D 3D 2D AD',
  '7: JH TH 9H 8H 7H 6H 5H 4H 3H 2H AH',
].join('\n');

export const PHONE = { width: 390, height: 844 };
export const DESKTOP = { width: 1280, height: 800 };
/** A phone on its side. */
export const LOW = { width: 844, height: 390 };
