import { beforeAll, describe, expect, it } from 'vitest';
import { writeTextLayer } from '../../../../lib/conversions/formats/pdf/text-layer/write-text-layer.ts';
import { convert, extract } from '../../../../lib/conversions/index.ts';
import { toWordLine } from '../../../../lib/conversions/shared/page-layout/word-lines.ts';
import { itLong } from '../../../support/long-run.ts';
import { makePdf } from '../../sample-files.ts';

const draw = (document: {
  fontSize: (size: number) => { text: (text: string, x: number, y: number) => unknown };
}): void => {
  document.fontSize(20).text('Honey from seven hives', 40, 60);
  document.fontSize(20).text('and wax from two', 40, 120);
};

let image: Buffer;
/** A scan, and a page of text. */
let mixed: Buffer;

const textOf = async (pdf: Uint8Array, options: Record<string, unknown> = {}): Promise<string> => {
  const { bytes } = await extract(pdf, {
    format: 'text',
    from: 'pdf',
    options: { ocr: 'never', ...options },
  });
  return Buffer.from(bytes).toString().replaceAll(/\s+/g, ' ').trim();
};

beforeAll(async () => {
  const typeset = await makePdf(draw, { size: [400, 300] });
  image = Buffer.from((await convert(typeset, { to: 'png', options: { dpi: 150 } })).bytes);
  mixed = await makePdf(
    (document) => {
      document.image(image, 0, 0, { width: 400 });
      document
        .addPage({ size: [400, 300] })
        .text('A page of text that is long enough not to be a scan of one.', 40, 60);
    },
    { size: [400, 300] },
  );
});

describe('a searchable PDF', () => {
  it('has the text of its scans, and shows the same', async () => {
    await expect(textOf(mixed, { pages: '1' })).rejects.toMatchObject({ code: 'unsupported_content' });

    const { bytes, report } = await convert(mixed, { to: 'pdf', from: 'pdf', options: { searchable: true } });

    expect(report).toMatchObject({ pages: 2, ocr_pages: 1 });
    expect(await textOf(bytes, { pages: '1' })).toBe('Honey from seven hives and wax from two');
    expect(await textOf(bytes, { pages: '2' })).toMatch(/^A page of text/);
    const options = { pages: '1', dpi: 50 };
    const before = await convert(mixed, { to: 'png', options });
    const after = await convert(Buffer.from(bytes), { to: 'png', options });
    expect(Buffer.from(after.bytes).equals(Buffer.from(before.bytes))).toBe(true);
  });

  itLong('is made of images, too', async () => {
    const { bytes, report } = await convert(image, { to: 'pdf', options: { searchable: true, margin: 10 } });

    expect(report.ocr_pages).toBe(1);
    expect(await textOf(bytes)).toBe('Honey from seven hives and wax from two');
    expect((await convert(image, { to: 'pdf' })).report.ocr_pages).toBe(0);
  });

  itLong('has the words where the scan shows them, on a rotated page, too', async () => {
    const placesOf = async (pdf: Uint8Array): Promise<number[][]> => {
      const { bytes } = await extract(pdf, { format: 'hocr', from: 'pdf', options: { ocr: 'never' } });
      const found = Buffer.from(bytes)
        .toString()
        .matchAll(/ocrx_word"[^>]*title="bbox ([\d ]+)/g);
      return [...found].map(([, box = '']) => box.split(' ').map(Number));
    };
    const original = await placesOf(await makePdf(draw, { size: [400, 300] }));
    const upright = await convert(mixed, {
      to: 'pdf',
      from: 'pdf',
      options: { searchable: true, pages: '1' },
    });
    const found = await placesOf(upright.bytes);

    expect(found).toHaveLength(original.length);
    for (const [at, box] of found.entries()) {
      // Pixels at 300 dpi; a word's box is as high as its letters, or as its font.
      expect(Math.abs((box[0] ?? 0) - (original[at]?.[0] ?? 0))).toBeLessThan(30);
      expect(Math.abs((box[2] ?? 0) - (original[at]?.[2] ?? 0))).toBeLessThan(30);
      expect(Math.abs((box[1] ?? 0) - (original[at]?.[1] ?? 0))).toBeLessThan(40);
    }
    const turned = await convert(Buffer.from(upright.bytes), {
      to: 'pdf',
      from: 'pdf',
      options: { rotate: 180 },
    });
    expect(await textOf(turned.bytes)).toContain('Honey from seven hives');
  });

  itLong('keeps its password', async () => {
    const locked = await convert(mixed, { to: 'pdf', from: 'pdf', options: { user_password: 'bees' } });

    const { bytes } = await convert(Buffer.from(locked.bytes), {
      to: 'pdf',
      from: 'pdf',
      options: { password: 'bees', searchable: true },
    });

    await expect(textOf(bytes)).rejects.toMatchObject({ code: 'encrypted_document' });
    expect(await textOf(bytes, { password: 'bees', pages: '1' })).toContain('seven hives');
  });
});

it('writes words of any script', async () => {
  const words = ['Ünïcode', 'мёд', '蜂蜜', '𝛼'].map((text, at) => ({
    text,
    x: 40,
    y: 40 + at * 40,
    width: 90,
    height: 20,
  }));
  const pdf = writeTextLayer([
    { number: 1, width: 400, height: 300, lines: words.map((word) => toWordLine([word])) },
  ]);

  expect(await textOf(pdf, { hidden: 'keep' })).toBe('Ünïcode мёд 蜂蜜 𝛼');
});
