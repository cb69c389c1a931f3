import { describe, expect, test } from 'vitest';
import { type TreeBlock, textRun } from '../../../../lib/conversions/document/document-tree.ts';
import { odpReader } from '../../../../lib/conversions/formats/odp/reader.ts';
import { pptxReader } from '../../../../lib/conversions/formats/pptx/reader.ts';
import { extract } from '../../../../lib/conversions/index.ts';
import { inReadingOrder } from '../../../../lib/conversions/shared/slides/reading-order.ts';
import { odfOf, readWith, relationships, zipOf } from '../../office-files.ts';

const namespaces =
  'xmlns:p="http://schemas.openxmlformats.org/presentationml/2006/main" xmlns:a="http://schemas.openxmlformats.org/drawingml/2006/main" xmlns:r="http://schemas.openxmlformats.org/officeDocument/2006/relationships"';
const part = (root: string, content: string, attributes = ''): string =>
  `<p:${root} ${namespaces} ${attributes}>${content}</p:${root}>`;
const line = (text: string, properties = ''): string =>
  `<a:p>${properties}<a:r><a:t>${text}</a:t></a:r></a:p>`;
const shape = (placeholder: string, lines: string, place?: readonly [x: number, y: number]): string =>
  `<p:sp><p:nvSpPr><p:cNvPr id="1" name="n"/><p:nvPr>${placeholder}</p:nvPr></p:nvSpPr><p:spPr>${place === undefined ? '' : `<a:xfrm><a:off x="${place[0]}" y="${place[1]}"/><a:ext cx="100" cy="100"/></a:xfrm>`}</p:spPr><p:txBody>${lines}</p:txBody></p:sp>`;
const slide = (shapes: string, attributes = ''): string =>
  part('sld', `<p:cSld><p:spTree>${shapes}</p:spTree></p:cSld>`, attributes);
const title = (text: string): string => shape('<p:ph type="title"/>', line(text));
const text = (content: string, page: number): TreeBlock => ({
  kind: 'paragraph',
  content: [textRun(content)],
  page,
});

const pptxOf = (slides: readonly string[], more: Readonly<Record<string, string>> = {}): Uint8Array =>
  zipOf({
    'ppt/presentation.xml': part(
      'presentation',
      `<p:sldIdLst>${slides.map((_, at) => `<p:sldId r:id="r${slides.length - at}"/>`).join('')}</p:sldIdLst>`,
    ),
    'ppt/_rels/presentation.xml.rels': relationships(
      Object.fromEntries(
        slides.map((_, at) => [`r${slides.length - at}`, ['slide', `slides/slide${at}.xml`] as const]),
      ),
    ),
    ...Object.fromEntries(slides.map((content, at) => [`ppt/slides/slide${at}.xml`, content])),
    ...more,
  });

