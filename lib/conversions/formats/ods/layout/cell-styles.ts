import { nameTable } from '../../../base/name-table.ts';
import type { SheetCellStyle } from '../../../document/printed-sheet.ts';
import { bordersOf, colourOf } from '../../../shared/opendocument/layout-properties.ts';
import { pointsOf } from '../../../shared/opendocument/lengths.ts';
import type { OdsStyles } from './read-styles.ts';
import type { Formatting } from './style-names.ts';

/** The styles of cells in a workbook. */
export interface CellStyles {
  /** The first one is the style `Default`. */
  readonly list: SheetCellStyle[];
  /** Index of a style in the list. Numbers without an alignment of their own are aligned right. */
  readonly indexOf: (name: string, isNumber: boolean) => number;
}

const MAX_PARENTS = 32;
const MAX_SIZE = 409;
const DEFAULT = 'Default';
const aligns = nameTable<SheetCellStyle['align']>({
  start: 'left',
  left: 'left',
  center: 'center',
  end: 'right',
  right: 'right',
  justify: 'justify',
});
const verticalAligns = nameTable<SheetCellStyle['verticalAlign']>({ top: 'top', middle: 'middle' });

const isLine = (value: string | undefined): true | undefined =>
  value !== undefined && value !== 'none' ? true : undefined;

function cellStyleOf(properties: Formatting, fonts: ReadonlyMap<string, string>): SheetCellStyle {
  const declared = properties['style:font-name'];
  const font = properties['fo:font-family'] ?? fonts.get(declared ?? '') ?? declared;
  const size = pointsOf(properties['fo:font-size']) ?? 0;
  const align =
    properties['style:text-align-source'] === 'value-type'
      ? undefined
      : aligns[properties['fo:text-align'] ?? ''];
  const indent = pointsOf(properties['fo:margin-left']) ?? 0;
  const weight = properties['fo:font-weight'] ?? '';
  const slope = properties['fo:font-style'] ?? '';
  return {
    font: font?.replaceAll(/['"]/g, '').split(',')[0],
    size: size > 0 && size <= MAX_SIZE ? size : undefined,
    colour: colourOf(properties['fo:color']),
    bold: weight === 'bold' || Number(weight) >= 600 || undefined,
    italic: slope === 'italic' || slope === 'oblique' || undefined,
    underline: isLine(properties['style:text-underline-style']),
    strike: isLine(properties['style:text-line-through-style']),
    fill: colourOf(properties['fo:background-color']),
    borders: bordersOf(properties as Readonly<Record<string, string>>),
    align,
    verticalAlign: verticalAligns[properties['style:vertical-align'] ?? ''],
    wrap: properties['fo:wrap-option'] === 'wrap' || align === 'justify' || undefined,
    indent: indent > 0 && align !== undefined ? indent : undefined,
  };
}

/** Formatting with that of the parents and the default style, nearest first. A chain that is too long is cut. */
function inherited({ styles }: OdsStyles, name: string): Formatting {
  const chain: Formatting[] = [];
  let next: string | undefined = name;
  while (next !== undefined && chain.length < MAX_PARENTS) {
    const style = styles.get(`table-cell ${next}`);
    if (style === undefined) break;
    chain.push(style.formatting);
    next = style.parent;
  }
  chain.push(styles.get('table-cell ')?.formatting ?? {});
  return chain.reduceRight<Formatting>((all, own) => {
    // A border of all sides replaces those of single sides in a parent.
    const {
      'fo:border-top': _t,
      'fo:border-right': _r,
      'fo:border-bottom': _b,
      'fo:border-left': _l,
      ...rest
    } = all;
    return { ...(own['fo:border'] === undefined ? all : rest), ...own };
  }, {});
}

/** Creates the list of cell styles, which grows as cells refer to them. */
export function createCellStyles(styles: OdsStyles): CellStyles {
  const list: SheetCellStyle[] = [cellStyleOf(inherited(styles, DEFAULT), styles.fonts)];
  const indexes = new Map<string, number>([[DEFAULT, 0]]);
  const plainIndex = (name: string): number => {
    const known = indexes.get(name);
    if (known !== undefined) return known;
    const isKnown = styles.styles.has(`table-cell ${name}`);
    const index = isKnown ? list.push(cellStyleOf(inherited(styles, name), styles.fonts)) - 1 : 0;
    if (isKnown) indexes.set(name, index);
    return index;
  };
  const numberIndexes = new Map<number, number>();
  const indexOf = (name: string, isNumber: boolean): number => {
    const index = plainIndex(name);
    const style = list[index];
    if (!isNumber || style?.align !== undefined) return index;
    const known = numberIndexes.get(index) ?? list.push({ ...style, align: 'right' }) - 1;
    numberIndexes.set(index, known);
    return known;
  };
  return { list, indexOf };
}
