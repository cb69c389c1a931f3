import { describe, expect, it } from 'vitest';
import { noInfo } from '../../../../lib/conversions/document/document-info.ts';
import { type Inline, type TreeBlock, textRun } from '../../../../lib/conversions/document/document-tree.ts';
import { fileContent } from '../../../../lib/conversions/engine/content.ts';
import { htmlWriter } from '../../../../lib/conversions/formats/html/writer.ts';
import { textWriter } from '../../../../lib/conversions/formats/text/writer.ts';
import { paragraph, pixel, treeOf } from '../../document/sample-tree.ts';

const pageOf = async (blocks: readonly TreeBlock[], rest = {}, options = {}) => {
  const request = { from: 'document', operation: 'convert', to: 'html', options } as const;
  const { content } = await htmlWriter.convert(treeOf(blocks, rest), request);
  return Buffer.from(fileContent(content)).toString();
};
const bodyOf = async (blocks: readonly TreeBlock[], rest = {}, options = {}) =>
  (await pageOf(blocks, rest, options)).replace(/^.*<body>\n|<\/body>.*$/gs, '');

const lines: readonly (readonly [string, readonly Inline[], string])[] = [
  ['escapes text', [textRun('<script>"&')], '<p>&lt;script&gt;&quot;&amp;</p>'],
  [
    'nests marks',
    [textRun('a', { bold: true }), textRun('b', { bold: true, italic: true, code: true })],
    '<p><strong>a<em><code>b</code></em></strong></p>',
  ],
  [
    'links to the web',
    [textRun('t', { href: 'https://a.b/"c' })],
    '<p><a href="https://a.b/&quot;c">t</a></p>',
  ],
  ['links to no script', [textRun('t', { href: 'JAVA\tSCRIPT:alert(1)' })], '<p>t</p>'],
  ['drops links to missing targets', [textRun('t', { href: '#gone' })], '<p>t</p>'],
  ['drops controls and halves of characters', [textRun('a\u0000b\ud800')], '<p>ab\ufffd</p>'],
  ['writes the text direction', [textRun('שלום')], '<p dir="auto">שלום</p>'],
  ['writes formulas', [{ kind: 'math', tex: 'x^2' }], '<msup><mi>x</mi><mn'],
  [
    'writes invalid TeX as text',
    [{ kind: 'math', tex: '\\frac{<' }],
    '<code class="math">\\frac{&lt;</code>',
  ],
];

describe('writing html', () => {
  it('gives a heading another anchor than a note', async () => {
    const tree = treeOf(
      [
        { kind: 'heading', level: 1, content: [textRun('Note 1')] },
        { kind: 'paragraph', content: [textRun('Noted'), { kind: 'note', note: 0 }] },
      ],
      { notes: [[paragraph('By the old chart.')]] },
    );
    const request = { from: 'document', operation: 'convert', to: 'html', options: { toc: false } } as const;
    const html = new TextDecoder().decode(fileContent((await htmlWriter.convert(tree, request)).content));

    expect(html.match(/ id="[^"]*"/g)).toEqual([' id="note-1-"', ' id="ref-1"', ' id="note-1"']);
  });

  it.each(lines)('%s', async (_, content, expected) => {
    expect(await bodyOf([paragraph(content)])).toContain(expected);
  });

  it('writes a complete page that can load and run nothing', async () => {
    const metadata = { ...noInfo, title: '</title><script>', author: 'A "B"' };

    const page = await pageOf([paragraph('Das ist ein Satz in deutscher Sprache.')], { metadata });

    expect(page).toMatch(/^<!DOCTYPE html>\n<html lang="de">/);
    expect(page).toContain('<title>&lt;/title&gt;&lt;script&gt;</title>');
    expect(page).toContain('<meta name="author" content="A &quot;B&quot;"/>');
    expect(page).toContain("default-src 'none'; img-src data:; style-src 'unsafe-inline'");
    expect(page).not.toContain('<script');
  });

  it('writes tables with header rows and merged cells, lists, code and images', async () => {
    const image: Inline = { kind: 'image', image: 0, alt: 'a "dot"', width: 72, height: 36 };
    const blocks: TreeBlock[] = [
      {
        kind: 'table',
        header_rows: 1,
        caption: 'C',
        rows: [
          [{ blocks: [paragraph('h')], column_span: 2, row_span: 5 }],
          ['a', { blocks: [], align: 'right' }],
        ],
      },
      { kind: 'list', ordered: true, start: 3, items: [{ blocks: [paragraph('i')], checked: true }] },
      { kind: 'code', text: 'a\n  <b>', language: 'ts' },
      paragraph([image]),
    ];

    const body = await bodyOf(blocks, { images: [{ bytes: pixel, mime_type: 'image/png' }] });

    expect(body).toBe(
      `<table>\n<caption>C</caption>\n<thead>\n<tr><th scope="col" colspan="2">h</th></tr>\n</thead>\n<tbody>\n<tr><td>a</td><td style="text-align:right"></td></tr>\n</tbody>\n</table>\n<ol start="3">\n<li class="task"><input type="checkbox" disabled="disabled" checked="checked"/> i</li>\n</ol>\n<pre><code class="language-ts">a\n  &lt;b&gt;</code></pre>\n<p><img src="data:image/png;base64,${pixel.toString('base64')}" alt="a &quot;dot&quot;" width="96" height="48"/></p>\n`,
    );
  });

  it('links notes in both directions, and headings from the contents', async () => {
    const blocks: TreeBlock[] = [1, 3, 2, 1].map((level) => ({
      kind: 'heading',
      level,
      content: [textRun('A b')],
    }));
    blocks.push(paragraph([{ kind: 'note', note: 0 }, textRun('up', { href: '#a-b-1' })]));

    const body = await bodyOf(blocks, { notes: [[paragraph('n')]] }, { toc: true });

    expect(body).toContain(
      '<ol>\n<li><a href="#a-b">A b</a><ol>\n<li><a href="#a-b-1">A b</a></li>\n<li><a href="#a-b-2">A b</a></li></ol></li>\n<li>',
    );
    expect(body).toContain(
      '<sup><a id="ref-1" role="doc-noteref" href="#note-1">1</a></sup><a href="#a-b-1">up</a>',
    );
    expect(body).toMatch(/<li id="note-1"><p>n<\/p>\n<a role="doc-backlink" href="#ref-1">/);
  });

  it('writes content nested a thousand levels deep', async () => {
    let nested: TreeBlock = paragraph('core');
    for (let depth = 0; depth < 1000; depth += 1) nested = { kind: 'quote', blocks: [nested] };

    expect(await bodyOf([nested])).toContain('core');
  });
});

describe('writing text', () => {
  const request = { from: 'document', operation: 'convert', to: 'text', options: {} } as const;

  it('writes text without markup', async () => {
    const { content } = await textWriter.convert(
      treeOf([paragraph([textRun('a', { bold: true })])]),
      request,
    );

    expect(Buffer.from(fileContent(content)).toString()).toBe('a\n');
  });

  it('refuses a document without text', async () => {
    await expect(textWriter.convert(treeOf([]), request)).rejects.toMatchObject({ code: 'empty_document' });
  });
});
