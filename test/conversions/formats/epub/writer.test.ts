import { describe, expect, it } from 'vitest';
import { noInfo } from '../../../../lib/conversions/document/document-info.ts';
import { type TreeBlock, textRun } from '../../../../lib/conversions/document/document-tree.ts';
import { documentContent, fileContent } from '../../../../lib/conversions/engine/content.ts';
import { epubReader } from '../../../../lib/conversions/formats/epub/reader.ts';
import { epubWriter } from '../../../../lib/conversions/formats/epub/writer.ts';
import { paragraph, pixel, treeOf } from '../../document/sample-tree.ts';
import { unzip } from '../../shared/zip/unzip.ts';

const write = async (tree: ReturnType<typeof treeOf>) => {
  const request = { from: 'document', operation: 'convert', to: 'epub', options: {} } as const;
  return fileContent((await epubWriter.convert(tree, request)).content);
};
const heading = (text: string): TreeBlock => ({ kind: 'heading', level: 1, content: [textRun(text)] });

const sample = treeOf(
  [
    heading('One'),
    paragraph([textRun('a <b>\u0001'), { kind: 'note', note: 0 }]),
    heading('Two'),
    paragraph([textRun('up', { href: '#one' }), { kind: 'image', image: 0, alt: 'dot' }]),
  ],
  {
    metadata: { ...noInfo, title: 'T & U', author: 'A', created: '2020-01-02T03:04:05.000Z' },
    language: 'en',
    notes: [[paragraph('n')]],
    images: [{ bytes: pixel, mime_type: 'image/png' }],
  },
);

describe('writing epub', () => {
  it('writes a chapter for each heading, contents, notes and images', async () => {
    const bytes = await write(sample);
    const parts = unzip(bytes);

    expect(Buffer.from(bytes).subarray(30, 58).toString()).toBe('mimetypeapplication/epub+zip');
    expect(parts['EPUB/chapter-001.xhtml']).toContain(
      '<h1 id="one">One</h1>\n<p>a &lt;b&gt;<sup><a id="ref-1" role="doc-noteref" href="notes.xhtml#note-1">1</a></sup></p>',
    );
    expect(parts['EPUB/chapter-002.xhtml']).toContain(
      '<a href="chapter-001.xhtml#one">up</a><img src="images/image-001.png" alt="dot"',
    );
    expect(parts['EPUB/nav.xhtml']).toContain('<li><a href="chapter-002.xhtml#two">Two</a></li>');
    expect(parts['EPUB/toc.ncx']).toContain('<content src="chapter-001.xhtml#one"/>');
    expect(parts['EPUB/notes.xhtml']).toContain('href="chapter-001.xhtml#ref-1"');
    expect(parts['EPUB/package.opf']).toContain(
      '<meta property="dcterms:modified">2020-01-02T03:04:05Z</meta>',
    );
  });

  it('round-trips, with the same bytes each time', async () => {
    const [bytes, again] = await Promise.all([write(sample), write(sample)]);

    const { content } = await epubReader.convert(bytes, {
      from: 'epub',
      operation: 'read',
      to: 'document',
      options: {},
    });
    const { blocks, metadata, language } = documentContent(content);

    expect(Buffer.compare(bytes, again)).toBe(0);
    expect({ metadata, language }).toMatchObject({
      metadata: { title: 'T & U', author: 'A' },
      language: 'en',
    });
    expect(blocks.slice(0, 1)).toEqual([{ ...heading('One'), id: 'one' }]);
  });

  it('writes an EPUB of a document without headings', async () => {
    expect(unzip(await write(treeOf([paragraph('x')])))['EPUB/nav.xhtml']).toContain(
      'href="chapter-001.xhtml"',
    );
  });
});
