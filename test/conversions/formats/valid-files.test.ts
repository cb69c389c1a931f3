import { EpubCheck } from '@likecoin/epubcheck-ts';
import { describe, expect, it } from 'vitest';
import { noInfo } from '../../../lib/conversions/document/document-info.ts';
import { writeXlsx } from '../../../lib/conversions/formats/xlsx/write-xlsx.ts';
import { convert } from '../../../lib/conversions/index.ts';
import type { Workbook } from '../../../lib/conversions/workbook/workbook.ts';
import { itLong } from '../../support/long-run.ts';
import { officeErrors } from '../valid-results/office-errors.ts';

const bookErrors = async (bytes: Uint8Array): Promise<unknown> =>
  (await EpubCheck.validate(bytes)).messages.filter(({ severity }) =>
    ['fatal', 'error', 'warning'].includes(severity),
  );

const workbook: Workbook = {
  hub: 'workbook',
  format: 'ods',
  metadata: { ...noInfo, title: 'A & B', author: 'Ada' },
  sheets: [
    {
      name: 'One',
      rows: [
        [1, -2.5, true, null, new Date('2026-02-28T10:30:15.250Z'), ' a\n"b"\t<c>&_x0041_'],
        [],
        [0.125],
      ],
      formats: [undefined, undefined, [1]],
      merged: [{ firstRow: 0, firstColumn: 1, lastRow: 1, lastColumn: 2 }],
    },
    { name: 'Two & three', rows: [['x']], hidden: true },
    { name: 'Empty', rows: [] },
  ],
  numberFormats: [
    { code: 'General', kind: 'number' },
    { code: '#,##0.00 "€"', kind: 'number' },
  ],
};

describe('a written file is valid', () => {
  itLong('as xlsx', async () => {
    expect(await officeErrors(writeXlsx(workbook, workbook.sheets, true).bytes, 'xlsx')).toEqual([]);
  });

  it('as epub with headings in other scripts', async () => {
    const text =
      '# Vorgeschlagene Änderung\n\n## Điều 1: 50 % ?\n\n[up](#vorgeschlagene-änderung)\n\n# 概要\n\na\n';
    const { bytes } = await convert(Buffer.from(text), { from: 'markdown', to: 'epub' });

    expect(await bookErrors(bytes)).toEqual([]);
  });
});
