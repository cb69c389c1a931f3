import type { Box } from '../../shared/geometry/box.ts';
import type { SourceCell, SourceTable } from '../../shared/page-layout/text-run.ts';

// liteparse replaces typographic dashes and quotation marks by those of ASCII: "2003–04" becomes "2003-04".
const PLAIN = /[-'"]/;
const ALL_PLAIN = /[-'"]/g;

const plainSigns: ReadonlyMap<string, string> = new Map([
  ...[...'-\'"'].map((sign): [string, string] => [sign, sign]),
  ...[...'\u2010\u2011\u2012\u2013\u2014\u2015\u2212'].map((dash): [string, string] => [dash, '-']),
  ...[...'\u2018\u2019\u201a\u201b\u2032'].map((mark): [string, string] => [mark, "'"]),
  ...[...'\u201c\u201d\u201e\u201f\u2033'].map((mark): [string, string] => [mark, '"']),
]);

/** A dash or quotation mark as it is in the file, plain ones included. Its middle, in points from the page's top left. */
export interface Sign {
  readonly text: string;
  readonly x: number;
  readonly y: number;
}

const signsByCode: ReadonlyMap<number, string> = new Map(
  [...plainSigns.keys()].map((sign) => [sign.charCodeAt(0), sign]),
);

/** Returns the dash or quotation mark of a UTF-16 code, plain or not; undefined for another character. */
export const signOf = (code: number): string | undefined => signsByCode.get(code);

// Points in which signs are looked up.
const BAND = 8;
// Points that the middle of a sign may be outside of its item.
const MARGIN = 0.5;
// Points by which the middles of signs on one line differ, less than from line to line.
const MAX_STEP = 4;

function bandsOf(signs: readonly Sign[]): Map<number, Sign[]> {
  const bands = new Map<number, Sign[]>();
  for (const sign of signs) {
    const band = Math.floor(sign.y / BAND);
    const own = bands.get(band);
    if (own === undefined) bands.set(band, [sign]);
    else own.push(sign);
  }
  return bands;
}

type Bands = ReadonlyMap<number, readonly Sign[]>;

function signsIn({ x, y, width, height }: Box, bands: Bands): Sign[] {
  const inside: Sign[] = [];
  for (let band = Math.floor(y / BAND); band <= Math.floor((y + height) / BAND); band += 1) {
    for (const sign of bands.get(band) ?? []) {
      const isInside = sign.x >= x - MARGIN && sign.x <= x + width + MARGIN;
      if (isInside && sign.y >= y && sign.y <= y + height) inside.push(sign);
    }
  }
  return inside;
}

const fromLeft = (signs: readonly Sign[]): Sign[] => signs.toSorted((one, other) => one.x - other.x);

/** Signs line by line, each from left to right. */
function byLines(signs: readonly Sign[]): Sign[] {
  const lines: Sign[][] = [];
  for (const sign of signs.toSorted((one, other) => one.y - other.y)) {
    const line = lines.at(-1);
    if (line !== undefined && sign.y - (line[0]?.y ?? 0) < MAX_STEP) line.push(sign);
    else lines.push([sign]);
  }
  return lines.flatMap(fromLeft);
}

/** Replaces the signs of texts, one after the other. */
function replacer(signs: readonly Sign[]): (text: string) => string {
  let at = 0;
  return (text) =>
    text.replaceAll(ALL_PLAIN, (sign) => {
      at += 1;
      return signs[at - 1]?.text ?? sign;
    });
}

/** Returns what replaces the signs of a text by those found at its place; undefined if it has them, or they are others. */
function replacerFor(text: string, found: readonly Sign[]): ((text: string) => string) | undefined {
  const plain = found.map((sign) => plainSigns.get(sign.text)).join('');
  const isSame = found.every((sign) => sign.text === plainSigns.get(sign.text));
  return isSame || plain !== (text.match(ALL_PLAIN) ?? []).join('') ? undefined : replacer(found);
}

/** Whether a text has signs that may be others in the file. */
export const hasPlainSigns = (text: string): boolean => PLAIN.test(text);

/** A text on one line, with its words if they are known. */
interface Item extends Box {
  readonly text: string;
  readonly words?: readonly { readonly text: string }[] | undefined;
}

/**
 * Gives the texts of a page the dashes and quotation marks that they have in the file. An item whose signs are not those
 * that the file has at its place stays as it is, the same object.
 */
export function withOriginalSigns<T extends Item>(items: readonly T[], signs: readonly Sign[]): T[] {
  const bands = bandsOf(signs);
  return items.map((item) => {
    if (!hasPlainSigns(item.text)) return item;
    const found = fromLeft(signsIn(item, bands));
    const text = replacerFor(item.text, found)?.(item.text);
    if (text === undefined) return item;
    if (item.words === undefined) return { ...item, text };
    const replace = replacer(found);
    return { ...item, text, words: item.words.map((word) => ({ ...word, text: replace(word.text) })) };
  });
}

/** Gives the tables of a page the dashes and quotation marks that they have in the file. */
export function withOriginalCells(tables: readonly SourceTable[], signs: readonly Sign[]): SourceTable[] {
  const bands = bandsOf(signs);
  const original = (cell: SourceCell): SourceCell => {
    if (cell.box === undefined || !hasPlainSigns(cell.text)) return cell;
    const text = replacerFor(cell.text, byLines(signsIn(cell.box, bands)))?.(cell.text);
    return text === undefined ? cell : { ...cell, text };
  };
  // A caption inside of the table's frame is its first text.
  const originalCaption = (caption: string, bbox: Box): string => {
    const count = caption.match(ALL_PLAIN)?.length ?? 0;
    return replacerFor(caption, byLines(signsIn(bbox, bands)).slice(0, count))?.(caption) ?? caption;
  };
  return tables.map((table) => ({
    ...table,
    rows: table.rows.map((row) => row.map(original)),
    caption: table.caption === undefined ? undefined : originalCaption(table.caption, table.bbox),
  }));
}
