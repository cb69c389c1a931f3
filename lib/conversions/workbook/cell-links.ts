import { safeHref } from '../document/safe-href.ts';
import type { CellLink, CellRange } from './workbook.ts';

// Excel's limit for a sheet.
const MAX_LINKS = 65_530;

/**
 * The address of a link in a workbook: a safe one, or `#` and a place such as `'My Sheet'!A1`. Undefined for all others,
 * including files.
 */
const linkAddress = (href: string | undefined): string | undefined => {
  const address = safeHref(href);
  // Spaces belong to the names of sheets.
  return address?.startsWith('#') ? href?.trim() : address;
};

const UNQUOTED = /^'(.*)'$/s;

/** The sheet that a link inside the workbook refers to; undefined for other links. */
export function linkedSheet(href: string): string | undefined {
  const end = href.lastIndexOf('!');
  if (!href.startsWith('#') || end < 0) return undefined;
  const name = href.slice(1, end);
  return UNQUOTED.exec(name)?.[1]?.replaceAll("''", "'") ?? name;
}

// The address in a formula, and the text that it shows, if both are texts without quotation marks.
const ADDRESS = /^HYPERLINK\(\s*"([^"]+)"\s*[,)]/i;
const SHOWN = /^HYPERLINK\(\s*"[^"]+"\s*(?:,\s*"([^"]*)"\s*)?\)$/i;

/** The address of a formula `HYPERLINK("https://...", "text")` and its text, if the formula states it; undefined for all others. */
export function hyperlinkOf(
  formula: string,
): { readonly href: string; readonly text: string | undefined } | undefined {
  const href = ADDRESS.exec(formula)?.[1];
  if (href === undefined) return undefined;
  const shown = SHOWN.exec(formula);
  return { href, text: shown === null ? undefined : (shown[1] ?? href) };
}

/** The links of a sheet, each cell's once. */
export function createLinks() {
  const links = new Map<string, CellLink>();
  return {
    /** Adds a link to a cell, or to each of some. Ignores an unsafe one. */
    add: (href: string | undefined, { firstRow, firstColumn, lastRow, lastColumn }: CellRange): void => {
      const address = linkAddress(href);
      if (address === undefined) return;
      for (let row = firstRow; row <= lastRow; row += 1)
        for (let column = firstColumn; column <= lastColumn; column += 1) {
          if (links.size >= MAX_LINKS) return;
          links.set(`${row} ${column}`, { row, column, href: address });
        }
    },
    /** Those of cells with a value. */
    of: (rows: readonly (readonly unknown[])[]): readonly CellLink[] | undefined => {
      const used = [...links.values()].filter(({ row, column }) => (rows[row]?.[column] ?? null) !== null);
      return used.length === 0 ? undefined : used;
    },
  };
}
