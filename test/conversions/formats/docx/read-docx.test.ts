import { describe, expect, test } from 'vitest';
import { textRun } from '../../../../lib/conversions/document/document-tree.ts';
import { docxReader } from '../../../../lib/conversions/formats/docx/reader.ts';
import { docxOf, paragraph, readWith, relationships, tinyPng, wordPart, zipOf } from '../../office-files.ts';
import { makeCompoundFile } from '../../sample-files.ts';
import { cell, drawing, numbered, run, text } from './docx-parts.ts';
import { rows } from './docx-rows.ts';

const style = (id: string, name: string, inside = ''): string =>
  `<w:style w:type="paragraph" w:styleId="${id}"><w:name w:val="${name}"/>${inside}</w:style>`;

const level = (index: number, format: string, label: string, inside = ''): string =>
  `<w:lvl w:ilvl="${index}"><w:start w:val="1"/><w:numFmt w:val="${format}"/><w:lvlText w:val="${label}"/>${inside}</w:lvl>`;

const parts = {
  'word/_rels/document.xml.rels': relationships({
    s: ['styles', 'styles.xml'],
    n: ['numbering', 'numbering.xml'],
    f: ['footnotes', 'footnotes.xml'],
    link: ['hyperlink', '!https://example.org/a'],
    png: ['image', 'media/one.png'],
    local: ['image', '!file:///etc/passwd'],
    up: ['image', '../../../etc/passwd'],
    chart: ['chart', 'charts/chart1.xml'],
  }),
  'word/media/one.png': tinyPng,
  'word/styles.xml': wordPart(
    'styles',
    style('berschrift2', 'heading 2') +
      style('Kop1', 'Überschrift 1') +
      style('Own', 'Chapter', '<w:basedOn w:val="berschrift2"/>') +
      style('Loop', 'Loop', '<w:basedOn w:val="Pool"/>') +
      style('Pool', 'Pool', '<w:basedOn w:val="Loop"/><w:rPr><w:b/></w:rPr>') +
      style('Code', 'Source Code') +
      style('Q', 'Quote') +
      style('H0', 'Heading 0', '<w:pPr><w:outlineLvl w:val="7"/></w:pPr>') +
      style('TOC1', 'toc 1', '<w:rPr><w:b/></w:rPr>') +
      style('NH', 'heading 3', `<w:pPr>${numbered(2, 0)}</w:pPr>`),
  ),
  'word/numbering.xml': wordPart(
    'numbering',
    `<w:abstractNum w:abstractNumId="0">${level(0, 'decimal', '%1.')}${level(1, 'bullet', '•')}</w:abstractNum>` +
      `<w:abstractNum w:abstractNumId="1">${level(0, 'upperRoman', '%1)')}${level(1, 'decimal', 'Article %2')}</w:abstractNum>` +
      `<w:abstractNum w:abstractNumId="3">${level(0, 'none', 'Note:')}${level(1, 'none', '–')}${level(2, 'bullet', '•')}${level(3, 'decimal', '%3.%4)')}</w:abstractNum>` +
      '<w:num w:numId="4"><w:abstractNumId w:val="3"/></w:num>' +
      '<w:num w:numId="1"><w:abstractNumId w:val="0"/></w:num><w:num w:numId="2"><w:abstractNumId w:val="1"/></w:num>' +
      '<w:num w:numId="3"><w:abstractNumId w:val="0"/><w:lvlOverride w:ilvl="0"><w:startOverride w:val="7"/></w:lvlOverride></w:num>',
  ),
  'word/footnotes.xml': wordPart(
    'footnotes',
    `<w:footnote w:type="separator" w:id="0">${paragraph('line')}</w:footnote><w:footnote w:id="2">${paragraph(' A note.')}</w:footnote>`,
  ),
  'word/charts/chart1.xml':
    '<c:chartSpace xmlns:c="http://schemas.openxmlformats.org/drawingml/2006/chart" xmlns:a="http://schemas.openxmlformats.org/drawingml/2006/main"><c:chart><c:title><a:t>Catch</a:t></c:title><c:plotArea><c:barChart><c:ser><c:tx><c:pt idx="0"><c:v>Cod</c:v></c:pt></c:tx><c:cat><c:pt idx="0"><c:v>May</c:v></c:pt></c:cat><c:val><c:pt idx="0"><c:v>0.30000000000000004</c:v></c:pt></c:val></c:ser></c:barChart></c:plotArea></c:chart></c:chartSpace>',
};

const read = (body: string) => readWith(docxReader, docxOf(body, parts));

const imageDrawing = (id: string): string =>
  `<pic:pic><pic:blipFill><a:blip r:embed="${id}"/></pic:blipFill></pic:pic>`;

