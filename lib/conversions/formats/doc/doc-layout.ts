import type { Border, CellLayout, ParagraphLayout, RunLayout } from '../../document/page-layout.ts';
import type { ParagraphProperties } from '../../shared/wordprocessing/flow.ts';
import { TWIPS } from '../../shared/wordprocessing/twip-page.ts';
import type { Sprm } from './doc-properties.ts';

// Properties that only matter on pages. [MS-DOC] 2.6.1 to 2.6.3. Lengths are in twips, sizes in half points.
// Twips of a single line if the line height is a multiple.
const LINE_TWIPS = 240;
const MAX_SIZE = 1638;

/** [MS-DOC] 2.9.119, Ico; 0 is the automatic colour. */
export const palette: readonly (string | undefined)[] = [
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
export const colourAt = (bytes: Buffer, at: number): string | undefined =>
  at + 4 > bytes.length || bytes.readUInt8(at + 3) === 0xff
    ? undefined
    : `#${bytes.subarray(at, at + 3).toString('hex')}`;

const short = (operand: Buffer): number => (operand.length < 2 ? 0 : operand.readInt16LE(0));
const points = (operand: Buffer): number => short(operand) / TWIPS;

function lineHeightOf(operand: Buffer): ParagraphLayout['lineHeight'] {
  const line = short(operand);
  const isMultiple = operand.length >= 4 && operand.readInt16LE(2) === 1;
  if (line === 0) return undefined;
  if (isMultiple && line > 0) return { rule: 'multiple', value: line / LINE_TWIPS };
  return { rule: line < 0 ? 'exact' : 'least', value: Math.abs(line) / TWIPS };
}

const flag = (operand: Buffer): true | undefined => (operand.readUInt8(0) === 0 ? undefined : true);

type ParagraphChange = (operand: Buffer) => Partial<ParagraphLayout>;

const paragraphChanges: ReadonlyMap<number, ParagraphChange> = new Map<number, ParagraphChange>([
  [0xa413, (operand) => ({ spaceBefore: Math.max(0, points(operand)) })],
  [0xa414, (operand) => ({ spaceAfter: Math.max(0, points(operand)) })],
  [0x6412, (operand) => ({ lineHeight: lineHeightOf(operand) })],
  [0x840f, (operand) => ({ left: points(operand) })],
  [0x845e, (operand) => ({ left: points(operand) })],
  [0x840e, (operand) => ({ right: points(operand) })],
  [0x845d, (operand) => ({ right: points(operand) })],
  [0x8411, (operand) => ({ firstLine: points(operand) })],
  [0x8460, (operand) => ({ firstLine: points(operand) })],
  [0x2405, (operand) => ({ keepTogether: flag(operand) })],
  [0x2406, (operand) => ({ keepWithNext: flag(operand) })],
]);

/** The layout of a paragraph. `text` is that of its style. */
export function paragraphLayout(sprms: readonly Sprm[], text: RunLayout | undefined): ParagraphLayout {
  let layout: ParagraphLayout = { spaceBefore: 0, spaceAfter: 0, text };
  for (const { code, operand } of sprms) {
    if (operand.length > 0) layout = { ...layout, ...paragraphChanges.get(code)?.(operand) };
  }
  return layout;
}

const aligns: readonly ParagraphProperties['align'][] = [undefined, 'center', 'right', 'justify'];

/** The alignment of a paragraph. */
export const paragraphAlign = (sprms: readonly Sprm[]): ParagraphProperties['align'] => {
  const last = sprms.findLast(
    ({ code, operand }) => (code === 0x2461 || code === 0x2403) && operand.length > 0,
  );
  return last === undefined ? undefined : aligns[last.operand.readUInt8(0)];
};

/** The layout of text, without a font if it names none. */
export function runLayout(sprms: readonly Sprm[], fonts: readonly string[]): RunLayout | undefined {
  let layout: RunLayout | undefined;
  for (const { code, operand } of sprms) {
    if (operand.length === 0) continue;
    const value = operand.readUInt8(0);
    if (code === 0x4a43 && operand.length >= 2)
      layout = { ...layout, size: Math.min(MAX_SIZE, Math.max(1, operand.readUInt16LE(0) / 2)) };
    else if (code === 0x4a4f) layout = { ...layout, font: fonts[Math.max(0, short(operand))] };
    else if (code === 0x2a42) layout = { ...layout, colour: palette[value] };
    else if (code === 0x6870) layout = { ...layout, colour: colourAt(operand, 0) };
    else if (code === 0x2a0c) layout = { ...layout, background: palette[value] };
    else if (code === 0x083b) layout = { ...layout, capitals: value === 0 ? undefined : 'all' };
    else if (code === 0x083a) layout = { ...layout, capitals: value === 0 ? undefined : 'small' };
  }
  return layout;
}

// [MS-DOC] 2.9.17, Brc80: an eighth of a point, a kind and a colour. Kinds of lines that are not solid.
const NIL = 0xffffffff;
const MIN_WIDTH = 0.25;
const dashes: ReadonlyMap<number, Border['dash']> = new Map([
  [3, 'double'],
  [6, 'dotted'],
  [7, 'dashed'],
  [8, 'dashed'],
  [9, 'dashed'],
  [22, 'dashed'],
]);

function borderAt(cell: Buffer, at: number): Border | undefined {
  if (at + 4 > cell.length || cell.readUInt32LE(at) === NIL || cell.readUInt8(at + 1) === 0) return undefined;
  return {
    width: Math.max(MIN_WIDTH, cell.readUInt8(at) / 8),
    colour: palette[cell.readUInt8(at + 2)] ?? '#000000',
    dash: dashes.get(cell.readUInt8(at + 1)),
  };
}

/** The layout of a cell, from its definition in a row ([MS-DOC] 2.9.306, TC80). */
export const cellLayout = (cell: Buffer, background: string | undefined): CellLayout => ({
  borders: {
    top: borderAt(cell, 4),
    left: borderAt(cell, 8),
    bottom: borderAt(cell, 12),
    right: borderAt(cell, 16),
  },
  background,
});

const SHADING_BYTES = 10;

/** The backgrounds of the cells of a row ([MS-DOC] 2.9.49, DefTableShdOperand). */
export const cellBackgrounds = (operand: Buffer): readonly (string | undefined)[] =>
  Array.from({ length: Math.floor(operand.length / SHADING_BYTES) }, (_, index) =>
    colourAt(operand, index * SHADING_BYTES + 4),
  );
