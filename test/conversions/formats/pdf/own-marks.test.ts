import { describe, expect, it } from 'vitest';
import { convert, extract } from '../../../../lib/conversions/index.ts';
import { makePdf } from '../../sample-files.ts';

const words = 'The apples were early this year and the orchards of the valley were full of pickers. ';

async function textOf(bytes: Uint8Array, to: 'text' | 'markdown' = 'text'): Promise<string> {
  return Buffer.from((await convert(bytes, { from: 'pdf', to })).bytes).toString();
}

const plain = makePdf((document) => {
  document.fontSize(11).text(words.repeat(8));
  document.addPage().text(words.repeat(4)).moveDown().text('A last word: draft A.');
});

/** A page with a number at its bottom, and with a mark of it or of its text. */
const numbered = (number: string, mark: 'artifact' | 'untagged' | 'none', y = 800): Promise<Buffer> =>
  makePdf(
    (document) => {
      const paragraph = () => document.fontSize(11).text(words.repeat(4));
      if (mark === 'none') paragraph();
      else document.addStructure(document.struct('P', {}, [paragraph]));
      const draw = () => document.text(number, 280, y, { lineBreak: false });
      if (mark === 'artifact') document.markContent('Artifact', { type: 'Pagination' });
      draw();
      if (mark === 'artifact') document.endMarkedContent();
    },
    { margin: 20, tagged: mark !== 'none' },
  );

describe('what we put on pages ourselves', () => {
  it.each([
    ['a watermark', { watermark: 'DRAFT' }],
    ['an upright watermark', { watermark: 'Draft A', watermark_angle: 0 }],
    ['a watermark in right-to-left script', { watermark: 'טיוטה' }],
  ])('is left out of text, Markdown and hocr: %s', async (_, options) => {
    const source = await plain;
    const marked = (await convert(source, { from: 'pdf', to: 'pdf', options })).bytes;
    for (const to of ['text', 'markdown'] as const)
      expect(await textOf(marked, to)).toBe(await textOf(source, to));
    const hocr = async (bytes: Uint8Array) =>
      Buffer.from((await extract(bytes, { format: 'hocr' })).bytes)
        .toString()
        .match(/>[^<>\s]+<\/span>/g);
    expect(await hocr(marked)).toEqual(await hocr(source));
  });

  it('is left out of text as page numbers of pages that we set', async () => {
    const { bytes } = await convert(Buffer.from(`# Harvest\n\n${words.repeat(100)}`), {
      from: 'markdown',
      to: 'pdf',
      options: { page_numbers: true },
    });
    const text = await textOf(bytes);
    expect(text.split('\f').length).toBeGreaterThan(1);
    expect(text).not.toMatch(/\d/);
  });

  it('is left out of text as page numbers that are artifacts, or have no tag', async () => {
    for (const number of ['7', '- 7 -', 'Page 7 of 9']) {
      expect(await textOf(await numbered(number, 'artifact'))).not.toContain('7');
      expect(await textOf(await numbered(number, 'untagged'))).not.toContain('7');
    }
  });

  it('is nothing else: other artifacts, numbers in the text, and numbers of pages without tags', async () => {
    expect(await textOf(await numbered('Acme 7', 'artifact'))).toContain('Acme 7');
    expect(await textOf(await numbered('7', 'none'))).toContain('7');
    expect(await textOf(await numbered('7', 'untagged', 500))).toContain('7');
  });
});