describe('a docx reader', () => {
  test.each(rows)('%s', async (_, body, blocks) => {
    const { tree } = await read(body);

    expect(tree.blocks).toEqual(blocks);
  });

  test('anchors notes and omits the separator line above them', async () => {
    const { tree } = await read(
      '<w:p><w:r><w:t>x</w:t></w:r><w:r><w:footnoteReference w:id="2"/></w:r><w:r><w:footnoteReference w:id="0"/></w:r></w:p>',
    );

    expect(tree.blocks).toEqual([{ kind: 'paragraph', content: [textRun('x'), { kind: 'note', note: 0 }] }]);
    expect(tree.notes).toEqual([[text('A note.')]]);
  });

  test('stores a repeated image once, with its size and description', async () => {
    const { tree } = await read(
      drawing(imageDrawing('png'), 'A gull') + drawing(imageDrawing('png'), 'photo.png'),
    );

    expect(tree.images).toEqual([{ bytes: expect.anything(), mime_type: 'image/png' }]);
    expect(tree.blocks).toEqual(
      ['A gull', ''].map((alt) => ({
        kind: 'paragraph',
        content: [{ kind: 'image', image: 0, alt, width: 10, height: 20 }],
      })),
    );
  });

  test('unpacks no images for a target without images', async () => {
    const target = { operation: 'extract', to: 'text' } as const;

    const { tree } = await readWith(
      docxReader,
      docxOf(drawing(imageDrawing('png'), 'A gull'), parts),
      {},
      target,
    );

    expect(tree.images).toEqual([]);
    expect(tree.blocks).toEqual([text('A gull')]);
  });

  test.each(['local', 'up', 'missing'])('opens nothing outside the package (%s)', async (id) => {
    const { tree } = await read(drawing(imageDrawing(id), 'alt') + paragraph('text'));

    expect(tree.images).toEqual([]);
    expect(tree.blocks).toEqual([text('alt'), text('text')]);
  });

  test('reads page headers and footers only if there is nothing else', async () => {
    const rels = relationships({ h: ['header', 'header1.xml'] });
    const headed = (body: string) =>
      docxOf(body, {
        'word/_rels/document.xml.rels': rels,
        'word/header1.xml': wordPart('hdr', paragraph('head')),
      });

    const [empty, full] = await Promise.all(
      [headed(''), headed(paragraph('body'))].map((file) => readWith(docxReader, file)),
    );

    expect(empty?.tree.blocks).toEqual([text('head')]);
    expect(full?.tree.blocks).toEqual([text('body')]);
  });

  test('reads strict documents and those with custom prefixes', async () => {
    const strict = 'xmlns="http://purl.oclc.org/ooxml/wordprocessingml/main"';
    const file = zipOf({
      'word/document.xml': `<document ${strict}><body><p><r><t>x</t></r></p></body></document>`,
    });

    const { tree } = await readWith(docxReader, file);

    expect(tree.blocks).toEqual([text('x')]);
  });

  test('reads the document properties', async () => {
    const file = docxOf(paragraph('x'), {
      '_rels/.rels': relationships({
        d: ['officeDocument', 'word/document.xml'],
        c: ['metadata/core-properties', 'docProps/core.xml'],
        e: ['extended-properties', 'docProps/app.xml'],
      }),
      'docProps/core.xml':
        '<cp:coreProperties xmlns:cp="http://schemas.openxmlformats.org/package/2006/metadata/core-properties" xmlns:dc="http://purl.org/dc/elements/1.1/" xmlns:dcterms="http://purl.org/dc/terms/"><dc:title>T</dc:title><dc:creator>A</dc:creator><dcterms:created>2020-01-02T03:04:05Z</dcterms:created></cp:coreProperties>',
      'docProps/app.xml':
        '<Properties xmlns="http://schemas.openxmlformats.org/officeDocument/2006/extended-properties"><Pages>4</Pages></Properties>',
    });

    const { tree } = await readWith(docxReader, file);

    expect(tree).toMatchObject({
      page_count: 4,
      format: 'docx',
      metadata: { title: 'T', author: 'A', created: '2020-01-02T03:04:05.000Z' },
    });
  });

  test('writes deeply nested tables as text and warns', async () => {
    const nested = (depth: number): string =>
      `<w:tbl><w:tr><w:tc>${depth > 0 ? nested(depth - 1) : paragraph('core')}</w:tc>${cell('side')}</w:tr></w:tbl>`;

    const { tree, warnings } = await read(nested(150));

    expect(JSON.stringify(tree.blocks)).toContain('core');
    expect(warnings).toEqual(['Tables nested more than 6 deep were written as text.']);
  });

  test.each([
    ['MACROBUTTON', ' MACROBUTTON  NoMacro [Click here and type a name] ', '[Click here and type a name]'],
    ['EQ', ' EQ \\* jc2 \\* "Font:Mincho" \\* hps10 \\o\\ad(\\s\\up 9(きもん),鬼門)', '鬼門(きもん)'],
  ])('reads what a field without a result shows: %s', async (_, instruction, shown) => {
    const escaped = instruction.replaceAll('"', '&quot;');
    const field = `<w:r><w:fldChar w:fldCharType="begin"/></w:r><w:r><w:instrText xml:space="preserve">${escaped}</w:instrText></w:r><w:r><w:fldChar w:fldCharType="end"/></w:r>`;

    const { tree } = await read(`<w:p>${field}</w:p>`);

    expect(tree.blocks).toEqual([text(shown)]);
  });

  test('keeps the text after an unterminated field', async () => {
    const { tree } = await read(
      run('<w:fldChar w:fldCharType="begin"/>') +
        ['a', 'b', 'c', 'd'].map((word) => paragraph(word)).join(''),
    );

    expect(tree.blocks.at(-1)).toEqual(text('d'));
  });

  test.each([
    [
      'an OLE file containing an encrypted package',
      makeCompoundFile('EncryptedPackage'),
      { code: 'encrypted_document' },
    ],
    [
      'an archive without the main part',
      zipOf({ 'other.xml': '<a/>' }),
      { otherwise: expect.objectContaining({ code: 'corrupt_document' }) },
    ],
    [
      'truncated text',
      zipOf({ 'word/document.xml': '<w:document><w:body>' }),
      { otherwise: expect.objectContaining({ code: 'corrupt_document' }) },
    ],
    ['noise', Buffer.alloc(3000, 3), { otherwise: expect.objectContaining({ code: 'corrupt_document' }) }],
    [
      'custom entities',
      zipOf({ 'word/document.xml': '<!DOCTYPE a [<!ENTITY a "a">]><a/>' }),
      { code: 'unsupported_content' },
    ],
  ])('refuses %s', async (_, file, refusal) => {
    await expect(readWith(docxReader, file)).rejects.toMatchObject(refusal);
  });
});
