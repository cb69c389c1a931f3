import { utils, write } from '@e965/xlsx';
import { describe, expect, it } from 'vitest';
import { workbookContent } from '../../../../lib/conversions/engine/content.ts';
import { xlsbReader } from '../../../../lib/conversions/formats/xls/xlsb-reader.ts';
import { makeZip } from '../../../../lib/conversions/shared/zip/make-zip.ts';
import { openZip } from '../../../../lib/conversions/shared/zip/open-zip.ts';
import { itLong } from '../../../support/long-run.ts';

const request = { operation: 'read', from: 'xlsb', to: 'workbook', options: {} } as const;

function makeXlsb(): Uint8Array {
  const book = utils.book_new();
  const sheet = utils.aoa_to_sheet([
    ['Name', 'Due', 'Share', 'Paid'],
    ['Zoë', { t: 'n', v: 45_000.5, z: 'yyyy-mm-dd hh:mm' }, { t: 'n', v: 0.25, z: '0%' }, true],
    ['', '', -1.5],
  ]);
  sheet['!merges'] = [{ s: { r: 2, c: 0 }, e: { r: 2, c: 1 } }];
  utils.book_append_sheet(book, sheet, 'First');
  utils.book_append_sheet(book, utils.aoa_to_sheet([['secret']]), 'Hidden');
  book.Workbook = { Sheets: [{ Hidden: 0 }, { Hidden: 1 }] };
  book.Props = { Title: 'Invoices' };
  return write(book, { type: 'buffer', bookType: 'xlsb' });
}

/** The archive with other parts. */
function withParts(bytes: Uint8Array, parts: Readonly<Record<string, Uint8Array>>): Uint8Array {
  const archive = openZip(bytes);
  const kept = archive.names.flatMap((name) => ({ name, bytes: archive.read(name) ?? new Uint8Array() }));
  const added = Object.entries(parts).map(([name, part]) => ({ name, bytes: part }));
  return makeZip([...kept.filter(({ name }) => !Object.hasOwn(parts, name)), ...added]);
}

describe('reading xlsb', () => {
  it('returns values, formats, merged cells, hidden sheets and properties', async () => {
    const { content } = await xlsbReader.convert(makeXlsb(), request);
    const workbook = workbookContent(content);

    expect(workbook.format).toBe('xlsb');
    expect(workbook.metadata.title).toBe('Invoices');
    expect(workbook.sheets.map(({ name, hidden }) => [name, hidden ?? false])).toEqual([
      ['First', false],
      ['Hidden', true],
    ]);
    const [first] = workbook.sheets;
    expect(first?.rows[0]).toEqual(['Name', 'Due', 'Share', 'Paid']);
    expect(first?.rows[1]?.[0]).toBe('Zoë');
    expect(first?.rows[1]?.slice(2)).toEqual([0.25, true]);
    const dueFormat = workbook.numberFormats?.[first?.formats?.[1]?.[1] ?? 0];
    expect(dueFormat?.kind).not.toBe('number');
    expect(first?.merged).toEqual([{ firstRow: 2, firstColumn: 0, lastRow: 2, lastColumn: 1 }]);
  });

  it('believes no count of references to other files', async () => {
    const bytes = makeXlsb();
    // BrtExternSheet ([MS-XLSB] 2.4.658) of half a billion references, in 4 bytes.
    const references = Buffer.from([0xea, 0x02, 4, 0, 0, 0, 0x20]);
    const book = openZip(bytes).read('xl/workbook.bin') ?? new Uint8Array();
    const damaged = withParts(bytes, { 'xl/workbook.bin': Buffer.concat([book, references]) });

    const { content } = await xlsbReader.convert(damaged, request);

    expect(workbookContent(content).sheets.map(({ name }) => name)).toEqual(['First', 'Hidden']);
  });

  itLong('unpacks within the limits of archives', async () => {
    const bomb = Buffer.alloc(300 * 1024 * 1024);

    await expect(
      xlsbReader.convert(withParts(makeXlsb(), { 'xl/worksheets/sheet1.bin': bomb }), request),
    ).rejects.toMatchObject({ code: 'too_complex' });
  });

  it.each([
    ['records that are noise', { 'xl/worksheets/sheet1.bin': Buffer.from('ff'.repeat(999), 'hex') }],
    ['an empty main part', { 'xl/workbook.bin': new Uint8Array() }],
  ])('refuses %s or returns what is left', async (_, parts) => {
    const outcome = await xlsbReader
      .convert(withParts(makeXlsb(), parts), request)
      .catch((error: unknown) => error);

    expect(outcome instanceof Error ? outcome.name : 'read').toMatch(/EngineRefusal|ConversionError|read/);
  });
});
