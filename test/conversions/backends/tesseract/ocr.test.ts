import { createHash } from 'node:crypto';
import { readdirSync } from 'node:fs';
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import sharp from 'sharp';
import { describe, expect, it } from 'vitest';
import { withPdfiumFile } from '../../../../lib/conversions/backends/pdfium/pdfium-file.ts';
import { MAX_OCR_PAGES } from '../../../../lib/conversions/backends/tesseract/limits.ts';
import { tessdataFolder } from '../../../../lib/conversions/backends/tesseract/tessdata.ts';
import { packageFile } from '../../../../lib/conversions/base/package-assets.ts';
import { needsOfTarget } from '../../../../lib/conversions/document/needs.ts';
import { pdfReadOptions } from '../../../../lib/conversions/formats/pdf/read-options.ts';
import { recognizeScans } from '../../../../lib/conversions/formats/pdf/recognize-scans.ts';
import { convert, extract } from '../../../../lib/conversions/index.ts';
import { isLong, itLong } from '../../../support/long-run.ts';
import { makePdf, makeReport } from '../../sample-files.ts';

const textOf = ({ bytes }: { readonly bytes: Uint8Array }): string => Buffer.from(bytes).toString();

/** A page of text as an image. */
async function image(draw: Parameters<typeof makePdf>[0], dpi = 150): Promise<Buffer> {
  const pdf = await makePdf(draw, { size: [400, 200], margin: 20 });
  return Buffer.from((await convert(pdf, { to: 'png', options: { dpi } })).bytes);
}

const page = await image((document) =>
  document.fontSize(14).text('The orchards of the valley were full of pickers.'),
);
const word = await image((document) => document.fontSize(14).text('The valley'));
const columns = await image((document) => {
  const text = (words: string, x: number) => document.fontSize(9).text(words, x, 30, { width: 160 });
  text(
    'Apples were early this year. The harvest of the valley was good, and every tree bore much fruit until the autumn.',
    20,
  );
  text(
    'Pears came late because of the cold spring. The farmers waited for weeks, and then the rain began to fall again.',
    220,
  );
});
const scan = await makePdf((document) => document.image(page, 0, 0, { width: 400 }), {
  size: [400, 200],
  margin: 0,
});
const mixed = await makePdf(
  (document) => {
    document.image(page, 0, 0, { width: 400 });
    document
      .addPage()
      .fontSize(14)
      .text('This page is text of its own, long enough to be no mere stamp on a scan.', 20, 20);
  },
  { size: [400, 200], margin: 0 },
);

