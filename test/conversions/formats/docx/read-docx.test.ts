import { describe, expect, test } from 'vitest';
import { type TreeBlock, textRun } from '../../../../lib/conversions/document/document-tree.ts';
import { docxReader } from '../../../../lib/conversions/formats/docx/reader.ts';
import { docxOf, paragraph, readWith, relationships, tinyPng, wordPart, zipOf } from '../../office-files.ts';

const text = (content: string): TreeBlock => ({ kind: 'paragraph', content: [textRun(content)] });
const style = (id: string, name: string, inside = ''): string =>
  `<w:style w:type="paragraph" w:styleId="${id}"><w:name w:val="${name}"/>${inside}</w:style>`;
const level = (index: number, format: string, label: string, inside = ''): string =>
  `<w:lvl w:ilvl="${index}"><w:start w:val="1"/><w:numFmt w:val="${format}"/><w:lvlText w:val="${label}"/>${inside}</w:lvl>`;
const numbered = (id: number, depth: number): string =>
  `<w:numPr><w:ilvl w:val="${depth}"/><w:numId w:val="${id}"/></w:numPr>`;

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
      style('NH', 'heading 3', `<w:pPr>${numbered(2, 0)}</w:pPr>`),
  ),
  'word/numbering.xml': wordPart(
    'numbering',
    `<w:abstractNum w:abstractNumId="0">${level(0, 'decimal', '%1.')}${level(1, 'bullet', '•')}</w:abstractNum>` +
      `<w:abstractNum w:abstractNumId="1">${level(0, 'upperRoman', '%1)')}${level(1, 'decimal', 'Article %2')}</w:abstractNum>` +
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
const run = (inside: string): string => `<w:p><w:r>${inside}</w:r></w:p>`;
const drawing = (graphic: string, alt = ''): string =>
  run(
    `<w:drawing><wp:inline><wp:extent cx="127000" cy="254000"/><wp:docPr id="1" name="x" descr="${alt}"/><a:graphic><a:graphicData>${graphic}</a:graphicData></a:graphic></wp:inline></w:drawing>`,
  );
const picture = (id: string): string =>
  `<pic:pic><pic:blipFill><a:blip r:embed="${id}"/></pic:blipFill></pic:pic>`;
const cell = (content: string, properties = ''): string =>
  `<w:tc><w:tcPr>${properties}</w:tcPr>${paragraph(content)}</w:tc>`;
const field = (instruction: string, result: string): string =>
  `<w:p><w:r><w:fldChar w:fldCharType="begin"/></w:r><w:r><w:instrText>${instruction}</w:instrText></w:r><w:r><w:fldChar w:fldCharType="separate"/></w:r><w:r><w:t>${result}</w:t></w:r><w:r><w:fldChar w:fldCharType="end"/></w:r></w:p>`;
const math = (inside: string): string => `<w:p><w:r><w:t>so </w:t></w:r><m:oMath>${inside}</m:oMath></w:p>`;
const mathRun = (content: string): string => `<m:r><m:t>${content}</m:t></m:r>`;

const rows: readonly (readonly [title: string, body: string, blocks: readonly TreeBlock[]])[] = [
  [
    'merges runs that look alike',
    '<w:p><w:r><w:t>He</w:t></w:r><w:r><w:rPr/><w:t>llo</w:t></w:r></w:p>',
    [text('Hello')],
  ],
  [
    'keeps the looks of runs',
    paragraph(
      'x',
      '',
      '<w:b/><w:i w:val="0"/><w:strike/><w:u w:val="single"/><w:vertAlign w:val="superscript"/>',
    ),
    [
      {
        kind: 'paragraph',
        content: [textRun('x', { bold: true, strike: true, underline: true, superscript: true })],
      },
    ],
  ],
  ['leaves out hidden text', paragraph('gone', '', '<w:vanish/>') + paragraph('here'), [text('here')]],
  [
    'tells headings by built-in, translated and inherited styles and by outline level',
    paragraph('A', '<w:pStyle w:val="berschrift2"/>') +
      paragraph('B', '<w:pStyle w:val="Kop1"/>') +
      paragraph('C', '<w:pStyle w:val="Own"/>') +
      paragraph('D', '<w:outlineLvl w:val="3"/>'),
    [2, 1, 2, 4].map((depth, at) => ({
      kind: 'heading',
      level: depth,
      content: [textRun('ABCD'.charAt(at))],
    })),
  ],
  [
    'numbers headings as the document does',
    paragraph('One', '<w:pStyle w:val="NH"/>', '<w:b/>') + paragraph('Two', '<w:pStyle w:val="NH"/>'),
    ['I) One', 'II) Two'].map((title) => ({ kind: 'heading', level: 3, content: [textRun(title)] })),
  ],
  [
    'reads styles that go round in a circle',
    paragraph('x', '<w:pStyle w:val="Loop"/>'),
    [{ kind: 'paragraph', content: [textRun('x', { bold: true })] }],
  ],
  [
    'nests lists and goes on with their numbers',
    paragraph('a', numbered(1, 0)) +
      paragraph('b', numbered(1, 1)) +
      paragraph('aside') +
      paragraph('c', numbered(1, 0)) +
      paragraph('Then', '<w:pStyle w:val="Kop1"/>') +
      paragraph('d', numbered(1, 0)) +
      paragraph('e', numbered(3, 0)),
    [
      {
        kind: 'list',
        ordered: true,
        items: [
          {
            blocks: [
              text('a'),
              { kind: 'list', ordered: false, items: [{ blocks: [text('b'), text('aside')] }] },
            ],
          },
          { blocks: [text('c')] },
        ],
      },
      { kind: 'heading', level: 1, content: [textRun('Then')] },
      { kind: 'list', ordered: true, start: 3, items: [{ blocks: [text('d')] }] },
      { kind: 'list', ordered: true, start: 7, items: [{ blocks: [text('e')] }] },
    ],
  ],
  [
    'keeps the words of a label',
    paragraph('Scope', numbered(2, 1)),
    [{ kind: 'paragraph', content: [textRun('Article 1 '), textRun('Scope')] }],
  ],
  [
    'makes ticked boxes tasks',
    '<w:p><w:sdt><w:sdtPr><w14:checkbox><w14:checked w14:val="1"/></w14:checkbox></w:sdtPr><w:sdtContent><w:r><w:t>☒</w:t></w:r></w:sdtContent></w:sdt><w:r><w:t> Sail</w:t></w:r></w:p>',
    [{ kind: 'list', ordered: false, items: [{ blocks: [text('Sail')], checked: true }] }],
  ],
  [
    'joins lines of code and tells code from prose in a typewriter face',
    paragraph('if (a) {', '<w:pStyle w:val="Code"/>') +
      paragraph('  b();', '<w:pStyle w:val="Code"/>') +
      paragraph('Plain words', '', '<w:rFonts w:ascii="Courier New"/>') +
      paragraph('between') +
      paragraph('x = f(1)', '', '<w:rFonts w:ascii="Consolas"/>'),
    [
      { kind: 'code', text: 'if (a) {\n  b();' },
      text('Plain words'),
      text('between'),
      { kind: 'code', text: 'x = f(1)' },
    ],
  ],
  [
    'joins quotes',
    paragraph('a', '<w:pStyle w:val="Q"/>') + paragraph('b', '<w:pStyle w:val="Q"/>'),
    [{ kind: 'quote', blocks: [text('a'), text('b')] }],
  ],
  [
    'keeps insertions and drops deletions',
    '<w:p><w:ins><w:r><w:t>new</w:t></w:r></w:ins><w:del><w:r><w:delText>old</w:delText></w:r></w:del></w:p>' +
      paragraph('joined ', '<w:rPr><w:del/></w:rPr>') +
      paragraph('lines'),
    [text('new'), text('joined lines')],
  ],
  [
    'keeps addresses of links and of fields, and results of other fields',
    '<w:p><w:hyperlink r:id="link"><w:r><w:t>a</w:t></w:r></w:hyperlink></w:p>' +
      field(' HYPERLINK "https://example.org/b" ', 'b') +
      field(' PAGEREF x ', '7'),
    [
      { kind: 'paragraph', content: [textRun('a', { href: 'https://example.org/a' })] },
      { kind: 'paragraph', content: [textRun('b', { href: 'https://example.org/b' })] },
      text('7'),
    ],
  ],
  [
    'spans cells over columns and rows and knows head rows',
    `<w:tbl><w:tr><w:trPr><w:tblHeader/></w:trPr>${cell('h', '<w:gridSpan w:val="2"/>')}</w:tr><w:tr>${cell('a', '<w:vMerge w:val="restart"/>')}${cell('b')}</w:tr><w:tr>${cell('', '<w:vMerge/>')}${cell('c')}</w:tr></w:tbl>`,
    [
      {
        kind: 'table',
        headerRows: 1,
        rows: [[{ blocks: [text('h')], columnSpan: 2 }], [{ blocks: [text('a')], rowSpan: 2 }, 'b'], ['c']],
      },
    ],
  ],
  [
    'takes a table of one cell as the text in it',
    `<w:tbl><w:tr>${cell('boxed')}</w:tr></w:tbl>`,
    [text('boxed')],
  ],
  [
    'reads a text box once, behind its paragraph',
    `<w:p><w:r><mc:AlternateContent><mc:Choice Requires="wps"><w:drawing><wp:anchor><wps:txbx><w:txbxContent>${paragraph('box')}</w:txbxContent></wps:txbx></wp:anchor></w:drawing></mc:Choice><mc:Fallback><w:pict><v:shape><v:textbox><w:txbxContent>${paragraph('box')}</w:txbxContent></v:textbox></v:shape></w:pict></mc:Fallback></mc:AlternateContent></w:r><w:r><w:t>anchor</w:t></w:r></w:p>`,
    [text('anchor'), text('box')],
  ],
  [
    'writes formulas in TeX',
    math(
      `<m:f><m:num>${mathRun('a')}</m:num><m:den>${mathRun('√2')}</m:den></m:f><m:sSup><m:e>${mathRun('x')}</m:e><m:sup>${mathRun('2')}</m:sup></m:sSup><m:nary><m:naryPr><m:chr m:val="∑"/></m:naryPr><m:sub>${mathRun('i=0')}</m:sub><m:sup>${mathRun('n')}</m:sup><m:e>${mathRun('α')}${mathRun('i')}</m:e></m:nary>`,
    ),
    [
      {
        kind: 'paragraph',
        content: [textRun('so '), { kind: 'math', tex: '\\frac{a}{\\surd2}x^{2}\\sum_{i=0}^{n} \\alpha i' }],
      },
    ],
  ],
  [
    'sets a formula that stands alone by itself',
    `<w:p><m:oMath>${mathRun('a')}</m:oMath></w:p>`,
    [{ kind: 'paragraph', content: [{ kind: 'math', tex: 'a', display: true }] }],
  ],
  [
    'reads the values of a chart',
    drawing('<c:chart r:id="chart"/>'),
    [
      text('Catch'),
      {
        kind: 'table',
        headerRows: 1,
        rows: [
          ['', 'Cod'],
          ['May', '0.3'],
        ],
      },
    ],
  ],
  [
    'parts paragraphs at page breaks',
    run('<w:t>a</w:t><w:br w:type="page"/><w:t>b</w:t><w:br/><w:t>c</w:t>'),
    [
      text('a'),
      { kind: 'page_break' },
      { kind: 'paragraph', content: [textRun('b'), { kind: 'line_break' }, textRun('c')] },
    ],
  ],
  [
    'knows characters of symbol fonts',
    run('<w:sym w:font="Wingdings" w:char="F0FE"/><w:t> done</w:t>'),
    [text('☑ done')],
  ],
];

describe('a docx reader', () => {
  test.each(rows)('%s', async (_, body, blocks) => {
    const { tree } = await read(body);

    expect(tree.blocks).toEqual(blocks);
  });

  test('gives notes their places and leaves out the line above them', async () => {
    const { tree } = await read(
      '<w:p><w:r><w:t>x</w:t></w:r><w:r><w:footnoteReference w:id="2"/></w:r><w:r><w:footnoteReference w:id="0"/></w:r></w:p>',
    );

    expect(tree.blocks).toEqual([{ kind: 'paragraph', content: [textRun('x'), { kind: 'note', note: 0 }] }]);
    expect(tree.notes).toEqual([[text('A note.')]]);
  });

  test('keeps a picture once, with its size and description', async () => {
    const { tree } = await read(drawing(picture('png'), 'A gull') + drawing(picture('png'), 'photo.png'));

    expect(tree.images).toEqual([{ bytes: expect.anything(), mimeType: 'image/png' }]);
    expect(tree.blocks).toEqual(
      ['A gull', ''].map((alt) => ({
        kind: 'paragraph',
        content: [{ kind: 'image', image: 0, alt, widthPoints: 10, heightPoints: 20 }],
      })),
    );
  });

  test('unpacks no picture for a target without pictures', async () => {
    const target = { operation: 'extract', to: 'text' } as const;

    const { tree } = await readWith(docxReader, docxOf(drawing(picture('png'), 'A gull'), parts), {}, target);

    expect(tree.images).toEqual([]);
    expect(tree.blocks).toEqual([text('A gull')]);
  });

  test.each(['local', 'up', 'missing'])('opens nothing outside of the package (%s)', async (id) => {
    const { tree } = await read(drawing(picture(id), 'alt') + paragraph('text'));

    expect(tree.images).toEqual([]);
    expect(tree.blocks).toEqual([text('alt'), text('text')]);
  });

  test('reads heads and feet of pages only where there is nothing else', async () => {
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

  test('reads strict documents and those with prefixes of their own', async () => {
    const strict = 'xmlns="http://purl.oclc.org/ooxml/wordprocessingml/main"';
    const file = zipOf({
      'word/document.xml': `<document ${strict}><body><p><r><t>x</t></r></p></body></document>`,
    });

    const { tree } = await readWith(docxReader, file);

    expect(tree.blocks).toEqual([text('x')]);
  });

  test('knows what the document says about itself', async () => {
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
      pages: 4,
      fileType: 'docx',
      info: { title: 'T', author: 'A', created: '2020-01-02T03:04:05.000Z' },
    });
  });

  test('writes tables nested too deep as text, and says so', async () => {
    const nested = (depth: number): string =>
      `<w:tbl><w:tr><w:tc>${depth > 0 ? nested(depth - 1) : paragraph('core')}</w:tc>${cell('side')}</w:tr></w:tbl>`;

    const { tree, warnings } = await read(nested(150));

    expect(JSON.stringify(tree.blocks)).toContain('core');
    expect(warnings).toEqual(['Tables nested more than 6 deep were written as text.']);
  });

  test('does not let a field without an end hide the text behind it', async () => {
    const { tree } = await read(
      run('<w:fldChar w:fldCharType="begin"/>') +
        ['a', 'b', 'c', 'd'].map((word) => paragraph(word)).join(''),
    );

    expect(tree.blocks.at(-1)).toEqual(text('d'));
  });

  test.each([
    [
      'an OLE file around an encrypted package',
      Buffer.concat([Buffer.from('d0cf11e0a1b11ae1', 'hex'), Buffer.alloc(2048)]),
      { code: 'encrypted_document' },
    ],
    [
      'an archive without the text',
      zipOf({ 'other.xml': '<a/>' }),
      { otherwise: expect.objectContaining({ code: 'corrupt_document' }) },
    ],
    [
      'a text that breaks off',
      zipOf({ 'word/document.xml': '<w:document><w:body>' }),
      { otherwise: expect.objectContaining({ code: 'corrupt_document' }) },
    ],
    ['noise', Buffer.alloc(3000, 3), { otherwise: expect.objectContaining({ code: 'corrupt_document' }) }],
    [
      'entities of its own',
      zipOf({ 'word/document.xml': '<!DOCTYPE a [<!ENTITY a "a">]><a/>' }),
      { code: 'unsupported_content' },
    ],
  ])('refuses %s', async (_, file, refusal) => {
    await expect(readWith(docxReader, file)).rejects.toMatchObject(refusal);
  });
});
