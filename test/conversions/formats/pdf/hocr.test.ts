import { parseDocument } from 'htmlparser2';
import { SaxesParser } from 'saxes';
import sharp from 'sharp';
import { describe, expect, it } from 'vitest';
import { convert, extract } from '../../../../lib/conversions/index.ts';
import { makePdf } from '../../sample-files.ts';

interface Word {
  readonly text: string;
  readonly box: readonly number[];
  readonly confidence: number | undefined;
}

async function hocrOf(bytes: Uint8Array, options: Record<string, unknown> = {}) {
  const result = await extract(bytes, { format: 'hocr', options });
  const hocr = Buffer.from(result.bytes).toString();
  // It is XHTML.
  new SaxesParser().write(hocr).close();
  const words = [
    ...hocr.matchAll(/class="ocrx_word"[^>]*title="bbox ([\d ]+)(?:; x_wconf (\d+))?">([^<]*)</g),
  ].map(
    ([, box = '', confidence, text = '']): Word => ({
      text: parseDocument(text)
        .children.map((node) => ('data' in node ? node.data : ''))
        .join(''),
      box: box.split(' ').map(Number),
      confidence: confidence === undefined ? undefined : Number(confidence),
    }),
  );
  const pages = [...hocr.matchAll(/class="ocr_page"[^>]*title="([^"]*)"/g)].map(([, title]) => title);
  const lines = [...hocr.matchAll(/class="ocr_line"/g)].length;
  return { ...result, hocr, words, pages, lines };
}

const page = (document: { text: (text: string, x: number, y: number) => unknown }): void => {
  document.text('Honey & <wax>', 72, 72);
  document.text('from seven hives', 72, 144);
};

describe('hOCR', () => {
  it('has the words of a PDF with their boxes', async () => {
    const { words, pages, lines, mimeType, extension, report } = await hocrOf(
      await makePdf(page, { size: 'A4' }),
    );

    expect([mimeType, extension]).toEqual(['text/vnd.hocr+html; charset=utf-8', 'hocr']);
    expect(pages).toEqual(['bbox 0 0 2480 3508; ppageno 0; scan_res 300 300']);
    expect(lines).toBe(2);
    expect(words.map(({ text }) => text)).toEqual(['Honey', '&', '<wax>', 'from', 'seven', 'hives']);
    const [honey, , , from] = words;
    // 72 points are 300 pixels.
    expect(honey?.box[0]).toBeGreaterThanOrEqual(295);
    expect(honey?.box[0]).toBeLessThan(310);
    expect((from?.box[1] ?? 0) - (honey?.box[1] ?? 0)).toBeCloseTo(300, -1);
    expect(honey?.confidence).toBeUndefined();
    expect(report.ocr_pages).toBe(0);
  });

  it('has the recognized words of an image, in its pixels', async () => {
    const typeset = await makePdf(
      (document) => document.fontSize(20).text('Honey from seven hives', 40, 40),
      {
        size: [400, 300],
      },
    );
    const { bytes } = await convert(typeset, { to: 'png', options: { dpi: 150 } });
    const { width = 0, height = 0 } = await sharp(bytes).metadata();

    const { words, pages, report } = await hocrOf(bytes);

    expect(pages[0]).toContain(`bbox 0 0 ${width} ${height};`);
    expect(words.map(({ text }) => text)).toEqual(['Honey', 'from', 'seven', 'hives']);
    const lefts = words.map(({ box }) => box[0] ?? 0);
    expect(lefts).toEqual(lefts.toSorted((a, b) => a - b));
    expect(lefts[0]).toBeCloseTo((40 * 150) / 72, -1);
    for (const { confidence } of words) expect(confidence).toBeGreaterThan(60);
    expect(report.ocr_pages).toBe(1);
  });

  it('leaves out what nobody can see, and refuses what has no words', async () => {
    const hidden = await makePdf((document) => {
      document.text('Seen', 72, 72);
      document.fillColor('white').text('WHITE', 72, 144);
    });
    const blank = await sharp({ create: { width: 200, height: 100, channels: 3, background: '#fff' } })
      .png()
      .toBuffer();

    const seen = await hocrOf(hidden);
    expect(seen.words.map(({ text }) => text)).toEqual(['Seen']);
    expect(seen.report.warnings).toHaveLength(1);
    const all = await hocrOf(hidden, { hidden: 'keep' });
    expect(all.words.map(({ text }) => text)).toEqual(['Seen', 'WHITE']);
    await expect(extract(blank, { format: 'hocr' })).rejects.toMatchObject({ code: 'empty_document' });
    await expect(extract(await makePdf(() => undefined), { format: 'hocr' })).rejects.toMatchObject({
      code: 'empty_document',
    });
  });
});