describe('text recognition', () => {
  it('reads the text of an image', async () => {
    const result = await extract(page);

    expect(textOf(result)).toContain('The orchards of the valley were full of pickers.');
    expect(result.report).toMatchObject({
      engine: 'liteparse-image-reader + docforge-text-extractor',
      pages: 1,
      ocr_pages: 1,
    });
  });

  itLong('reads a fax full of speckles', async () => {
    const { data, info } = await sharp(page).grayscale().raw().toBuffer({ resolveWithObject: true });
    let seed = 1;
    const speckled = data.map((grey) => {
      seed = (seed * 1_103_515_245 + 12_345) % 2 ** 31;
      const isSpeckle = seed < 2 ** 31 * 0.03;
      return grey < 128 === isSpeckle ? 255 : 0;
    });
    const { width, height, channels } = info;
    const fax = await sharp(speckled, { raw: { width, height, channels } }).png().toBuffer();

    expect(textOf(await extract(fax))).toContain('The orchards of the valley were full of pickers.');
  });

  itLong('restores the brackets and points of light text on a dark page', async () => {
    const amounts = await image((document) => {
      for (const [at, amount] of ['(30.9)', '112.4', '(7.1)', '498.4'].entries())
        document
          .fontSize(11)
          .text(`Slope ${at + 1}`, 20, 20 + at * 20)
          .text(amount, 300, 20 + at * 20);
    }, 200);
    const inverted = await sharp(amounts).flatten({ background: '#fff' }).negate().png().toBuffer();

    const result = await extract(inverted);

    expect(textOf(result)).toMatch(/\(30\.9\).*112\.4.*\(7\.1\).*498\.4/s);
    expect(result.report.warnings).toEqual([]);
  });

  itLong('reads the words after bullets that Tesseract drops on a page', async () => {
    const drugs = ['Pantoprazole', 'Allopurinol', 'Prednisolone', 'Rivaroxaban', 'Amiodarone', 'Metoprolol'];
    const letter = await makePdf(
      (document) => {
        document.font('Helvetica').fontSize(10.5).text('Medication on discharge:', 60, 40);
        for (const [at, drug] of drugs.entries()) {
          const y = document.y + 2;
          document
            .text('•', 70, y, { lineBreak: false })
            .text(
              `${drug}: ${[100, 5, 20, 47.5][at % 4]} mg/d, ${at % 2 === 0 ? 'twice daily' : 'at night'}`,
              90,
              y,
            );
        }
        document.text('The patient was discharged in good condition.', 60, document.y + 8);
      },
      { size: [595, 240], margin: 0 },
    );
    const { bytes } = await convert(letter, { to: 'png', options: { dpi: 200 } });

    const result = await convert(bytes, { to: 'markdown' });

    for (const drug of drugs) expect(textOf(result)).toContain(`${drug}: `);
    expect(result.report.warnings).toEqual([]);
  });

  itLong('reads nothing from a drawing', async () => {
    const result = await extract(
      await image((document) => {
        document.fontSize(14).text('The map shows the orchards.').lineWidth(3).dash(9, { space: 6 });
        for (const y of [70, 100, 130]) {
          document.moveTo(30, y);
          for (let x = 30; x < 350; x += 4) document.lineTo(x, y + 12 * Math.sin(x / 9));
        }
        document.stroke();
        for (let at = 0; at < 12; at += 1) document.rect(220 + at * 10, 180 - at * 4, 6, at * 4).fill();
      }),
    );

    expect(textOf(result).trim()).toBe('The map shows the orchards.');
    expect(result.report.warnings).toEqual([]);
  });

  itLong('warns of text that cannot be read', async () => {
    // A word that was crossed out: every letter is joined to the strokes over it.
    const scribbled = await image((document) => {
      document.fontSize(14).text('The orchards were', 20, 30, { lineBreak: false });
      document.text('condemned', 150, 30, { lineBreak: false }).lineWidth(1.5);
      for (let at = 0; at < 16; at += 1) document.moveTo(150 + at * 4, 42).lineTo(154 + at * 4, 29);
      document.stroke().text('full of pickers.', 230, 30);
    });
    const warnings = [
      '1 place with text on page 1 could not be recognized. Compare the result with the original.',
    ];
    const asPdf = await makePdf((document) => document.image(scribbled, 0, 0, { width: 400 }), {
      size: [400, 200],
      margin: 0,
    });

    expect((await extract(scribbled)).report.warnings).toEqual(warnings);
    expect((await extract(scribbled, { format: 'hocr' })).report.warnings).toEqual(warnings);
    expect((await extract(asPdf)).report.warnings).toEqual(warnings);
    expect((await convert(asPdf, { to: 'text' })).report.warnings).toEqual(warnings);
    expect((await convert(asPdf, { to: 'pdf', options: { searchable: true } })).report.warnings).toEqual(
      warnings,
    );
    expect((await convert(scribbled, { to: 'pdf', options: { searchable: true } })).report.warnings).toEqual(
      warnings,
    );
  });

  it('has the lines of an image with their places and confidences', async () => {
    const read = async (scanned: Buffer, lines: boolean) => {
      const { bytes } = await extract(scanned, { format: 'document', options: { lines } });
      return JSON.parse(Buffer.from(bytes).toString()).blocks[0];
    };
    const block = await read(page, true);

    expect(block.confidence).toBeCloseTo(0.95, 1);
    expect(block.lines).toEqual([
      {
        text: 'The orchards of the valley were full of pickers.',
        place: { page: 1, box: block.places[0].box },
        confidence: block.confidence,
        words: expect.any(Array),
      },
    ]);
    const [left, top, right, bottom] = block.lines[0].place.box;
    expect([left, top]).toEqual([expect.closeTo(20, -1), expect.closeTo(22, -1)]);
    expect(right - left).toBeGreaterThan(250);
    expect(bottom - top).toBeLessThan(25);
    expect(await read(word, false)).not.toHaveProperty('lines');
  });

  itLong('has the words of the lines of an image with their places and confidences', async () => {
    const { bytes } = await extract(page, { format: 'document', options: { lines: true } });
    const [{ lines }] = JSON.parse(Buffer.from(bytes).toString()).blocks;
    const [{ text, place, words }] = lines;

    expect(words.map((word: { readonly text: string }) => word.text)).toEqual(text.split(' '));
    for (const word of words) {
      expect(word).toEqual({
        text: word.text,
        place: { page: 1, box: expect.any(Array) },
        confidence: expect.closeTo(0.96, 1),
      });
      const [left, top, right, bottom] = word.place.box;
      expect(left).toBeGreaterThanOrEqual(place.box[0] - 1);
      expect(right).toBeLessThanOrEqual(place.box[2] + 1);
      expect(top).toBeGreaterThan(place.box[1] - 3);
      expect(bottom).toBeLessThan(place.box[3] + 5);
    }
    const lefts = words.map(
      (word: { readonly place: { readonly box: readonly number[] } }) => word.place.box[0],
    );
    expect(lefts).toEqual(lefts.toSorted((one: number, other: number) => one - other));
  });

  itLong(
    'has the words of a skewed page where they are on the image, in the lines that they belong to',
    async () => {
      const turned = await sharp(columns).rotate(2, { background: '#ffffff' }).png().toBuffer();
      const { bytes } = await extract(turned, { format: 'document', options: { lines: true } });
      const { blocks } = JSON.parse(Buffer.from(bytes).toString());

      type Text = {
        readonly text: string;
        readonly words: readonly Text[];
        readonly place: { readonly box: readonly number[] };
      };
      const lines: Text[] = blocks.flatMap((block: { readonly lines: readonly Text[] }) => block.lines);
      expect(lines.map(({ words }) => words.map(({ text }) => text).join(' '))).toEqual(
        lines.map(({ text }) => text),
      );
      const tops = lines[0]?.words.map(({ place }) => place.box[3] ?? 0) ?? [];
      expect((tops.at(-1) ?? 0) - (tops[0] ?? 0)).toBeGreaterThan(2);
    },
  );

  itLong('has the confidences of the cells of a recognized table', async () => {
    const table = [
      '| Test | Unit | Value | Previous |',
      '|---|---|---|---|',
      '| Sodium | mmol | 141 | 139 |',
      '| Potassium | mmol | 4.1 | 5.3 |',
      '| Creatinine | mg | 0.9 | 1.1 |',
      '| Glucose | mg | 150 | 162 |',
    ].join('\n');
    const { bytes: pdf } = await convert(Buffer.from(table), { from: 'markdown', to: 'pdf' });
    const { bytes: drawn } = await convert(pdf, { to: 'png', options: { dpi: 200 } });

    const { bytes } = await extract(drawn, { format: 'document' });

    const [block] = JSON.parse(Buffer.from(bytes).toString()).blocks;
    expect(block.kind).toBe('table');
    type Cell = { readonly text: string; readonly confidence: number };
    const cells: Cell[] = block.rows.flat();
    expect(cells.map(({ text }) => text)).toEqual(expect.arrayContaining(['Sodium', '150', '5.3']));
    for (const { confidence } of cells) expect(confidence).toBeGreaterThan(0.7);
  });

  itLong('reads columns one after the other', async () => {
    const result = await extract(columns);

    expect(textOf(result).replaceAll(/\s+/g, ' ')).toMatch(/Apples.*until the autumn\..*Pears.*fall again\./);
  });

  itLong('reads a skewed page line by line', async () => {
    const turned = await sharp(columns).rotate(2, { background: '#ffffff' }).png().toBuffer();

    const result = await extract(turned);

    expect(textOf(result).replaceAll(/\s+/g, ' ')).toMatch(/Apples were early this year.*Pears came late/);
  });

  it('recognizes scanned pages of a PDF and keeps the text of others', async () => {
    const result = await convert(mixed, { to: 'text' });

    expect(textOf(result)).toMatch(/orchards of the valley.*\f.*This page is text of its own/s);
    expect(result.report).toMatchObject({
      engine: 'liteparse-pdf-reader',
      pages: 2,
      ocr_pages: 1,
      warnings: [],
    });
  });

  itLong('reads Hebrew in right-to-left order', async () => {
    const typeset = await convert(Buffer.from('הספר החדש נמצא על השולחן בחדר הגדול'), {
      from: 'text',
      to: 'pdf',
    });
    const hebrew = await convert(typeset.bytes, { to: 'png', options: { dpi: 150 } });

    const result = await extract(hebrew.bytes, { options: { ocr_languages: 'heb' } });

    expect(textOf(result)).toContain('הספר החדש נמצא על השולחן');
  });

  it('counts pages recognized before in the page limit', async () => {
    const request = { options: pdfReadOptions.parse({}), needs: needsOfTarget(undefined) };
    const read = [{ pageNum: 1, width: 600, height: 800, text: '', hidden: [], losesText: false }];

    const refusal = withPdfiumFile(scan, undefined, (file) =>
      recognizeScans(scan, file, request, read, { before: MAX_OCR_PAGES, onShare: () => undefined }),
    );

    await expect(refusal).rejects.toMatchObject({
      code: 'too_complex',
      message: expect.stringMatching(/More than 1000 pages/),
    });
  });

  itLong(
    'recognizes all pages or none on request, and reports progress in pages of the whole document',
    async () => {
      const told: unknown[] = [];
      const always = await convert(mixed, {
        to: 'text',
        options: { ocr: 'always' },
        onProgress: ({ done, total }) => told.push([done, total]),
      });
      const never = await convert(mixed, { to: 'text', options: { ocr: 'never' } });

      expect(always.report.ocr_pages).toBe(2);
      expect(told).toEqual([
        [2, 2],
        [2, 2],
      ]);
      expect(never.report).toMatchObject({
        ocr_pages: 0,
        warnings: ['Pages that contain only images were left out: 1.'],
      });
      await expect(convert(scan, { to: 'text', options: { ocr: 'never' } })).rejects.toMatchObject({
        code: 'unsupported_content',
      });
    },
  );

  const languageLists = [
    ['an array', ['eng', 'German']],
    ['an ISO 639-1 code', 'de'],
    ['a list', 'eng, deu'],
  ];
  it.each(isLong ? languageLists : languageLists.slice(0, 1))(
    'accepts languages as %s',
    async (_, languages) => {
      const result = await extract(word, { options: { ocr_languages: languages } });

      expect(textOf(result)).toContain('valley');
    },
  );

  it('rejects an unknown language and lists the known ones', async () => {
    const refusal = extract(page, { options: { ocr_languages: 'eng,xyz' } });

    await expect(refusal).rejects.toThrow(/unknown language "xyz"; known languages: eng, deu, fra/);
  });

  it('reports an image without text', async () => {
    const blank = await sharp({ create: { width: 200, height: 100, channels: 3, background: '#fff' } })
      .png()
      .toBuffer();

    await expect(extract(blank)).rejects.toMatchObject({ code: 'empty_document' });
    await expect(extract(page, { options: { ocr: 'never' } })).rejects.toMatchObject({
      code: 'unsupported_content',
    });
  });

  it('does not recognize text for metadata alone', async () => {
    const result = await extract(await makeReport(), { format: 'metadata' });

    expect(result.report.ocr_pages).toBe(0);
  });
});

it('has the English data that its README names', async () => {
  const readme = await readFile(packageFile('docforge-tessdata-eng', 'README.md'), 'utf8');
  const data = await readFile(join(await tessdataFolder(['eng']), 'eng.traineddata'));

  expect(readme).toContain(createHash('sha256').update(data).digest('hex'));
});

it('unpacks the data of a language once, and again if its folder was deleted', async () => {
  const before = process.env.TMPDIR;
  process.env.TMPDIR = await mkdtemp(join(tmpdir(), 'ocr-'));

  try {
    const first = await tessdataFolder(['eng']);
    const same = await tessdataFolder(['eng', 'deu']);
    await rm(first, { recursive: true });
    const other = await tessdataFolder(['eng']);

    expect(same).toBe(first);
    expect(other).not.toBe(first);
    expect(readdirSync(other)).toEqual(['eng.traineddata']);
  } finally {
    await rm(process.env.TMPDIR, { recursive: true });
    if (before === undefined) delete process.env.TMPDIR;
    else process.env.TMPDIR = before;
  }
});
