import { EpubCheck } from '@likecoin/epubcheck-ts';
import { describe, expect, it } from 'vitest';
import { noInfo } from '../../../lib/conversions/document/document-info.ts';
import type { DocumentTree } from '../../../lib/conversions/document/document-tree.ts';
import { fileContent } from '../../../lib/conversions/engine/content.ts';
import { docxWriter } from '../../../lib/conversions/formats/docx/writer.ts';
import { epubWriter } from '../../../lib/conversions/formats/epub/writer.ts';
import { writeXlsx } from '../../../lib/conversions/formats/xlsx/write-xlsx.ts';
import { convert } from '../../../lib/conversions/index.ts';
import type { Workbook } from '../../../lib/conversions/workbook/workbook.ts';
import { isLong } from '../../support/long-run.ts';
import { goldenTrees } from '../document/golden-trees.ts';
import { treeOf } from '../document/sample-tree.ts';
import { officeErrors } from '../valid-results/office-errors.ts';

const bookErrors = async (bytes: Uint8Array): Promise<unknown> =>
  (await EpubCheck.validate(bytes)).messages.filter(({ severity }) =>
    ['fatal', 'error', 'warning'].includes(severity),
  );

/** All trees in one, because a check starts a program. */
function joined(trees: readonly DocumentTree[]): DocumentTree {
  let [notes, images] = [0, 0];
  const parts = trees.map((tree) => {
    const offsets: Readonly<Record<string, number>> = { note: notes, image: images };
    notes += tree.notes.length;
    images += tree.images.length;
    const moved = <Value>(value: Value): Value =>
      JSON.parse(
        JSON.stringify(value, (name, member: unknown) =>
          typeof member === 'number' ? member + (offsets[name] ?? 0) : member,
        ),
      );
    return { blocks: moved(tree.blocks), notes: moved(tree.notes), images: tree.images };
  });
  return treeOf(
    parts.flatMap(({ blocks }) => blocks),
    { notes: parts.flatMap((part) => part.notes), images: parts.flatMap((part) => part.images) },
  );
}

const everything = joined(Object.values(goldenTrees));

const written = async (writer: typeof docxWriter | typeof epubWriter, to: 'docx' | 'epub') =>
  fileContent(
    (await writer.convert(everything, { from: 'document', operation: 'convert', to, options: {} })).content,
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
  if (isLong) {
    it('as docx', async () => {
      expect(await officeErrors(await written(docxWriter, 'docx'), 'docx')).toEqual([]);
    });

    it('as xlsx', async () => {
      expect(await officeErrors(writeXlsx(workbook, workbook.sheets, true).bytes, 'xlsx')).toEqual([]);
    });
  }

  it('as epub', async () => {
    expect(await bookErrors(await written(epubWriter, 'epub'))).toEqual([]);
  });

  it('as epub with headings in other scripts', async () => {
    const text =
      '# Vorgeschlagene Änderung\n\n## Điều 1: 50 % ?\n\n[up](#vorgeschlagene-änderung)\n\n# 概要\n\na\n';
    const { bytes } = await convert(Buffer.from(text), { from: 'markdown', to: 'epub' });

    expect(await bookErrors(bytes)).toEqual([]);
  });
});
