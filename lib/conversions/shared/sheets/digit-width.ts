// Advance widths of the digits in em; all digits of these fonts are as wide.
const widths: readonly (readonly [RegExp, number])[] = [
  [/^(?:calibri|carlito)/i, 0.507],
  [/^(?:arial|helvetica|liberation sans|arimo)/i, 0.556],
  [/^(?:times|tinos|liberation serif)/i, 0.5],
  [/^(?:courier|cousine|liberation mono)/i, 0.6],
  [/^(?:cambria|caladea)/i, 0.55],
];
const OTHER = 0.572;

const TWIPS = 20;
const MM100_OF_TWIP = 2540 / 1440;
const POINTS_OF_MM100 = 72 / 2540;

/** Rounds a length in points as LibreOffice stores it: to hundredths of a millimetre, then to twentieths of a point. */
export const storedLength = (points: number): number =>
  Math.round((Math.round(points / POINTS_OF_MM100) / MM100_OF_TWIP) * (1 + Number.EPSILON)) / TWIPS;

/** Returns the width of a digit in a font, in whole twentieths of a point. Column widths count digits. */
export function digitTwips(font: string, size: number): number {
  const width = widths.find(([name]) => name.test(font))?.[1] ?? OTHER;
  return Math.floor(width * size * TWIPS);
}

/** Returns the width of a digit in points, rounded to hundredths of a millimetre. */
export const digitWidth = (font: string, size: number): number =>
  Math.round(digitTwips(font, size) * MM100_OF_TWIP) * POINTS_OF_MM100;
