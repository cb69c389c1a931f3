/** Texts of cells by row. */
export type Cells = readonly (readonly string[])[];

/** Parses comma-separated values (RFC 4180). */
export function parseCsv(text: string): Cells {
  const rows: string[][] = [];
  let row: string[] = [];
  for (const [, quoted, bare = '', end = ''] of text.matchAll(
    /(?:"((?:[^"]|"")*)"|([^",\r\n]*))(,|\r?\n|$)/g,
  )) {
    row.push(quoted?.replaceAll('""', '"') ?? bare);
    if (end === ',') continue;
    rows.push(row);
    row = [];
    if (end === '') break;
  }
  return rows;
}

/** The rows from the first to the last with a value, and the columns in the same way: Excel's csv begins there. */
export function usedRange(cells: Cells): Cells {
  const isFilled = (text: string): boolean => text !== '';
  const filled = cells.map((row) => row.some(isFilled));
  const rows = cells.slice(Math.max(0, filled.indexOf(true)), filled.lastIndexOf(true) + 1);
  const lefts = rows.map((row) => row.findIndex(isFilled)).filter((left) => left >= 0);
  const left = lefts.reduce((least, each) => Math.min(least, each), Number.POSITIVE_INFINITY);
  return rows.map((row) => row.slice(left, row.findLastIndex(isFilled) + 1));
}

// What Windows-1252 lacks is `_` in Excel's csv.
const FOREIGN =
  /[^\t\n\r -~\u00a1-\u00ff\u20ac\u201a\u0192\u201e\u2026\u2020\u2021\u02c6\u2030\u0160\u2039\u0152\u017d\u2018\u2019\u201c\u201d\u2022\u2013\u2014\u02dc\u2122\u0161\u203a\u0153\u017e\u0178\u00a0]/gu;

// Excel writes `_` for each half of a surrogate pair, and the line ends of its own files in three ways.
const comparable = (text: string): string =>
  text
    .replaceAll(FOREIGN, (character) => '_'.repeat(character.length))
    .replaceAll('\u00a0', ' ')
    .replaceAll(/\r\n?/g, '\n')
    .trim();

export const sameText = (one: string, other: string): boolean => comparable(one) === comparable(other);

/** The number that a text shows. */
function numberOf(text: string): number | undefined {
  const found = /^\(?(-?[\d.]+(?:e[+-]?\d+)?)(%?)\)?$/i.exec(text.trim().replaceAll(/[,$€£\s]/g, ''));
  if (found === null) return undefined;
  const number = Number(found[1]) * (text.trim().startsWith('(') ? -1 : 1);
  return found[2] === '%' ? number / 100 : number;
}

/** Whether two cells have the same text, or the same number as precisely as the second shows it. */
export function sameValue(one: string, other: string): boolean {
  if (sameText(one, other) || one.toLowerCase() === other.toLowerCase()) return true;
  const [has, wanted] = [numberOf(one), numberOf(other)];
  if (has === undefined || wanted === undefined) return false;
  const decimals = /\.(\d*)/.exec(other)?.[1]?.length ?? 0;
  const step = 10 ** -decimals * (other.includes('%') ? 0.01 : 1);
  const difference = Math.abs(has - wanted);
  return difference <= 1e-9 * Math.max(1, Math.abs(wanted)) || difference <= step / 2 + 1e-12;
}
