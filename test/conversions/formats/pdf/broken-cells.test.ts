import { describe, expect, it } from 'vitest';
import { extract } from '../../../../lib/conversions/index.ts';
import { pdfOf } from '../../raw-pdf.ts';

const helvetica = '<</Type/Font/Subtype/Type1/BaseFont/Helvetica/Encoding/WinAnsiEncoding>>';
const TOP = 300;
const ROW = 36;

/** A ruled table of two columns below some prose. Cells have a line for each part. */
const pageOf = (prose: readonly string[], rows: readonly (readonly [string, string])[]): Buffer => {
  const lines = Array.from(
    { length: rows.length + 1 },
    (_, at) => `20 ${TOP - at * ROW} m 380 ${TOP - at * ROW} l S`,
  );
  const columns = [20, 120, 380].map((x) => `${x} ${TOP} m ${x} ${TOP - rows.length * ROW} l S`);
  const above = prose.map((text, at) => `1 0 0 1 20 ${380 - at * 12} Tm (${text}) Tj`);
  const cells = rows.flatMap((row, at) =>
    row.flatMap((cell, column) =>
      cell
        .split('|')
        .map(
          (text, line) => `1 0 0 1 ${24 + column * 100} ${TOP - 14 - at * ROW - line * 12} Tm (${text}) Tj`,
        ),
    ),
  );
  return pdfOf(
    `${[...lines, ...columns].join(' ')} BT /F1 10 Tf ${[...above, ...cells].join(' ')} ET`,
    helvetica,
  );
};

const firstColumn = async (pdf: Uint8Array): Promise<(string | undefined)[]> => {
  const { bytes } = await extract(pdf, { from: 'pdf', format: 'tables', options: { ocr: 'never' } });
  const [table]: { rows: string[][] }[] = JSON.parse(Buffer.from(bytes).toString());
  return table?.rows.map(([cell]) => cell) ?? [];
};

const rows = [
  ['Level', 'Meaning'],
  ['Med-|low', 'below the mean'],
  ['Semi-|annual', 'every half year'],
  ['Non-|Executive', 'of the board'],
  ['infor-|mation', 'all other data'],
] as const;

describe('a hyphen at the end of a line in a cell', () => {
  it('stays if no line of the document ends within a word', async () => {
    const prose = ['The levels are those of the rules that the board has agreed on.'];

    const cells = await firstColumn(pageOf(prose, rows));

    expect(cells).toEqual(['Level', 'Med-low', 'Semi-annual', 'Non-Executive', 'infor-mation']);
  });

  it('goes if the document breaks words, unless their parts are words', async () => {
    const prose = [
      'All of the information is below, and the med level is the last. This infor-',
      'mation is of low value.',
    ];

    const cells = await firstColumn(pageOf(prose, rows));

    expect(cells).toEqual(['Level', 'Med-low', 'Semiannual', 'Non-Executive', 'information']);
  });
});
