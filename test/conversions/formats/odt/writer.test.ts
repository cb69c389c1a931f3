import { describe, expect, it } from 'vitest';
import { type TreeBlock, textRun } from '../../../../lib/conversions/document/document-tree.ts';
import { fileContent } from '../../../../lib/conversions/engine/content.ts';
import { odtWriter } from '../../../../lib/conversions/formats/odt/writer.ts';
import { paragraph, pixel, treeOf } from '../../document/sample-tree.ts';
import { unzip } from '../../shared/zip/unzip.ts';

const write = async (blocks: readonly TreeBlock[], rest = {}, options = {}) => {
  const request = { from: 'document', operation: 'convert', to: 'odt', options } as const;
  return fileContent((await odtWriter.convert(treeOf(blocks, rest), request)).content);
};
const contentOf = async (blocks: readonly TreeBlock[], rest = {}, options = {}) =>
  unzip(await write(blocks, rest, options))['content.xml'] ?? '';

describe('writing odt', () => {
  it('writes headings, text styles, links, spaces and notes, and drops characters that XML forbids', async () => {
    const content = await contentOf(
      [
        { kind: 'heading', level: 2, content: [textRun('H')] },
        paragraph([
          textRun('a\u0001 <  b', { bold: true }),
          textRun('c', { href: 'https://a.b/?x&y' }),
          textRun('d', { href: 'javascript:x' }),
          { kind: 'note', note: 0 },
        ]),
      ],
      { notes: [[paragraph('n')]] },
    );

    expect(content).toContain(
      '<text:h text:style-name="Heading_20_2" text:outline-level="2"><text:bookmark text:name="h"/>H</text:h>',
    );
    expect(content).toContain('<text:span text:style-name="T1">a &lt;<text:s text:c="2"/>b</text:span>');
    expect(content).toContain('xlink:href="https://a.b/?x&amp;y">c</text:a>d<text:note');
    expect(content).toContain(
      '<text:note-citation>1</text:note-citation><text:note-body><text:p text:style-name="Footnote">n</text:p>',
    );
  });

  it('writes lists, tables with merged cells, and images', async () => {
    const bytes = await write(
      [
        { kind: 'list', ordered: true, start: 3, items: [{ blocks: [paragraph('i')], checked: true }] },
        {
          kind: 'table',
          header_rows: 1,
          rows: [
            [{ blocks: [paragraph('a')], column_span: 2 }],
            ['b', { blocks: [paragraph('c')], align: 'right' }],
          ],
        },
        paragraph([{ kind: 'image', image: 0, alt: 'dot', width: 72 }]),
      ],
      { images: [{ bytes: pixel, mime_type: 'image/png' }] },
      { margin: 10, page_size: 'A5' },
    );
    const parts = unzip(bytes);

    expect(Buffer.from(bytes).subarray(30, 77).toString()).toBe(
      'mimetypeapplication/vnd.oasis.opendocument.text',
    );
    expect(parts['content.xml']).toContain(
      '<text:list-item text:start-value="3"><text:p text:style-name="List">☑ i</text:p>',
    );
    expect(parts['content.xml']).toMatch(
      /<table:table-header-rows>.*columns-spanned="2".*<table:covered-table-cell\/>.*<\/table:table-header-rows>/,
    );
    expect(parts['content.xml']).toContain('<text:p text:style-name="Table_20_Contents-right">c</text:p>');
    expect(parts['content.xml']).toContain(
      'svg:width="72.00pt" svg:height="72.00pt"><draw:image xlink:href="Pictures/image-001.png"',
    );
    expect(parts['styles.xml']).toContain('fo:page-width="419.53pt"');
    expect(parts['META-INF/manifest.xml']).toContain('Pictures/image-001.png');
  });

  it('writes deeply nested content, and the same bytes each time', async () => {
    let nested: TreeBlock = paragraph('core');
    for (let depth = 0; depth < 300; depth += 1) {
      nested = { kind: 'table', header_rows: 0, rows: [[{ blocks: [nested] }]] };
    }

    const [one, other] = await Promise.all([write([nested]), write([nested])]);

    expect(Buffer.compare(one, other)).toBe(0);
    expect(unzip(one)['content.xml']).toContain('core');
  });
});
