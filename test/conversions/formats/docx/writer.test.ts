import { describe, expect, it } from 'vitest';
import { noInfo } from '../../../../lib/conversions/document/document-info.ts';
import { type TreeBlock, textRun } from '../../../../lib/conversions/document/document-tree.ts';
import { fileContent } from '../../../../lib/conversions/engine/content.ts';
import { docxWriter } from '../../../../lib/conversions/formats/docx/writer.ts';
import { paragraph, pixel, treeOf } from '../../document/sample-tree.ts';
import { unzip } from '../../shared/zip/unzip.ts';

const write = async (blocks: readonly TreeBlock[], rest = {}, options = {}) => {
  const request = { from: 'document', operation: 'convert', to: 'docx', options } as const;
  const { content, report } = await docxWriter.convert(treeOf(blocks, rest), request);
  return { bytes: fileContent(content), parts: unzip(fileContent(content)), warnings: report.warnings };
};
const bodyOf = async (blocks: readonly TreeBlock[], rest = {}, options = {}) =>
  (await write(blocks, rest, options)).parts['word/document.xml'] ?? '';

describe('writing docx', () => {
  it('writes headings, text styles and links, and drops characters that XML forbids', async () => {
    const { parts } = await write([
      { kind: 'heading', level: 2, content: [textRun('H <1>')] },
      paragraph([
        textRun('a\u0001b\ud800', { bold: true }),
        textRun('c', { href: 'https://a.b/?x=1&y=2' }),
        textRun('d', { href: 'javascript:x' }),
        textRun('e', { href: '#h-1' }),
      ]),
    ]);

    expect(parts['word/document.xml']).toContain(
      '<w:pStyle w:val="Heading2"/></w:pPr><w:bookmarkStart w:id="1" w:name="_h1"/><w:r><w:t xml:space="preserve">H &lt;1&gt;</w:t></w:r>',
    );
    expect(parts['word/document.xml']).toContain(
      '<w:r><w:rPr><w:b/><w:bCs/></w:rPr><w:t xml:space="preserve">ab\ufffd</w:t></w:r><w:hyperlink r:id="rIdL0">',
    );
    expect(parts['word/document.xml']).toContain(
      '<w:r><w:t xml:space="preserve">d</w:t></w:r><w:hyperlink w:anchor="_h1">',
    );
    expect(parts['word/_rels/document.xml.rels']).toContain(
      'Target="https://a.b/?x=1&amp;y=2" TargetMode="External"',
    );
  });

  it('numbers each list separately', async () => {
    const list = (start: number): TreeBlock => ({
      kind: 'list',
      ordered: true,
      start,
      items: [{ blocks: [paragraph('x')] }],
    });

    const { parts } = await write([
      list(1),
      { kind: 'list', ordered: false, items: [{ blocks: [list(7)] }] },
    ]);

    expect(parts['word/numbering.xml']).toContain(
      '<w:num w:numId="3"><w:abstractNumId w:val="1"/><w:lvlOverride w:ilvl="0"><w:startOverride w:val="1"/></w:lvlOverride></w:num><w:num w:numId="4"><w:abstractNumId w:val="1"/><w:lvlOverride w:ilvl="1"><w:startOverride w:val="7"/>',
    );
    expect(parts['word/document.xml']).toContain('<w:ilvl w:val="1"/><w:numId w:val="4"/>');
  });

  it('merges cells and repeats the header row', async () => {
    const body = await bodyOf([
      {
        kind: 'table',
        header_rows: 1,
        rows: [
          [
            { blocks: [paragraph('a')], column_span: 2 },
            { blocks: [paragraph('b')], row_span: 9 },
          ],
          ['c', 'd'],
        ],
      },
    ]);

    expect(body).toContain('<w:tblHeader/>');
    expect(body).toContain('<w:gridSpan w:val="2"/>');
    expect(body.match(/<w:vMerge w:val="restart"\/>/g)).toHaveLength(1);
    expect(body.match(/<w:vMerge\/>/g)).toHaveLength(1);
    expect(body.match(/<w:gridCol /g)).toHaveLength(3);
  });

  it('breaks no word of a table whose longest words fit', async () => {
    const body = await bodyOf([
      {
        kind: 'table',
        header_rows: 0,
        rows: [
          [
            '1,162.50',
            'A description of a part that needs more than one line of its cell',
            'Shelf 11',
            '4471',
          ],
        ],
      },
    ]);

    const widths = Array.from(body.matchAll(/<w:gridCol w:w="(\d+)"/g), ([, width]) => Number(width));

    // Characters of 120 twentieths of a point, and the margins of a cell.
    expect(widths[0]).toBeGreaterThanOrEqual(8 * 120 + 216);
    expect(widths[1]).toBeGreaterThan(widths[0] ?? 0);
    expect(Math.abs(widths.reduce((sum, width) => sum + width, 0) - 9638)).toBeLessThan(4);
  });

  it('writes notes and images that fit the page, and warns about unsupported images', async () => {
    const { parts, warnings } = await write(
      [
        paragraph([
          { kind: 'note', note: 0 },
          { kind: 'note', note: 0 },
          { kind: 'image', image: 0, alt: 'dot', width: 5000 },
          { kind: 'image', image: 1, alt: 'drawing' },
        ]),
      ],
      {
        notes: [[paragraph('n')]],
        images: [
          { bytes: pixel, mime_type: 'image/png' },
          { bytes: Buffer.from('<svg/>'), mime_type: 'image/svg+xml' },
        ],
      },
    );

    expect(parts['word/document.xml']?.match(/<w:footnoteReference w:id="1"\/>/g)).toHaveLength(1);
    expect(parts['word/footnotes.xml']).toMatch(/<w:footnote w:id="1">.*<w:footnoteRef\/>.*>n</);
    expect(parts['word/document.xml']).toContain('<wp:extent cx="6120');
    expect(parts['word/document.xml']).toContain('>drawing</w:t>');
    expect(Object.keys(parts)).toContain('word/media/image-001.png');
    expect(warnings).toEqual([expect.stringMatching(/^1 image was replaced by alternative text/)]);
  });

  it('sets the page size, the contents and the document properties', async () => {
    const metadata = { ...noInfo, title: 'T & U', created: '2020-01-02T03:04:05.000Z' };
    const blocks: TreeBlock[] = [
      { kind: 'heading', level: 1, content: [textRun('One')] },
      { kind: 'page_break' },
      paragraph('x'),
    ];

    const { parts } = await write(
      blocks,
      { metadata, language: 'de-AT' },
      { toc: true, page_size: 'A5', landscape: true, margin: 10 },
    );

    expect(parts['word/document.xml']).toContain(
      '<w:pgSz w:w="11906" w:h="8391" w:orient="landscape"/><w:pgMar w:top="567"',
    );
    expect(parts['word/document.xml']).toMatch(/TOC .*<w:hyperlink w:anchor="_h1">/);
    expect(parts['word/document.xml']).toContain(
      '<w:p><w:pPr><w:pageBreakBefore/></w:pPr><w:r><w:t xml:space="preserve">x',
    );
    expect(parts['docProps/core.xml']).toContain('<dc:title>T &amp; U</dc:title>');
    expect(parts['docProps/core.xml']).toContain('2020-01-02T03:04:05Z</dcterms:created>');
    expect(parts['word/styles.xml']).toContain('<w:lang w:val="de-AT"');
  });

  it('returns the same bytes for the same document', async () => {
    const [one, other] = await Promise.all([write([paragraph('a')]), write([paragraph('a')])]);

    expect(Buffer.compare(one.bytes, other.bytes)).toBe(0);
  });

  it('writes tables with too many columns and deeply nested content as text', async () => {
    let nested: TreeBlock = paragraph('core');
    for (let depth = 0; depth < 300; depth += 1) {
      nested = { kind: 'table', header_rows: 0, rows: [[{ blocks: [nested] }]] };
    }
    const wide: TreeBlock = { kind: 'table', header_rows: 0, rows: [new Array<string>(64).fill('x')] };

    const body = await bodyOf([nested, wide]);

    expect(body.match(/<w:tbl>/g)).toHaveLength(5);
    expect(body).toContain('core');
  });
});