describe('a pptx reader', () => {
  test('reads slides in presentation order, titles first, with their pages', async () => {
    const { tree } = await readWith(
      pptxReader,
      pptxOf([slide(shape('', line('below')) + title('One')), slide(title('Two'))]),
    );

    expect(tree.page_count).toBe(2);
    expect(tree.blocks).toEqual([
      { kind: 'heading', level: 2, content: [textRun('One')], page: 1 },
      text('below', 1),
      { kind: 'page_break', page: 2 },
      { kind: 'heading', level: 2, content: [textRun('Two')], page: 2 },
    ]);
  });

  test('reads a slide once even if the presentation lists it repeatedly', async () => {
    const show = `<p:sldIdLst>${'<p:sldId r:id="r1"/>'.repeat(2000)}</p:sldIdLst>`;
    const file = pptxOf([slide(title('One'))], { 'ppt/presentation.xml': part('presentation', show) });

    const { tree } = await readWith(pptxReader, file);

    expect(tree.page_count).toBe(1);
    expect(tree.blocks).toHaveLength(1);
  });

  test('inherits list markers from the layout', async () => {
    const body = shape(
      '<p:ph idx="1"/>',
      line('a') + line('b', '<a:pPr lvl="1"/>') + line('c', '<a:pPr><a:buNone/></a:pPr>'),
    );
    const layout = part(
      'sldLayout',
      `<p:cSld><p:spTree>${shape('<p:ph idx="1"/>', '<a:lstStyle><a:lvl1pPr><a:buChar char="x"/></a:lvl1pPr><a:lvl2pPr><a:buAutoNum type="arabicPeriod"/></a:lvl2pPr></a:lstStyle>')}</p:spTree></p:cSld>`,
    );

    const { tree } = await readWith(
      pptxReader,
      pptxOf([slide(body)], {
        'ppt/slides/_rels/slide0.xml.rels': relationships({ l: ['slideLayout', '../slideLayouts/l.xml'] }),
        'ppt/slideLayouts/l.xml': layout,
      }),
    );

    const inner = {
      kind: 'list',
      ordered: true,
      items: [{ blocks: [{ kind: 'paragraph', content: [textRun('b')] }] }],
    };
    expect(tree.blocks).toEqual([
      {
        kind: 'list',
        ordered: false,
        page: 1,
        items: [{ blocks: [{ kind: 'paragraph', content: [textRun('a')] }, inner] }],
      },
      text('c', 1),
    ]);
  });

  test('adds text of a deeper level without a marker to the item above', async () => {
    const bullet = '<a:buChar char="x"/>';
    const lines = [
      ['', bullet, 'one'],
      ['lvl="1"', '<a:buNone/>', 'more on one'],
      ['lvl="1"', bullet, 'inner'],
      ['lvl="2"', '<a:buNone/>', 'more on inner'],
      ['', bullet, 'two'],
      ['', '<a:buNone/>', 'end'],
    ].map(([level, marker, words]) => line(words ?? '', `<a:pPr ${level}>${marker}</a:pPr>`));

    const { tree } = await readWith(pptxReader, pptxOf([slide(shape('', lines.join('')))]));

    const paragraph = (content: string) => ({ kind: 'paragraph', content: [textRun(content)] });
    expect(tree.blocks).toMatchObject([
      {
        kind: 'list',
        items: [
          {
            blocks: [
              paragraph('one'),
              paragraph('more on one'),
              { kind: 'list', items: [{ blocks: [paragraph('inner'), paragraph('more on inner')] }] },
            ],
          },
          { blocks: [paragraph('two')] },
        ],
      },
      paragraph('end'),
    ]);
  });

  test('keeps the labels of numbered items, and starts a list for each scheme', async () => {
    const numbered = (words: string, scheme: string, start = ''): string =>
      line(words, `<a:pPr><a:buAutoNum type="${scheme}" ${start}/></a:pPr>`);
    const lines = [
      numbered('a', 'arabicPeriod'),
      numbered('b', 'arabicPeriod'),
      numbered('c', 'alphaLcParenBoth'),
      numbered('d', 'alphaLcParenBoth'),
      numbered('e', 'romanUcPeriod', 'startAt="4"'),
    ];

    const { tree } = await readWith(pptxReader, pptxOf([slide(shape('', lines.join('')))]));

    expect(tree.blocks).toMatchObject([
      { kind: 'list', items: [{ blocks: [{}] }, { blocks: [{}] }] },
      { kind: 'list', items: [{ label: '(a)' }, { label: '(b)' }] },
      { kind: 'list', start: 4, items: [{ label: 'IV.' }] },
    ]);
  });

  test('keeps links to other slides', async () => {
    const link = '<a:p><a:r><a:rPr><a:hlinkClick r:id="s"/></a:rPr><a:t>next</a:t></a:r></a:p>';
    const file = pptxOf([slide(shape('', link)), slide(title('Two'))], {
      'ppt/slides/_rels/slide0.xml.rels': relationships({ s: ['slide', 'slide1.xml'] }),
    });

    const { bytes } = await extract(file, { from: 'pptx', format: 'document' });
    const { blocks } = JSON.parse(Buffer.from(bytes).toString());

    expect(blocks).toMatchObject([
      { content: [{ text: 'next', href: '#two' }] },
      { kind: 'page_break' },
      { kind: 'heading', id: 'two' },
    ]);
  });

  test('reads tables with merged cells', async () => {
    const cell = (content: string, attributes = ''): string =>
      `<a:tc ${attributes}><a:txBody>${line(content)}</a:txBody></a:tc>`;
    const table = `<p:graphicFrame><a:graphic><a:graphicData><a:tbl><a:tblPr firstRow="1"/><a:tr>${cell('h', 'gridSpan="2"')}${cell('', 'hMerge="1"')}</a:tr><a:tr>${cell('a')}${cell('b')}</a:tr></a:tbl></a:graphicData></a:graphic></p:graphicFrame>`;

    const { tree } = await readWith(pptxReader, pptxOf([slide(table)]));

    const head = { blocks: [{ kind: 'paragraph', content: [textRun('h')] }], column_span: 2 };
    expect(tree.blocks).toEqual([{ kind: 'table', header_rows: 1, rows: [[head], ['a', 'b']], page: 1 }]);
  });

  test.each([
    [{}, 2],
    [{ notes: false }, 1],
  ])('reads notes unless the option is off (%o)', async (options, count) => {
    const file = pptxOf([slide(title('T'))], {
      'ppt/slides/_rels/slide0.xml.rels': relationships({ n: ['notesSlide', '../notesSlides/n.xml'] }),
      'ppt/notesSlides/n.xml': part(
        'notes',
        `<p:cSld><p:spTree>${shape('<p:ph type="body"/>', line('Say it'))}${shape('<p:ph type="sldNum"/>', line('1'))}</p:spTree></p:cSld>`,
      ),
    });

    const { tree } = await readWith(pptxReader, file, options);

    expect(tree.blocks).toHaveLength(count);
    if (count === 2) expect(JSON.stringify(tree.blocks[1])).toMatch(/"quote".*Notes.*Say it/);
  });

  test('reads the tables of notes', async () => {
    const cells = ['a', 'b'].map((words) => `<a:tc><a:txBody>${line(words)}</a:txBody></a:tc>`);
    const table = `<p:graphicFrame><a:graphic><a:graphicData><a:tbl><a:tr>${cells.join('')}</a:tr></a:tbl></a:graphicData></a:graphic></p:graphicFrame>`;
    const notes = part('notes', `<p:cSld><p:spTree>${table}</p:spTree></p:cSld>`);
    const file = pptxOf([slide(title('One'))], {
      'ppt/slides/_rels/slide0.xml.rels': relationships({ n: ['notesSlide', '../notesSlides/n.xml'] }),
      'ppt/notesSlides/n.xml': notes,
    });

    const { tree } = await readWith(pptxReader, file);

    expect(tree.blocks.at(-1)).toMatchObject({
      kind: 'quote',
      role: 'speaker_notes',
      blocks: [{ kind: 'paragraph' }, { kind: 'table', rows: [['a', 'b']] }],
    });
  });

  test('warns about hidden and damaged slides', async () => {
    const { tree, warnings } = await readWith(pptxReader, pptxOf([slide(title('T'), 'show="0"'), '<broken']));

    expect(tree.page_count).toBe(2);
    expect(warnings).toEqual(['Hidden slides are included: 1.', 'Damaged slides could not be read: 2.']);
  });

  test('rejects a presentation with only damaged slides', async () => {
    await expect(readWith(pptxReader, pptxOf(['<broken']))).rejects.toMatchObject({
      otherwise: { code: 'corrupt_document' },
    });
  });
});

