import { unzipSync } from 'fflate';
import { expect, it, vi } from 'vitest';
import { convert } from '../../../../lib/conversions/index.ts';
import { runsOf } from '../../../support/long-run.ts';
import { readPdf } from '../../read-pdf.ts';
import { makePdf } from '../../sample-files.ts';

const read = vi.hoisted((): number[] => []);

// Counts the bytes of the files that qpdf reads.
vi.mock('../../../../lib/conversions/backends/qpdf/qpdf.ts', async (importOriginal) => {
  const original = await importOriginal<typeof import('../../../../lib/conversions/backends/qpdf/qpdf.ts')>();
  return {
    ...original,
    startQpdf: async () => {
      const qpdf = await original.startQpdf();
      const sizes = new Map<string, number>();
      const run: typeof qpdf.run = (...args) => {
        const outcome = qpdf.run(...args);
        read.push(...args.flatMap((path) => sizes.get(path) ?? []));
        const written = args.at(-1) ?? '';
        if (args.includes('--pages')) sizes.set(written, qpdf.get(written).length);
        return outcome;
      };
      const put: typeof qpdf.put = (path, bytes) => {
        sizes.set(path, bytes.length);
        qpdf.put(path, bytes);
      };
      return { ...qpdf, run, put };
    },
  };
});

it('splits a PDF into many parts without reading all of it for each', async () => {
  const count = runsOf(60, 100);
  const pages = await makePdf(
    (document) => {
      for (let page = 1; page <= count; page += 1) document.addPage().text(`page ${page}.`);
    },
    { autoFirstPage: false },
  );

  const { bytes } = await convert(pages, { from: 'pdf', to: 'pdf', options: { split_every: 1 } });

  const files = unzipSync(bytes);
  expect(Object.keys(files).length).toBe(count);
  expect((await readPdf(Object.values(files)[36] ?? new Uint8Array())).text).toContain('page 37.');
  const whole = read.filter((size) => size > pages.length / 2);
  expect(whole.length).toBeGreaterThan(0);
  expect(whole.length).toBeLessThan(count / 4);
});

it('keeps pages that are in several parts, in the order of the ranges', async () => {
  const words = ['one', 'two', 'three', 'four', 'five'];
  const pages = await makePdf(
    (document) => {
      for (const word of words) document.addPage().text(word);
    },
    { autoFirstPage: false },
  );
  const ranges = ['4-5', '1-2', '2--1', '5', '1', '3'];

  const { bytes } = await convert(pages, { from: 'pdf', to: 'pdf', options: { split_ranges: ranges } });

  const texts: string[] = [];
  for (const part of Object.values(unzipSync(bytes)))
    texts.push((await readPdf(part)).text.split(/\s+/).filter(Boolean).join(' '));
  expect(texts).toEqual(['four five', 'one two', 'two three four five', 'five', 'one', 'three']);
});
