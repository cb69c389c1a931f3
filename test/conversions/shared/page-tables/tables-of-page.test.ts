import { describe, expect, it } from 'vitest';
import type { PageCell } from '../../../../lib/conversions/shared/page-tables/page-table.ts';
import { tablesOfPage } from '../../../../lib/conversions/shared/page-tables/tables-of-page.ts';
import { noTables } from './no-table-cases.ts';
import { gridOf, type Placed, pageOf } from './synthetic-page.ts';
import type { TableCase } from './table-case.ts';
import { tables } from './table-cases.ts';

const cellText = ({ text, columnSpan = 1, rowSpan = 1 }: PageCell): string =>
  `${text}${columnSpan > 1 ? ` >${columnSpan}` : ''}${rowSpan > 1 ? ` v${rowSpan}` : ''}`;

/** Tables as rows of cells; spans follow the text. */
const found = ({ texts, lines, shades }: Omit<TableCase, 'title' | 'tables'>) =>
  tablesOfPage(pageOf(texts, lines, shades)).map(({ rows, headerRows }) => ({
    rows: rows.map((row) => row.map(cellText).join(' | ')),
    headerRows,
  }));

describe('tablesOfPage', () => {
  it.each(tables)('finds $title', ({ tables: expected, ...page }) => {
    const got = found(page);

    expect(got).toEqual(expected);
  });

  it.each(noTables)('does not report $title as a table', (page) => {
    const got = found(page);

    expect(got).toEqual([]);
  });

  it.each(noTables)(
    'does not report $title, which liteparse takes for a table',
    ({ texts, lines, shades }) => {
      const page = pageOf(texts, lines, shades);
      const bbox = { x: 40, y: 90, width: 520, height: 400 };

      const got = tablesOfPage({ ...page, blocks: [{ kind: 'table', bbox, header: [], rows: [] }] });

      expect(got).toEqual([]);
    },
  );

  it('reads each of 50,000 texts a bounded number of times, and treats the page as a drawing', () => {
    const page = pageOf(
      Array.from(
        { length: 50_000 },
        (_, index): Placed => [(index % 100) * 60, Math.floor(index / 100) * 20, `${index}`],
      ),
    );
    let reads = 0;
    const textItems = page.textItems.map(({ text, ...item }) => ({
      ...item,
      get text() {
        reads += 1;
        return text;
      },
    }));

    const got = tablesOfPage({ ...page, textItems });

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
