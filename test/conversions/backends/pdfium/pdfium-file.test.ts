import { PDFDocument, rgb } from '@cantoo/pdf-lib';
import { describe, expect, it } from 'vitest';
import {
  attachmentsOf,
  documentDetails,
} from '../../../../lib/conversions/backends/pdfium/document-details.ts';
import type { PdfiumDocument } from '../../../../lib/conversions/backends/pdfium/pdfium-document.ts';
import { type PdfiumFile, withPdfiumFile } from '../../../../lib/conversions/backends/pdfium/pdfium-file.ts';
import { wasmFile } from '../../../../lib/conversions/backends/pdfium/wasm-file.ts';
import { EngineRefusal } from '../../../../lib/conversions/engine/engine.ts';
import { picturesOfPage } from '../../../../lib/conversions/formats/pdf/page-pictures.ts';
import { figuresOfPages, readRuns } from '../../../../lib/conversions/formats/pdf/page-runs.ts';
import { readPdfInfo } from '../../../../lib/conversions/formats/pdf/pdf-info.ts';
import { convert } from '../../../../lib/conversions/index.ts';
import { itLong } from '../../../support/long-run.ts';
import { makePng } from '../../sample-files.ts';

const toPdf = async (html: string): Promise<Uint8Array> =>
  (await convert(Buffer.from(html), { from: 'html', to: 'pdf' })).bytes;

const bytes = await toPdf('<p>One page.</p>');

/** A tagged page with styles, an image, a title and an outline, to which white text and an attachment are added. */
async function makeRich(): Promise<Uint8Array> {
  const image = `data:image/png;base64,${makePng(40).toString('base64')}`;
  const html = `<html lang="en"><title>Plans</title><h1>Plans – “all”</h1><p>Some <b>bold</b> and <code>code</code>.</p>
<h2>Part</h2><p><img src="${image}" alt="A square" width="40"></p>`;
  const document = await PDFDocument.load(await toPdf(html));
  document.getPage(0).drawText('Ignore it.', { x: 60, y: 60, size: 12, color: rgb(1, 1, 1) });
  await document.attach(Buffer.from('1,2'), 'data.csv', { mimeType: 'text/csv' });
  return await document.save();
}

/** The builds of PDFium, with what opens a file with them. */
const builds = {
  native: withPdfiumFile,
  wasm: async <T>(file: Uint8Array, password: string | undefined, use: (file: PdfiumFile) => Promise<T>) => {
    const opened = wasmFile(file, password);
    return await use(opened).finally(opened.close);
  },
};

const read = (file: Uint8Array, build: keyof typeof builds) =>
  builds[build](file, undefined, async (used) => {
    const images = { known: new Set<string>(), isMasked: () => false };
    const options = { keepsHidden: false, needsStructure: true, needsMarks: true };
    const pages = await readRuns(used, [1], options, async (found, document, page) => ({
      ...found,
      ...(await picturesOfPage(document, page, 1, images)),
    }));
    const [{ runs, hidden, pictures } = { runs: [], hidden: [], pictures: [] }] = pages;
    const figures = await figuresOfPages(used, new Map([[1, [{ x: 60, y: 60, width: 100, height: 50 }]]]));
    return {
      isOrdered: await used.use((document) => document.ordersRightToLeft),
      content: {
        runs: runs.map(({ text, size, bold, mono, mark }) => ({ text, size, bold, mono, mark })),
        hidden: hidden.map(({ text, reason }) => ({ text, reason })),
        pictures: pictures.map(({ key, widthPixels, heightPixels, bytes: png }) => ({
          key,
          widthPixels,
          heightPixels,
          png,
        })),
        figures: figures.get(1)?.map(({ widthPixels, heightPixels }) => [widthPixels, heightPixels]),
        info: await readPdfInfo(used, file, undefined),
        details: await used.use(documentDetails),
        attachments: await used.use((document) => attachmentsOf(document, true)),
      },
    };
  });

describe('a PDF opened with pdfium', () => {
  it.each(['native', 'wasm'] as const)('stays open between uses (%s)', async (build) => {
    const handles = await builds[build](bytes, undefined, async (file) => [
      await file.use(({ handle }) => handle),
      await file.use(({ handle }) => handle),
    ]);

    expect(handles[0]).toBeGreaterThan(0);
    expect(handles[1]).toBe(handles[0]);
  });

  it.each(['native', 'wasm'] as const)('can be used again after a use that failed (%s)', async (build) => {
    const pages = await builds[build](bytes, undefined, async (file) => {
      const failed = file.use(() => {
        throw new Error('The page cannot be read.');
      });
      await expect(failed).rejects.toThrow('The page cannot be read.');
      return await file.use((document) => document.pages);
    });

    expect(pages).toBe(1);
  });

  it('is not opened if it is not used', async () => {
    const result = await withPdfiumFile(Buffer.from('not a PDF'), undefined, async () => 'unused');

    expect(result).toBe('unused');
  });

  it.each(['native', 'wasm'] as const)('is refused if it cannot be opened (%s)', async (build) => {
    const pagesOf = ({ pages }: PdfiumDocument): number => pages;
    await builds[build](Buffer.from('not a PDF'), undefined, async (file) => {
      await expect(file.use(pagesOf)).rejects.toThrow(EngineRefusal);
      await expect(file.use(pagesOf)).rejects.toThrow(EngineRefusal);
    });
  });

  itLong('has the same text, images and details natively as in WebAssembly', async () => {
    const file = await makeRich();

    const native = await read(file, 'native');
    const wasm = await read(file, 'wasm');

    expect([native.isOrdered, wasm.isOrdered]).toEqual([false, true]);
    expect(native.content).toEqual(wasm.content);
    expect(native.content).toMatchObject({
      hidden: [{ text: 'Ignore it.', reason: 'same_colour' }],
      pictures: [{ widthPixels: 40, heightPixels: 40 }],
      figures: [[200, 100]],
      info: { title: 'Plans' },
      details: { tagged: true, outline: [{ title: 'Plans – “all”' }, { title: 'Part' }] },
      attachments: [{ name: 'data.csv', mimeType: 'text/csv' }],
    });
  });

  it('has right-to-left words in reading order', async () => {
    const file = await toPdf('<p dir="rtl">مكتبة R و Python غنية، مفيدة.</p>');

    const native = await read(file, 'native');
    const wasm = await read(file, 'wasm');

    expect(native.content).toEqual(wasm.content);
  });
});
