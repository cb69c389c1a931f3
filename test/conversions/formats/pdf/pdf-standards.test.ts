import { describe, expect, it } from 'vitest';
import { type Inline, textRun } from '../../../../lib/conversions/document/document-tree.ts';
import { typesetDocument } from '../../../../lib/conversions/formats/pdf/write/typesetting/typeset-document.ts';
import { paragraph, treeOf } from '../../document/sample-tree.ts';
import { convert, heading, png } from './written-document.ts';

describe('a document written to pdf', () => {
  it.each(['a-2b', 'a-2u', 'a-2a', 'a-3b', 'a-3u', 'a-3a', 'a-4', 'ua-1'])(
    'conforms to the standard %s',
    async (standard) => {
      const image: Inline = { kind: 'image', image: 0, alt: '' };
      const tree = treeOf(
        [heading(3, 'Head'), paragraph([textRun('text'), image, { kind: 'math', tex: 'x^2' }])],
        {
          images: [png],
        },
      );

      const { bytes, text } = await convert(tree, { pdf_standard: standard });

      const part = standard.startsWith('ua') ? '<pdfuaid:part>1' : `<pdfaid:part>${standard.slice(2, 3)}`;
      expect(Buffer.from(bytes).toString('latin1')).toContain(part);
      expect(text).toContain('text');
    },
  );

  it.each([
    {
      what: 'no content',
      tree: treeOf([paragraph(' ')]),
      options: {},
      code: 'empty_document',
      message: /no content/,
    },
    {
      what: 'too many cells',
      tree: treeOf([
        { kind: 'table', header_rows: 0, rows: Array.from({ length: 40_001 }, () => ['a', 'b']) },
      ]),
      options: {},
      code: 'too_complex',
      message: /80000 cells/,
    },
    {
      what: 'too much text',
      tree: treeOf([paragraph('あ'.repeat(12_000_001))]),
      options: {},
      code: 'too_complex',
      message: /12000000/,
    },
    {
      what: 'characters that a standard does not allow',
      tree: treeOf([paragraph('private \ue000')]),
      options: { pdf_standard: 'a-2b' },
      code: 'unsupported_content',
      message: /"a-2b": no font has its characters U\+E000/,
    },
  ])('refuses a document with $what', async ({ tree, options, code, message }) => {
    await expect(convert(tree, options)).rejects.toMatchObject({
      code,
      message: expect.stringMatching(message),
    });
  });

  it('names the violated standard if an image cannot be decoded', async () => {
    const bytes = png.bytes.map((byte, index) => (index < 41 ? byte : 0));
    const tree = treeOf([paragraph([{ kind: 'image', image: 0, alt: 'A square' }])], {
      images: [{ ...png, bytes }],
    });

    const typeset = typesetDocument(tree, { toc: false, pdf_standard: 'ua-1' }, undefined);

    await expect(typeset).rejects.toMatchObject({
      code: 'unsupported_content',
      message: expect.stringContaining('"ua-1": it has no title'),
    });
  });
});
