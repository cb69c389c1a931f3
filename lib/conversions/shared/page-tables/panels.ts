import type { PageCell, PageTable } from './page-table.ts';

/** Number of columns after which the header repeats. Undefined if it does not. */
function periodOf(header: readonly PageCell[]): number | undefined {
  const texts = header.map(({ text }) => text.toLowerCase());
  if (texts.some((text) => text === '') || header.some(({ columnSpan = 1 }) => columnSpan > 1))
    return undefined;
  for (let period = 2; period <= texts.length / 2; period += 1) {
    const repeats = texts.length % period === 0 && texts.every((text, at) => text === texts[at % period]);
    if (repeats) return period;
  }
  return undefined;
}

const isEmpty = (row: readonly PageCell[]): boolean => row.every(({ text }) => text === '');

/**
 * Splits tables side by side with the same header, such as the columns of a long list. Returns other tables unchanged.
 */
export function splitPanels(table: PageTable): PageTable[] {
  const { rows, bbox, headerRows, caption, ...rest } = table;
  const period = headerRows === 1 ? periodOf(rows[0] ?? []) : undefined;
  const width = rows[0]?.length ?? 0;
  if (period === undefined || rows.some((row) => row.length !== width)) return [table];
  const panels = width / period;
  return Array.from({ length: panels }, (_, panel) => ({
    ...rest,
    headerRows,
    // The first one gets the title of all of them.
    ...(caption === undefined || panel > 0 ? {} : { caption }),
    bbox: { ...bbox, x: bbox.x + (panel * bbox.width) / panels, width: bbox.width / panels },
    rows: rows.map((row) => row.slice(panel * period, (panel + 1) * period)).filter((row) => !isEmpty(row)),
  }));
}
