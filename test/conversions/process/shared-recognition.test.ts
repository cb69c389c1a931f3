import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import sharp from 'sharp';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { PagesToRecognize } from '../../../lib/conversions/engine/recognition.ts';
import type { ExtractFormat, Format } from '../../../lib/conversions/formats.ts';
import { convert } from '../../../lib/conversions/index.ts';
import type { RecognitionTask } from '../../../lib/conversions/process/messages.ts';
import { isLong, itLong } from '../../support/long-run.ts';
import { engines } from '../engine-runner.ts';
import { makePdf } from '../sample-files.ts';

const words = ['Apples grow in the garden.', 'Pears wait for the autumn.', 'Plums are sold in town.'];

const pageOf = async (line: string): Promise<Buffer> => {
  const pdf = await makePdf((document) => document.fontSize(14).text(line), { size: [400, 120], margin: 20 });
  return Buffer.from((await convert(pdf, { to: 'png', options: { dpi: 150 } })).bytes);
};
const pages = await Promise.all(words.map(pageOf));
const scanOf = (images: readonly Buffer[]): Promise<Buffer> =>
  makePdf(
    (document) => {
      for (const [index, page] of images.entries())
        (index === 0 ? document : document.addPage()).image(page, 0, 0, { width: 400 });
    },
    { size: [400, 120], margin: 0 },
  );
const scan = await scanOf(pages);
const tiff = await sharp(pages, { join: { animated: true } })
  .tiff()
  .toBuffer();

type Wanted =
  | { readonly from: Format; readonly operation: 'convert'; readonly to: Format }
  | { readonly from: Format; readonly operation: 'extract'; readonly to: ExtractFormat };

let folder = '';
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'shared-recognition-'));
});
afterAll(() => rm(folder, { recursive: true }));

let files = 0;
const run = async (
  bytes: Uint8Array,
  wanted: Wanted,
  options: Readonly<Record<string, unknown>>,
  recognition?: RecognitionTask,
) => {
  files += 1;
  const inputPath = join(folder, `input-${files}`);
  const outputPath = join(folder, `output-${files}`);
  await writeFile(inputPath, bytes);
  const task = { tenant: 'a', ...wanted, options, inputPath, outputPath, recognition };
  const { report } = await engines.run(task, { deadlineSeconds: 120 });
  return { outputPath, report, text: await readFile(outputPath, 'latin1') };
};

/** Paths of recognized pages, by document and request: tests of one document share them. */
const recognized = new Map<Uint8Array, Map<string, string>>();

const recognize = async (
  bytes: Uint8Array,
  wanted: Wanted,
  options: Readonly<Record<string, unknown>>,
  pages: readonly number[],
): Promise<string> => {
  const known = recognized.get(bytes) ?? new Map<string, string>();
  recognized.set(bytes, known);
  const key = JSON.stringify([wanted, options, pages]);
  const path = known.get(key) ?? (await run(bytes, wanted, options, { role: 'recognize', pages })).outputPath;
  known.set(key, path);
  return path;
};

/** Recognizes pages 1 to 2 and 3 in processes of their own, but for those that fail, and assembles the document. */
const share = async (
  bytes: Uint8Array,
  wanted: Wanted,
  options: Readonly<Record<string, unknown>> = {},
  failed: readonly number[] = [],
) => {
  const planned = await run(bytes, wanted, options, { role: 'plan', maxPages: 2 }).catch(
    (thrown: unknown) => thrown,
  );
  expect(planned).toBeInstanceOf(PagesToRecognize);
  expect(planned).toMatchObject({ pages: [1, 2, 3] });
  const parts = [[1, 2], [3]].filter((part) => !part.some((page) => failed.includes(page)));
  const paths: string[] = [];
  for (const part of parts) paths.push(await recognize(bytes, wanted, options, part));
  return await run(bytes, wanted, options, { role: 'assemble', paths, failed });
};

describe('recognition by several processes', () => {
  const givesTheSame = async (
    _: string,
    bytes: Buffer,
    wanted: Wanted,
    options: Readonly<Record<string, unknown>>,
  ): Promise<void> => {
    // As many pages as one process recognizes by itself.
    const alone = await run(bytes, wanted, options, { role: 'plan', maxPages: 3 });
    const shared = await share(bytes, wanted, options);

    expect(shared.text).toBe(alone.text);
    expect(shared.report).toEqual(alone.report);
    expect(shared.report.ocr_pages).toBe(3);
  };

  it.each<Parameters<typeof givesTheSame>>([
    ['the text of a PDF', scan, { from: 'pdf', operation: 'extract', to: 'text' }, {}],
  ])('gives the same result as one process, to which fewer pages are left: %s', givesTheSame);

  itLong.each<Parameters<typeof givesTheSame>>([
    ['places of passages', scan, { from: 'pdf', operation: 'extract', to: 'document' }, {}],
    ['a searchable PDF', scan, { from: 'pdf', operation: 'convert', to: 'pdf' }, { searchable: true }],
    ['words of an image', tiff, { from: 'tiff', operation: 'extract', to: 'hocr' }, {}],
    ['the frames of an image', tiff, { from: 'tiff', operation: 'extract', to: 'text' }, {}],
  ])('gives the same result as one process, to which fewer pages are left: %s', givesTheSame);

  itLong.each<[string, () => Promise<Uint8Array>, Readonly<Record<string, unknown>>]>([
    [
      'that is encrypted',
      async () =>
        (await convert(scan, { from: 'pdf', to: 'pdf', options: { user_password: 'apple' } })).bytes,
      { password: 'apple' },
    ],
    [
      'with a page of 100 million pixels',
      async () => {
        const [first, second, third] = pages as [Buffer, Buffer, Buffer];
        const size = { width: 20_000, height: 5000, fit: 'contain', background: '#fff' } as const;
        return await scanOf([first, await sharp(second).resize(size).jpeg().toBuffer(), third]);
      },
      {},
    ],
  ])('reads a scan %s', async (_, make, options) => {
    const { text, report } = await share(
      await make(),
      { from: 'pdf', operation: 'extract', to: 'text' },
      options,
    );

    expect([report.ocr_pages, report.warnings]).toEqual([3, []]);
    for (const line of words) expect(text).toContain(line);
  });

  it.each<[string, Buffer, Wanted]>([
    ['a PDF', scan, { from: 'pdf', operation: 'extract', to: 'text' }],
    ...(isLong
      ? [['an image', tiff, { from: 'tiff', operation: 'extract', to: 'hocr' }] as [string, Buffer, Wanted]]
      : []),
  ])('names the pages of %s that could not be recognized, and keeps the others', async (_, bytes, wanted) => {
    const { text, report } = await share(bytes, wanted, {}, [3]);

    const words = text.replaceAll(/<[^<>]*>/g, '').replaceAll(/\s+/g, ' ');
    expect(words).toContain('Pears wait for the autumn.');
    expect(words).not.toContain('Plums');
    expect(report.warnings.join(' ')).toContain('The text of page 3 could not be recognized');
  });

  it('warns of a searchable PDF that no page could be recognized of', async () => {
    const wanted = { from: 'pdf', operation: 'convert', to: 'pdf' } as const;
    const { report } = await share(scan, wanted, { searchable: true }, [1, 2, 3]);

    expect(report.ocr_pages).toBe(0);
    expect(report.warnings.join(' ')).toContain('The text of pages 1-3 could not be recognized');
  });
});
