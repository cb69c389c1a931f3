import { nameTable } from '../../../base/name-table.ts';
import type { Border, Borders } from '../../../document/page-layout.ts';
import type { SheetCellStyle } from '../../../document/printed-sheet.ts';
import { isOn } from '../../../shared/ooxml/on-off.ts';
import { borderOf } from '../../../shared/sheets/border-styles.ts';
import { paletteColour } from '../../../shared/sheets/palette.ts';
import { XML_CLOSE, XML_END, XML_OPEN } from '../../../shared/xml/tag-kinds.ts';
import { type XmlCursor, xmlCursor } from '../../../shared/xml/xml-cursor.ts';
import { tinted } from './theme-colours.ts';

const elements = [
  'fonts',
  'fills',
  'borders',
  'cellXfs',
  'font',
  'fill',
  'border',
  'xf',
  'sz',
  'name',
  'color',
  'b',
  'i',
  'u',
  'strike',
  'patternFill',
  'fgColor',
  'left',
  'right',
  'top',
  'bottom',
  'start',
  'end',
  'alignment',
] as const;
const attributes = [
  'val',
  'rgb',
  'indexed',
  'theme',
  'tint',
  'patternType',
  'style',
  'fontId',
  'fillId',
  'borderId',
  'horizontal',
  'vertical',
  'wrapText',
  'indent',
] as const;
const names: readonly string[] = [...elements, ...attributes];
type Name = (typeof elements)[number] | (typeof attributes)[number];
const indexes = new Map(names.map((name, index) => [name, index]));
const at = (name: Name): number => indexes.get(name) ?? -1;

const MAX_STYLES = 65_536;
const MAX_SIZE = 409;
const INDENT = 9;
const sections = ['fonts', 'fills', 'borders', 'cellXfs'] as const;
const sides = [
  ['left', 'left'],
  ['right', 'right'],
  ['top', 'top'],
  ['bottom', 'bottom'],
  ['start', 'left'],
  ['end', 'right'],
] as const;

type Mutable<T> = { -readonly [Key in keyof T]: T[Key] };
type FontStyle = Mutable<
  Pick<SheetCellStyle, 'font' | 'size' | 'colour' | 'bold' | 'italic' | 'underline' | 'strike'>
>;
type Alignment = Mutable<Pick<SheetCellStyle, 'align' | 'verticalAlign' | 'wrap' | 'indent'>>;

const isOnByDefault = (value: string | undefined): boolean => value === undefined || isOn(value);

/** Reads a colour from the attributes of an element; undefined for the automatic one. */
function colourOf(cursor: XmlCursor, theme: readonly (string | undefined)[]): string | undefined {
  const rgb = cursor.attribute(at('rgb'));
  const own =
    rgb !== undefined && /^(?:[\da-f]{2})?[\da-f]{6}$/i.test(rgb)
      ? `#${rgb.slice(-6).toLowerCase()}`
      : cursor.integer(at('theme')) >= 0
        ? theme[cursor.integer(at('theme'))]
        : cursor.integer(at('indexed')) >= 0
          ? paletteColour(cursor.integer(at('indexed')))
          : undefined;
  return own === undefined ? undefined : tinted(own, Number(cursor.attribute(at('tint')) ?? 0));
}

function readFontProperty(cursor: XmlCursor, font: FontStyle, theme: readonly (string | undefined)[]): void {
  const value = cursor.attribute(at('val'));
  switch (cursor.name()) {
    case at('sz'): {
      const size = Number(value);
      if (size > 0 && size <= MAX_SIZE) font.size = size;
      break;
    }
    case at('name'):
      font.font ??= value;
      break;
    case at('color'):
      font.colour = colourOf(cursor, theme);
      break;
    case at('b'):
      font.bold = isOnByDefault(value) || undefined;
      break;
    case at('i'):
      font.italic = isOnByDefault(value) || undefined;
      break;
    case at('u'):
      font.underline = value === 'none' ? undefined : true;
      break;
    case at('strike'):
      font.strike = isOnByDefault(value) || undefined;
      break;
  }
}

