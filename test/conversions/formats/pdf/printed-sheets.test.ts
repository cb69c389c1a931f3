import { describe, expect, it } from 'vitest';
import { makeXlsx, type XlsxParts } from '../../make-sheets.ts';
import { printSheets } from '../../print-sheets.ts';

const worksheet = (cells: string, { before = '', after = '' } = {}): string =>
  `<worksheet>${before}<sheetData>${cells}</sheetData>${after}</worksheet>`;
const cell = (reference: string, text: string, style = 0): string =>
  `<c r="${reference}" s="${style}" t="inlineStr"><is><t>${text}</t></is></c>`;
const rowsOf = (count: number): string =>
  Array.from(
    { length: count },
    (_, index) => `<row r="${index + 1}" ht="20">${cell(`A${index + 1}`, `r${index + 1}`)}</row>`,
  ).join('');
const styles = `<styleSheet><fonts><font><sz val="11"/><name val="Calibri"/></font></fonts>
  <fills><fill><patternFill patternType="none"/></fill><fill><patternFill patternType="solid"><fgColor rgb="FFFF0000"/></patternFill></fill></fills>
  <borders><border/><border><left style="thin"/><bottom style="double"><color rgb="FF0000FF"/></bottom></border></borders>
  <cellXfs><xf fontId="0" fillId="0" borderId="0"/><xf fontId="0" fillId="1" borderId="0"/><xf fontId="0" fillId="0" borderId="1"/></cellXfs></styleSheet>`;
const A5 = '<pageMargins left="1" right="1" top="1" bottom="1"/><pageSetup paperSize="11"';

const print = (parts: XlsxParts, options: Readonly<Record<string, unknown>> = {}) =>
  printSheets(makeXlsx({ styles, ...parts }), 'xlsx', options);

describe('a printed workbook', () => {
  it('has the paper, the orientation and the margins of each sheet', async () => {
    const { sizes } = await print({
      sheets: [
        worksheet(rowsOf(1), { after: `${A5}/>` }),
        worksheet(rowsOf(1), { after: '<pageSetup orientation="landscape"/>' }),
        worksheet(rowsOf(1)),
      ],
    });

    expect(sizes).toEqual([
      [420, 595],
      [792, 612],
      [612, 792],
    ]);
  });

  it('splits rows and columns into pages, from top to bottom and then to the right', async () => {
    // 451 points fit 22 rows of 20 points; 276 points fit one column of 40 characters.
    const wide = '<cols><col min="1" max="2" width="40" customWidth="1"/></cols>';
    const rows = rowsOf(30).replace('</row>', `${cell('B1', 'right')}</row>`);
    const { pages } = await print({ sheets: [worksheet(rows, { before: wide, after: `${A5}/>` })] });

    expect(pages.map((page) => [page[0], page.length])).toEqual([
      ['r1', 22],
      ['r23', 8],
      ['right', 1],
    ]);
  });

  it('starts pages at manual breaks and repeats the title rows on them', async () => {
    const breaks = '<rowBreaks><brk id="2" man="1"/></rowBreaks>';
    const workbook =
      '<workbook><sheets><sheet name="A" r:id="s0"/></sheets><definedNames><definedName name="_xlnm.Print_Titles" localSheetId="0">A!$1:$1</definedName></definedNames></workbook>';
    const { pages } = await print({ sheets: [worksheet(rowsOf(4), { after: breaks })], workbook });

    expect(pages).toEqual([['r1', 'r2'], expect.arrayContaining(['r1', 'r3', 'r4'])]);
  });

  it('prints only the print areas, each on its own page', async () => {
    const workbook =
      '<workbook><sheets><sheet name="A" r:id="s0"/></sheets><definedNames><definedName name="_xlnm.Print_Area" localSheetId="0">\'A\'!$A$2:$B$3,\'A\'!$A$5</definedName></definedNames></workbook>';
    const { pages } = await print({ sheets: [worksheet(rowsOf(6))], workbook });

    expect(pages).toEqual([['r2', 'r3'], ['r5']]);
  });

  it('is reduced to the number of pages that the sheet asks for', async () => {
    const fit = {
      before: '<sheetPr><pageSetUpPr fitToPage="1"/></sheetPr>',
      after: `${A5} fitToHeight="1"/>`,
    };
    const { pages } = await print({ sheets: [worksheet(rowsOf(40), fit)] });

    expect(pages.map(({ length }) => length)).toEqual([40]);
  });

  it('leaves out hidden rows, columns and sheets', async () => {
    const columns = '<cols><col min="2" max="2" width="9" hidden="1"/></cols>';
    const cells = `<row r="1">${cell('A1', 'a')}${cell('B1', 'b')}${cell('C1', 'c')}</row><row r="2" hidden="1">${cell('A2', 'd')}</row>`;
    const workbook =
      '<workbook><sheets><sheet name="A" r:id="s0"/><sheet name="B" state="hidden" r:id="s1"/></sheets></workbook>';
    const { pages } = await print({
      sheets: [worksheet(cells, { before: columns }), worksheet(rowsOf(1))],
      workbook,
    });

    expect(pages).toEqual([['a', 'c']]);
  });

  it('shows text over empty cells beside it, and in part beside others', async () => {
    const long = 'wwwwwwwwww '.repeat(4).trim();
    const { pages } = await print({
      sheets: [worksheet(`<row r="1">${cell('A1', long)}</row>`, { after: `${A5}/>` })],
    });

    // The text reaches over the page.
    expect(pages.length).toBe(2);
  });

  it('shows a number that its column is too narrow for as number signs', async () => {
    const columns = '<cols><col min="1" max="2" width="4" customWidth="1"/></cols>';
    const cells = '<row r="1"><c r="A1"><v>12345678</v></c><c r="B1"><v>1.23456789</v></c></row>';
    const { pages } = await print({ sheets: [worksheet(cells, { before: columns })] });

    expect(pages).toEqual([['###', '1.23']]);
  });

  it('has pages for cells far from each other, but none for what is between them', async () => {
    const cells = `<row r="1">${cell('A1', 'near')}</row><row r="1048576">${cell('XFD1048576', 'far')}</row>`;
    const { pages } = await print({ sheets: [worksheet(cells)] });

    expect(pages).toEqual([['near'], ['far']]);
  });

  it('prints a page for borders without text, but not for fills', async () => {
    const far = (style: number): string =>
      worksheet(`<row r="1">${cell('A1', 'text')}</row><row r="90"><c r="A90" s="${style}"/></row>`);
    const filled = await print({ sheets: [far(1)] });
    const lined = await print({ sheets: [far(2)] });

    expect([filled.sizes.length, lined.sizes.length]).toEqual([1, 2]);
  });

  it('follows the options that replace its paper', async () => {
    const { sizes, pages } = await print(
      { sheets: [worksheet(rowsOf(30), { after: `${A5}/>` })] },
      { page_size: 'A4' },
    );

    expect(sizes).toEqual([[595, 842]]);
    expect(pages[0]?.length).toBe(30);
  });
});
