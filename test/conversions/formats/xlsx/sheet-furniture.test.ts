import { describe, expect, it } from 'vitest';
import { sheetFurniture } from '../../../../lib/conversions/formats/xlsx/sheet-furniture.ts';

const sheet = (inside: string): Uint8Array =>
  Buffer.from(
    `<worksheet xmlns="http://schemas.openxmlformats.org/spreadsheetml/2006/main"><sheetData/>${inside}</worksheet>`,
  );

const header = (code: string) =>
  sheetFurniture(sheet(`<headerFooter><oddHeader>${code}</oddHeader></headerFooter>`), 'Budget');

describe('headers and footers of worksheets', () => {
  it.each([
    [
      'has its sections from left to right',
      '&amp;LDraft&amp;COur company&amp;RSecret',
      'Draft Our company Secret',
    ],
    [
      'has no fonts, sizes, colours and styles',
      '&amp;C&amp;"Arial,Bold"&amp;14&amp;KFF0000&amp;BTitle',
      'Title',
    ],
    ['names its sheet, and keeps ampersands', '&amp;A: R&amp;&amp;D', 'Budget: R&D'],
    ['leaves out the number of the page', 'Report &amp;P', 'Report'],
  ])('%s', (_, code, text) => {
    expect(header(code)).toEqual([{ kind: 'header', text }]);
  });

  it('are none if they have only fields, or there are none', () => {
    expect(header('&amp;C&amp;P/&amp;N')).toEqual([]);
    expect(sheetFurniture(sheet(''), 'Budget')).toEqual([]);
  });

  it('have each text once, whatever the page', () => {
    const found = sheetFurniture(
      sheet(
        '<headerFooter differentOddEven="1"><oddHeader>A</oddHeader><oddFooter>A</oddFooter><evenHeader>A</evenHeader></headerFooter>',
      ),
      'Budget',
    );

    expect(found).toEqual([
      { kind: 'header', text: 'A' },
      { kind: 'footer', text: 'A' },
    ]);
  });

  it('are left out if they are longer than the format allows', () => {
    expect(header('x'.repeat(17_000))).toEqual([]);
  });
});
