const MILLIMETRE = 72 / 25.4;

// Sizes by the numbers of Windows (DEVMODE, wingdi.h), portrait, in millimetres.
const sizes: Readonly<Record<number, readonly [number, number]>> = {
  1: [215.9, 279.4],
  2: [215.9, 279.4],
  3: [279.4, 431.8],
  4: [431.8, 279.4],
  5: [215.9, 355.6],
  6: [139.7, 215.9],
  7: [184.15, 266.7],
  8: [297, 420],
  9: [210, 297],
  10: [210, 297],
  11: [148, 210],
  12: [257, 364],
  13: [182, 257],
  14: [215.9, 330.2],
  15: [215, 275],
  16: [254, 355.6],
  17: [279.4, 431.8],
  18: [215.9, 279.4],
  20: [104.775, 241.3],
  27: [110, 220],
  28: [162, 229],
  29: [324, 458],
  30: [229, 324],
  31: [114, 162],
  33: [250, 353],
  34: [176, 250],
  66: [420, 594],
  70: [105, 148],
};

/** Returns the size of a numbered paper format in points. A number that has none is A4. */
export function paperSize(number: number, isLandscape: boolean): { width: number; height: number } {
  const [short, long] = sizes[number] ?? [210, 297];
  const [width, height] = isLandscape ? [long, short] : [short, long];
  return { width: width * MILLIMETRE, height: height * MILLIMETRE };
}

/** The paper of sheets that name none, in points: Letter (ECMA-376, 18.3.1.63), as LibreOffice prints them here. */
export const DEFAULT_PAPER = paperSize(1, false);
