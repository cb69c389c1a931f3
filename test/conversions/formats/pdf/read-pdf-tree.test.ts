import { describe, expect, it } from 'vitest';
import type { DocumentTree, TreeBlock } from '../../../../lib/conversions/document/document-tree.ts';
import { inlineText } from '../../../../lib/conversions/document/document-tree.ts';
import { imageSize } from '../../../../lib/conversions/document/image-size.ts';
import { documentContent } from '../../../../lib/conversions/engine/content.ts';
import type { Target } from '../../../../lib/conversions/engine/engine.ts';
import { pdfParse } from '../../../../lib/conversions/formats/pdf/pdf-parse.ts';
import { liteparse } from '../../../../lib/conversions/formats/pdf/reader.ts';
import { extract } from '../../../../lib/conversions/index.ts';
import { makePdf, makePng, makeReport } from '../../sample-files.ts';

async function read(
  bytes: Uint8Array,
  target: Target,
  { engine = liteparse, options = {} }: { engine?: typeof liteparse; options?: Record<string, unknown> } = {},
): Promise<{ tree: DocumentTree; warnings: readonly string[] }> {
  const { content, report } = await engine.convert(bytes, {
    from: 'pdf',
    operation: 'read',
    to: 'document',
    target,
    options,
  });
  return { tree: documentContent(content), warnings: report.warnings ?? [] };
}

const toHtml: Target = { operation: 'convert', to: 'html' };
const toMetadata: Target = { operation: 'extract', to: 'metadata' };
const kinds = (blocks: readonly TreeBlock[]): string[] => blocks.map((block) => block.kind);

const report = await makeReport({ info: { Title: 'Orchards' } });
// No object ends: pdfium gives up, PDF.js reads on.
const damaged = Buffer.from(report.toString('latin1').replaceAll('endobj', ''), 'latin1');
const prose = 'Words of a paragraph that is long enough to fill more than one line of the page. '.repeat(3);

