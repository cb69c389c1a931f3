import { describe, expect, it } from 'vitest';
import { typstDocument } from '../../../../lib/conversions/formats/pdf/write/from-document.ts';
import { readRtf } from '../../../../lib/conversions/formats/rtf/read-rtf.ts';

import { rtfReader } from '../../../../lib/conversions/formats/rtf/reader.ts';
import { readPdf } from '../../read-pdf.ts';
import { runEngines } from '../../run-engines.ts';

const toPdf = { operation: 'convert', to: 'pdf' } as const;

const pageOf = (words: string) => {
  const { tree } = readRtf(Buffer.from(`{\\rtf1\\ansi${words} Apples\\par}`), toPdf);
  const [first] = tree.blocks;
  if (first?.kind !== 'page_setup') throw new Error('The document has no page.');
  const { width, height, margins } = first.setup;
  return [width, height, margins.top, margins.right, margins.bottom, margins.left].map(Math.round);
};

describe('the page of an RTF document', () => {
  it.each([
    ['Letter by default', '', [612, 792, 72, 90, 72, 90]],
    [
      'that of its header',
      '\\paperw16838\\paperh11906\\landscape\\margl720\\margr360\\margt1440\\margb1080',
      [842, 595, 72, 18, 54, 36],
    ],
    ['as large as Word allows', '\\paperw2000000000\\paperh31680', [1584, 1584, 72, 90, 72, 90]],
    ['as small as Word allows', '\\paperw-5\\paperh1', [7, 7, 3, 3, 3, 3]],
    ['with room between its margins', '\\margl999999\\margr999999', [612, 792, 72, 275, 72, 275]],
    ['with margins that text may enter', '\\margt-1440', [612, 792, 72, 90, 72, 90]],
  ])('is %s', (_what, words, page) => {
    expect(pageOf(words)).toEqual(page);
  });

  it('is counted in the result, whatever the document claims', async () => {
    const input = Buffer.from('{\\rtf1{\\info{\\nofpages7}} Apples\\page Pears\\par}');

    const { report } = await runEngines(
      input,
      { from: 'rtf', ...toPdf, options: {} },
      { engines: [rtfReader, typstDocument] },
    );

    expect(report.pages).toBe(2);
  });

  it('is printed empty if the document has no content', async () => {
    const { report, bytes } = await runEngines(
      Buffer.from('{\\rtf1\\paperw8391\\paperh11906\\par}'),
      { from: 'rtf', ...toPdf, options: {} },
      { engines: [rtfReader, typstDocument] },
    );

    expect([report.pages, (await readPdf(bytes)).sizes]).toEqual([1, [[420, 595]]]);
  });

  it('is left out if the target has no pages', () => {
    const { tree } = readRtf(Buffer.from('{\\rtf1\\paperw16838 Apples\\par}'), {
      operation: 'convert',
      to: 'markdown',
    });

    expect(tree.blocks.map(({ kind }) => kind)).toEqual(['paragraph']);
  });
});
