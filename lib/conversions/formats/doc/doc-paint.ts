import { type Backing, isDark } from '../../shared/wordprocessing/hidden-texts.ts';
import type { RunPaint } from '../../shared/wordprocessing/run-style.ts';
import type { Sprm } from './doc-properties.ts';

// What decides whether text is seen. [MS-DOC] 2.6.1 and 2.6.2.

/** [MS-DOC] 2.9.119, Ico; 0 is the automatic colour. */
const palette: readonly (string | undefined)[] = [
  undefined,
  '#000000',
  '#0000ff',
  '#00ffff',
  '#00ff00',
  '#ff00ff',
  '#ff0000',
  '#ffff00',
  '#ffffff',
  '#000080',
  '#008080',
  '#008000',
  '#800080',
  '#800000',
  '#808000',
  '#808080',
  '#c0c0c0',
];

/** [MS-DOC] 2.9.43, COLORREF: red, green, blue, and 0xff for the automatic colour. */
const colourAt = (bytes: Buffer, at: number): string | undefined =>
  at + 4 > bytes.length || bytes.readUInt8(at + 3) === 0xff
    ? undefined
    : `#${bytes.subarray(at, at + 3).toString('hex')}`;

/** Whether a shading shows: Shd of [MS-DOC], or the older Shd80. */
function isShading(operand: Buffer): boolean {
  if (operand.length >= 10) return operand.readUInt16LE(8) !== 0 || isDark(colourAt(operand, 4) ?? 'auto');
  if (operand.length < 2) return false;
  const packed = operand.readUInt16LE(0);
  return packed >> 10 !== 0 || isDark(palette[(packed >> 5) & 0x1f] ?? 'auto');
}

/** Reads the colours and the size of a run. */
export function runPaint(sprms: readonly Sprm[]): RunPaint | undefined {
  let paint: RunPaint | undefined;
  for (const { code, operand } of sprms) {
    if (operand.length === 0) continue;
    const value = operand.readUInt8(0);
    // Sizes are in half points.
    if (code === 0x4a43 && operand.length >= 2) paint = { ...paint, size: operand.readUInt16LE(0) / 2 };
    else if (code === 0x2a42) paint = { ...paint, colour: palette[value] ?? 'auto' };
    else if (code === 0x6870) paint = { ...paint, colour: colourAt(operand, 0) ?? 'auto' };
    else if (code === 0x2a0c) paint = { ...paint, isShaded: isDark(palette[value] ?? 'auto') };
    else if (code === 0xca71 || code === 0x4866) paint = { ...paint, isShaded: isShading(operand) };
  }
  return paint;
}

/** What is behind a paragraph with these properties. The shading of a cell follows its text, so that it is not known. */
export function paragraphBacking(sprms: readonly Sprm[]): Backing {
  let isShaded = false;
  let isInTable = false;
  for (const { code, operand } of sprms) {
    if (code === 0xc64d || code === 0x442d) isShaded = isShading(operand);
    else if (code === 0x2416 && operand.length > 0) isInTable = operand.readUInt8(0) !== 0;
  }
  return isShaded || isInTable ? 'unknown' : 'page';
}
