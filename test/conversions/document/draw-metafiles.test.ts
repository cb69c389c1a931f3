import { describe, expect, it } from 'vitest';
import { metafileType } from '../../../lib/conversions/document/draw-metafiles.ts';
import { fileContent } from '../../../lib/conversions/engine/content.ts';
import { docxReader } from '../../../lib/conversions/formats/docx/reader.ts';
import { docxWriter } from '../../../lib/conversions/formats/docx/writer.ts';
import { convert, extract } from '../../../lib/conversions/index.ts';
import { docxOf, readWith, relationships } from '../office-files.ts';

/** A record of an EMF file ([MS-EMF] 2.3): its type, its size and 32-bit values. */
function record(type: number, values: readonly number[]): Buffer {
  const bytes = Buffer.alloc(8 + values.length * 4);
  bytes.writeUInt32LE(type, 0);
  bytes.writeUInt32LE(bytes.length, 4);
  for (const [at, value] of values.entries()) bytes.writeInt32LE(value, 8 + at * 4);
  return bytes;
}

/** A picture of a rectangle. */
function emf(): Buffer {
  const rectangle = record(43, [10, 10, 90, 40]);
  const end = record(14, [0, 16, 20]);
  const size = 88 + rectangle.length + end.length;
  const header = [
    0,
    0,
    99,
    49,
    0,
    0,
    2646,
    1323,
    0x464d4520,
    0x10000,
    size,
    3,
    1,
    0,
    0,
    0,
    1024,
    768,
    320,
    240,
  ];
  return Buffer.concat([record(1, header), rectangle, end]);
}

const withImage = (image: Buffer): Uint8Array =>
  docxOf(
    '<w:p><w:r><w:t>Before</w:t></w:r><w:r><w:drawing><wp:inline><wp:extent cx="127000" cy="254000"/><wp:docPr id="1" name="x" descr="A box"/><a:graphic><a:graphicData><pic:pic><pic:blipFill><a:blip r:embed="p"/></pic:blipFill></pic:pic></a:graphicData></a:graphic></wp:inline></w:drawing></w:r></w:p>',
    {
      'word/_rels/document.xml.rels': relationships({ p: ['image', 'media/one.emf'] }),
      'word/media/one.emf': image,
    },
  );

const html = async (file: Uint8Array): Promise<string> =>
  Buffer.from((await convert(file, { from: 'docx', to: 'html' })).bytes).toString();

/** The SVG in a page. */
const svgIn = (page: string): string =>
  Buffer.from(/data:image\/svg\+xml;base64,([^"]+)/.exec(page)?.[1] ?? '', 'base64').toString();

describe('a Windows metafile', () => {
  it('is known by its header', () => {
    expect(metafileType(emf())).toBe('emf');
    expect(metafileType(Buffer.from('d7cdc69a'.padEnd(44, '0'), 'hex'))).toBe('wmf');
    expect(metafileType(Buffer.from('010009000003'.padEnd(44, '0'), 'hex'))).toBe('wmf');
    expect(metafileType(emf().subarray(0, 60))).toBeUndefined();
    expect(metafileType(Buffer.alloc(100))).toBeUndefined();
    expect(metafileType(Buffer.alloc(0))).toBeUndefined();
  });

  it('in a document becomes a drawing', async () => {
    const svg = svgIn(await html(withImage(emf())));

    expect(svg).toMatch(/^<svg [^>]*viewBox/);
    expect(svg).toMatch(/<(?:path|rect)/);
    expect(svg).toBe(svgIn(await html(withImage(emf()))));
  });

  it('is kept as it is in a Word document', async () => {
    const { tree } = await readWith(docxReader, withImage(emf()));
    const request = { from: 'document', operation: 'convert', to: 'docx', options: {} } as const;
    const { content } = await docxWriter.convert(tree, request);
    const back = await readWith(docxReader, fileContent(content));

    expect(back.tree.images[0]?.metafile?.bytes).toEqual(emf());
    expect(back.tree.images[0]?.bytes).toEqual(tree.images[0]?.bytes);
  });

  it.each([
    ['truncated', emf().subarray(0, 100)],
    ['of wrong sizes', Buffer.concat([emf().subarray(0, 92), Buffer.alloc(40, 0xff)])],
  ])('that is %s does not fail the document', async (_, image) => {
    const { bytes } = await extract(withImage(image), { from: 'docx', format: 'markdown' });

    expect(Buffer.from(bytes).toString()).toContain('Before');
  });
});
