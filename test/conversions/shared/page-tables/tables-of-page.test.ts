import { describe, expect, it } from 'vitest';
import type { PageCell } from '../../../../lib/conversions/shared/page-tables/page-table.ts';
import { tablesOfPage } from '../../../../lib/conversions/shared/page-tables/tables-of-page.ts';
import { noTables } from './no-table-cases.ts';
import { gridOf, type Placed, pageOf, rowsAt } from './synthetic-page.ts';
import type { TableCase } from './table-case.ts';
import { tables } from './table-cases.ts';
import { wrappedTables } from './wrapped-table-cases.ts';

const cellText = ({ text, columnSpan = 1, rowSpan = 1 }: PageCell): string =>
  `${text}${columnSpan > 1 ? ` >${columnSpan}` : ''}${rowSpan > 1 ? ` v${rowSpan}` : ''}`;

/** Tables as rows of cells; spans follow the text. */
const found = ({ texts, lines, shades }: Omit<TableCase, 'title' | 'tables'>) =>
  tablesOfPage(pageOf(texts, lines, shades)).map(({ rows, headerRows }) => ({
    rows: rows.map((row) => row.map(cellText).join(' | ')),
    headerRows,
  }));

describe('tablesOfPage', () => {
  it.each([...tables, ...wrappedTables])('finds $title', ({ tables: expected, ...page }) => {
    const got = found(page);

    expect(got).toEqual(expected);
  });

  it.each(noTables)('does not report $title as a table', (page) => {
    const got = found(page);

    expect(got).toEqual([]);
  });

  it.each(noTables)('does not report $title, which was proposed as a table', ({ texts, lines, shades }) => {
    const page = pageOf(texts, lines, shades);

    const got = tablesOfPage({ ...page, proposals: [{ x: 40, y: 90, width: 520, height: 400 }] });

    expect(got).toEqual([]);
  });

  it('decides on the parts of a candidate that is no table as a whole', () => {
    const part = (top: number, names: readonly string[]): Placed[] =>
      rowsAt(
        [60, 150, 210],
        top,
        14,
        names.map((name, at) => [name, `${at + 1},204`, `${at + 12}.5`]),
      );
    const proposals = [100, 172].map((y) => ({ x: 55, y: y - 4, width: 200, height: 54 }));
    const page = {
      ...pageOf([
        ...part(100, ['North', 'South', 'East', 'West']),
        ...part(172, ['Malo', 'Naples', 'Bergen', 'Cork']),
      ]),
      proposals,
    };
    const rowsFound = (most: number): number[] =>
      tablesOfPage(page, ({ rows }) => rows.length <= most).map(({ rows }) => rows.length);

    expect(rowsFound(8)).toEqual([8]);
    expect(rowsFound(7)).toEqual([4, 4]);
    expect(rowsFound(3)).toEqual([]);
  });

  it('reads each of 50,000 texts a bounded number of times, and treats the page as a drawing', () => {
    const page = pageOf(
      Array.from(
        { length: 50_000 },
        (_, index): Placed => [(index % 100) * 60, Math.floor(index / 100) * 20, `${index}`],
      ),
    );
    let reads = 0;
    const runs = page.runs.map(({ text, ...run }) => ({
      ...run,
      get text() {
        reads += 1;
        return text;
      },
    }));

    const got = tablesOfPage({ ...page, runs });

    expect(got).toEqual([]);
    expect(reads).toBeLessThan(4 * 50_000);
  });

  it('treats a page with more lines than a table can have as a drawing', () => {
    const lines = gridOf(
      Array.from({ length: 800 }, (_, index) => index * 7),
      Array.from({ length: 800 }, (_, index) => index * 7),
    );

    const got = found({ texts: [[1, 1, 'map']], lines });

    expect(got).toEqual([]);
  });
});