describe('reading a pdf as a document', () => {
  it('returns headings, paragraphs and tables with their pages', async () => {
    const { tree } = await read(report, toHtml);

    expect(tree).toMatchObject({ hub: 'document', format: 'pdf', page_count: 3, images: [] });
    expect(tree.metadata.title).toBe('Orchards');
    expect(tree.blocks.map(({ kind, page }) => [kind, page])).toEqual([
      ['heading', 1],
      ['paragraph', 1],
      ['heading', 1],
      ['paragraph', 1],
      ['heading', 2],
      ['paragraph', 2],
      ['table', 2],
      ['paragraph', 3],
    ]);
  });

  it('recognizes bold words and links within a line', async () => {
    const bytes = await makePdf((document) => {
      document.fontSize(11).text(prose).moveDown();
      document.text('Some ', { continued: true }).font('Helvetica-Bold').text('bold', { continued: true });
      document.font('Helvetica').text(' words and ', { continued: true });
      document.text('a link', { link: 'https://example.org/' });
    });

    const { tree } = await read(bytes, toHtml);

    expect(tree.blocks.at(-1)).toEqual({
      kind: 'paragraph',
      page: 1,
      places: [
        {
          page: 1,
          box: [72, 122, 209, 133].map((edge) => expect.closeTo(edge, 0)),
        },
      ],
      content: [
        { kind: 'text', text: 'Some ' },
        { kind: 'text', text: 'bold', bold: true },
        { kind: 'text', text: ' words and ' },
        { kind: 'text', text: 'a link', href: 'https://example.org/' },
      ],
    });
  });

  it('places images at their positions, stores repeated ones once, and omits them for text', async () => {
    const bytes = await makePdf((document) => {
      document.fontSize(11).text(prose);
      document.image(makePng(64), 72, 200, { width: 100 });
      document.image(makePng(64), 72, 320, { width: 100 });
      document.text(prose, 72, 460);
    });

    const { tree } = await read(bytes, toHtml);
    const { tree: text } = await read(bytes, { operation: 'extract', to: 'text' });

    const [image] = tree.images;

    expect(tree.images).toMatchObject([{ mime_type: 'image/png', page: 1 }]);
    expect(image && imageSize(image.bytes, image.mime_type)).toEqual({ width: 64, height: 64 });
    expect(tree.blocks.map((block) => block.kind === 'paragraph' && block.content[0]?.kind)).toEqual([
      'text',
      'image',
      'image',
      'text',
    ]);
    expect([text.images, kinds(text.blocks)]).toEqual([[], ['paragraph', 'paragraph']]);
  });

  it('reads a rotated page', async () => {
    const bytes = await makePdf((document) => {
      document
        .rotate(90, { origin: [0, 0] })
        .fontSize(11)
        .text(prose, 60, -300, { width: 600 });
    });

    const { tree } = await read(bytes, toHtml);

    expect(tree.blocks.map((block) => block.kind === 'paragraph' && inlineText(block.content))).toEqual([
      prose.trim(),
    ]);
  });

  it('extracts a table whose words are on their sides', async () => {
    const bytes = await makePdf((document) => {
      document.rotate(90, { origin: [0, 0] }).fontSize(11);
      for (let row = 0; row < 6; row += 1)
        for (let column = 0; column < 4; column += 1)
          document.text(
            row === 0 ? `Year ${column}` : `${row}${column},500`,
            60 + 90 * column,
            -300 + 20 * row,
            {
              lineBreak: false,
            },
          );
      for (const at of [0, 1, 2, 3, 4, 5, 6]) document.moveTo(50, -306 + 20 * at).lineTo(420, -306 + 20 * at);
      for (const at of [50, 140, 230, 320, 420]) document.moveTo(at, -306).lineTo(at, -186);
      document.stroke();
    });

    const result = await extract(bytes, { from: 'pdf', format: 'tables' });

    const [table] = JSON.parse(Buffer.from(result.bytes).toString());
    expect(table.rows.flat().toSorted().slice(-4)).toEqual(['Year 0', 'Year 1', 'Year 2', 'Year 3']);
  });

  it('falls back to a reader that warns about missing features', async () => {
    const { tree, warnings } = await read(damaged, toHtml, { engine: pdfParse });

    expect(kinds(tree.blocks).slice(0, 4)).toEqual(['heading', 'paragraph', 'heading', 'paragraph']);
    expect(warnings).toEqual([expect.stringMatching(/Tables, images, and bold/)]);
  });

  it('lists attached files in the document model, and in the text of other targets', async () => {
    const bytes = await makePdf((document) => {
      document.text(prose);
      document.file(Buffer.from('hello'), { name: 'note.txt', type: 'text/plain' });
      document.file(Buffer.from('a,b'), { name: 'Zürich.dat' });
    });

    const { tree } = await read(bytes, { operation: 'extract', to: 'document' });

    expect(tree.attachments).toEqual([
      { name: 'note.txt', mime_type: 'text/plain', bytes: 5 },
      { name: 'Zürich.dat', mime_type: 'application/octet-stream', bytes: 3 },
    ]);
    const { attachments, blocks } = (await read(bytes, toHtml)).tree;
    expect(attachments).toEqual([]);
    expect(JSON.stringify(blocks.slice(-2))).toMatch(/"Attachments".*note\.txt \(text\/plain\).*Zürich\.dat/);
  });

  it('reports a password in both readers', async () => {
    const locked = await makeReport({ userPassword: 'secret', pdfVersion: '1.7ext3' });

    for (const engine of [liteparse, pdfParse]) {
      await expect(read(locked, toHtml, { engine })).rejects.toMatchObject({ code: 'encrypted_document' });
      const { tree } = await read(locked, toHtml, { engine, options: { password: 'secret' } });
      expect(kinds(tree.blocks)).toContain('heading');
    }
  });
});

describe('metadata of a pdf', () => {
  it('contains PDF-specific details', async () => {
    const bytes = await makePdf(
      (document) => {
        const { outline } = document;
        document.text('First');
        outline.addItem('Part').addItem('Chapter');
        document.file(Buffer.from('hello'), { name: 'note.txt' });
        document.initForm();
        document.formText('town', 72, 200, 100, 20, { value: 'Bern' });
        document.addPage({ size: 'A5' }).text('Second');
      },
      {
        userPassword: '',
        ownerPassword: 'owner',
        permissions: { printing: 'lowResolution', copying: false },
        pdfVersion: '1.7',
        lang: 'de-CH',
      },
    );

    const { tree } = await read(bytes, toMetadata);

    expect(tree.metadata).toMatchObject({ encrypted: true });
    expect(tree.metadata.pdf).toMatchObject({
      version: '1.7',
      stated_language: 'de-CH',
      tagged: false,
      permissions: { print: true, print_high_quality: false, copy: false },
      page_sizes: [
        { width: 595.3, height: 841.9, pages: 1 },
        { width: 419.5, height: 595.3, pages: 1 },
      ],
      fonts: [{ name: 'Helvetica', embedded: false }],
      outline: [
        { title: 'Part', level: 1, page: 1 },
        { title: 'Chapter', level: 2, page: 1 },
      ],
      attachments: [{ name: 'note.txt', size_bytes: 5 }],
      form_fields: [{ name: 'town', type: 'text', value: 'Bern', page: 1 }],
      signatures: 0,
    });
  });

  it('is omitted for other targets', async () => {
    expect((await read(report, toHtml)).tree.metadata.pdf).toBeUndefined();
  });
});