describe('reading order', () => {
  const at = (name: string, left: number, top: number, width = 10, height = 10) => ({
    name,
    box: { left, top, right: left + width, bottom: top + height },
  });

  test.each([
    ['rows from top to bottom', [at('b', 0, 20), at('a', 0, 0)], 'ab'],
    [
      'columns from left to right if no row separates them',
      [at('c', 20, 0), at('a', 0, 0, 10, 12), at('b', 0, 13), at('d', 20, 11)],
      'abcd',
    ],
    ['overlapping items in file order', [at('b', 5, 5), at('a', 0, 0)], 'ba'],
  ])('is %s', (_, items, order) => {
    const ordered = inReadingOrder(items, ({ box }) => box);

    expect(ordered.map(({ name }) => name).join('')).toBe(order);
  });
});

describe('an odp reader', () => {
  const frame = (kind: string, inside: string): string =>
    `<draw:frame presentation:class="${kind}"><draw:text-box>${inside}</draw:text-box></draw:frame>`;

  test('reads titles, lists and notes, and warns about hidden slides', async () => {
    const page = `<draw:page draw:style-name="dp">${frame('outline', '<text:list text:style-name="L"><text:list-item><text:p>item</text:p></text:list-item></text:list>')}${frame('title', '<text:p>T</text:p>')}<presentation:notes>${frame('notes', '<text:p>Say it</text:p>')}</presentation:notes></draw:page>`;
    const styles =
      '<style:style style:name="dp" style:family="drawing-page"><style:drawing-page-properties presentation:visibility="hidden"/></style:style>';

    const { tree, warnings } = await readWith(odpReader, odfOf('presentation', page, styles));

    expect(tree.blocks).toEqual([
      { kind: 'heading', level: 2, content: [textRun('T')], page: 1 },
      {
        kind: 'list',
        ordered: false,
        items: [{ blocks: [{ kind: 'paragraph', content: [textRun('item')] }] }],
        page: 1,
      },
      {
        kind: 'quote',
        role: 'speaker_notes',
        page: 1,
        blocks: [
          { kind: 'paragraph', content: [textRun('Notes', { bold: true })] },
          { kind: 'paragraph', content: [textRun('Say it')] },
        ],
      },
    ]);
    expect(warnings).toEqual(['Hidden slides are included: 1.']);
  });
});
