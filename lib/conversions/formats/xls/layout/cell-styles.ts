import type { Border, Borders } from '../../../document/page-layout.ts';
import type { SheetCellStyle } from '../../../document/printed-sheet.ts';
import { borderOf } from '../../../shared/sheets/border-styles.ts';
import { paletteColour } from '../../../shared/sheets/palette.ts';
import { type BiffRecord, byte, long, word } from './biff-records.ts';

const FONT = 0x0031;
const PALETTE = 0x0092;
const FORMAT = 0x00e0;
const MAX_STYLES = 65_536;
const BOLD_FROM = 600;
const INDENT = 9;
// Fonts are numbered from 0, without a number 4.
const MISSING_FONT = 4;

// [MS-XLS] 2.5.11, 2.5.129 and 2.5.279.
const lineStyles = [
  '',
  'thin',
  'medium',
  'dashed',
  'dotted',
  'thick',
  'double',
  'hair',
  'mediumDashed',
  'dashDot',
  'mediumDashDot',
  'dashDotDot',
  'mediumDashDotDot',
  'slantDashDot',
];
const aligns = [undefined, 'left', 'center', 'right', 'left', 'justify', 'center', 'center'] as const;
const verticalAligns = ['top', 'middle', undefined, 'top', 'middle'] as const;

type FontStyle = Pick<
  SheetCellStyle,
  'font' | 'size' | 'colour' | 'bold' | 'italic' | 'underline' | 'strike'
>;
type ColourOf = (index: number) => string | undefined;

/** Reads a font ([MS-XLS] 2.4.122). */
function fontOf(data: Buffer, colourOf: ColourOf): FontStyle {
  const isWide = (byte(data, 15) & 1) === 1;
  const characters = data.subarray(16, 16 + byte(data, 14) * (isWide ? 2 : 1));
  const flags = word(data, 2);
  return {
    font: characters.toString(isWide ? 'utf16le' : 'latin1') || undefined,
    size: word(data, 0) > 0 ? word(data, 0) / 20 : undefined,
    colour: colourOf(word(data, 4)),
    bold: word(data, 6) >= BOLD_FROM || undefined,
    italic: (flags & 2) !== 0 || undefined,
    underline: byte(data, 10) !== 0 || undefined,
    strike: (flags & 8) !== 0 || undefined,
  };
}

/** Reads the palette's own colours ([MS-XLS] 2.4.188). */
const paletteOf = (data: Buffer): string[] =>
  Array.from(
    { length: Math.min(56, word(data, 0)) },
    (_, index) =>
      `#${data
        .subarray(2 + index * 4, 5 + index * 4)
        .toString('hex')
        .padEnd(6, '0')}`,
  );

/** Reads the borders of a cell format. */
function bordersOf(data: Buffer, colourOf: ColourOf): Borders | undefined {
  const first = long(data, 10);
  const second = long(data, 14);
  const line = (style: number, colour: number): Border | undefined =>
    borderOf(lineStyles[style & 15] ?? '', colourOf(colour & 127) ?? '#000000');
  const borders = {
    left: line(first, first >>> 16),
    right: line(first >>> 4, first >>> 23),
    top: line(first >>> 8, second),
    bottom: line(first >>> 12, second >>> 7),
  };
  return Object.values(borders).some((border) => border !== undefined) ? borders : undefined;
}

/** Reads a cell format ([MS-XLS] 2.4.353). */
function styleOf(data: Buffer, fonts: readonly FontStyle[], colourOf: ColourOf): SheetCellStyle {
  const font = word(data, 0);
  const alignment = byte(data, 6);
  const indent = byte(data, 8) & 15;
  const pattern = long(data, 14) >>> 26;
  const align = aligns[alignment & 7];
  return {
    ...fonts[font > MISSING_FONT ? font - 1 : font],
    fill: pattern === 0 ? undefined : colourOf(word(data, 18) & 127),
    borders: bordersOf(data, colourOf),
    align,
    verticalAlign: verticalAligns[(alignment >> 4) & 7],
    wrap: (alignment & 8) !== 0 || align === 'justify' || undefined,
    indent: indent > 0 ? indent * INDENT : undefined,
  };
}

/** Reads the style of each cell format from the records of the workbook. */
export function readCellStyles(records: readonly BiffRecord[]): readonly SheetCellStyle[] {
  const own = records.find(({ type }) => type === PALETTE);
  const palette = own === undefined ? [] : paletteOf(own.data);
  const colourOf: ColourOf = (index) => palette[index - 8] ?? paletteColour(index);
  const ofType = (wanted: number): Buffer[] =>
    records
      .filter(({ type }) => type === wanted)
      .slice(0, MAX_STYLES)
      .map(({ data }) => data);
  const fonts = ofType(FONT).map((data) => fontOf(data, colourOf));
  return ofType(FORMAT).map((data) => styleOf(data, fonts, colourOf));
}