const aligns = nameTable<SheetCellStyle['align']>({
  left: 'left',
  fill: 'left',
  center: 'center',
  centerContinuous: 'center',
  right: 'right',
  justify: 'justify',
  distributed: 'center',
});
const verticalAligns = nameTable<SheetCellStyle['verticalAlign']>({
  top: 'top',
  justify: 'top',
  center: 'middle',
  distributed: 'middle',
});

function readAlignment(cursor: XmlCursor): Alignment {
  const alignment: Alignment = {};
  const horizontal = cursor.attribute(at('horizontal')) ?? '';
  const vertical = cursor.attribute(at('vertical')) ?? '';
  alignment.align = aligns[horizontal];
  alignment.verticalAlign = verticalAligns[vertical];
  const wrap = cursor.attribute(at('wrapText'));
  const isWrapped =
    (wrap !== undefined && isOnByDefault(wrap)) || /justify|distributed/.test(`${horizontal} ${vertical}`);
  if (isWrapped) alignment.wrap = true;
  const indent = cursor.integer(at('indent'));
  if (indent > 0) alignment.indent = Math.min(indent, 250) * INDENT;
  return alignment;
}

/** Reads the style of each cell format (ECMA-376 18.8.10), by its index. */
export function readCellStyles(
  part: Uint8Array | undefined,
  theme: readonly (string | undefined)[],
): readonly SheetCellStyle[] {
  if (part === undefined) return [];
  const cursor = xmlCursor(part, names);
  const fonts: FontStyle[] = [];
  const fills: (string | undefined)[] = [];
  const borders: Mutable<Borders>[] = [];
  const styles: SheetCellStyle[] = [];
  let section = '';
  let isPattern = false;
  let side: keyof Borders | undefined;
  let lineStyle = '';
  let alignment: Alignment = {};
  let ids = { font: 0, fill: 0, border: 0 };

  const endStyle = (): void => {
    const border = borders[ids.border];
    styles.push({
      ...fonts[ids.font],
      fill: fills[ids.fill],
      borders: border !== undefined && Object.keys(border).length > 0 ? border : undefined,
      ...alignment,
    });
  };
  const setBorder = (border: Border | undefined): void => {
    const last = borders.at(-1);
    if (last !== undefined && side !== undefined && border !== undefined) last[side] = border;
  };

  for (let token = cursor.next(); token !== XML_END; token = cursor.next()) {
    const name = cursor.name();
    const own = sections.find((each) => at(each) === name);
    if (own !== undefined) {
      section = token === XML_OPEN ? own : '';
      continue;
    }
    if (section === '') continue;
    if (token === XML_CLOSE) {
      if (name === at('xf') && section === 'cellXfs' && styles.length < MAX_STYLES) endStyle();
      continue;
    }
    if (section === 'fonts') {
      if (name === at('font')) fonts.push({});
      else readFontProperty(cursor, fonts.at(-1) ?? {}, theme);
    } else if (section === 'fills') {
      if (name === at('fill')) fills.push(undefined);
      else if (name === at('patternFill'))
        isPattern = !/^(?:none|)$/.test(cursor.attribute(at('patternType')) ?? '');
      else if (name === at('fgColor') && isPattern) fills[fills.length - 1] = colourOf(cursor, theme);
    } else if (section === 'borders') {
      const found = sides.find(([each]) => at(each) === name);
      if (name === at('border')) borders.push({});
      else if (found !== undefined) {
        side = found[1];
        lineStyle = cursor.attribute(at('style')) ?? '';
        setBorder(borderOf(lineStyle, '#000000'));
      } else if (name === at('color')) {
        setBorder(borderOf(lineStyle, colourOf(cursor, theme) ?? '#000000'));
      } else side = undefined;
    } else if (name === at('xf')) {
      ids = {
        font: cursor.integer(at('fontId')),
        fill: cursor.integer(at('fillId')),
        border: cursor.integer(at('borderId')),
      };
      alignment = {};
      if (token !== XML_OPEN && styles.length < MAX_STYLES) endStyle();
    } else if (name === at('alignment')) alignment = readAlignment(cursor);
  }
  return styles;
}
