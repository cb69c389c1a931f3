import { describe, expect, test } from 'vitest';
import { type TreeBlock, textRun } from '../../../../lib/conversions/document/document-tree.ts';
import { odtReader } from '../../../../lib/conversions/formats/odt/reader.ts';
import { odfOf, odfPart, readWith, tinyPng } from '../../office-files.ts';

const text = (content: string): TreeBlock => ({ kind: 'paragraph', content: [textRun(content)] });
const item = (inside: string): string => `<text:list-item>${inside}</text:list-item>`;
const p = (content: string): string => `<text:p>${content}</text:p>`;
const code = (line: string): string => `<text:p text:style-name="Preformatted_20_Text">${line}</text:p>`;
const styles =
  '<style:style style:name="B" style:family="text"><style:text-properties fo:font-weight="bold"/></style:style>' +
  '<style:style style:name="Hid" style:family="text"><style:text-properties text:display="none"/></style:style>' +
  '<style:style style:name="Loop" style:family="paragraph" style:parent-style-name="Loop"/>' +
  '<style:style style:name="Caption" style:family="paragraph"><style:text-properties fo:font-style="italic"/></style:style>' +
  '<style:style style:name="Preformatted_20_Text" style:family="paragraph"/>' +
  '<text:list-style style:name="N"><text:list-level-style-number text:level="1" style:num-format="1"/><text:list-level-style-bullet text:level="2" text:bullet-char="•"/></text:list-style>' +
  '<text:list-style style:name="One"><text:list-level-style-number text:level="1" style:num-format="a" style:num-suffix=")"/></text:list-style>' +
  '<text:list-style style:name="Blank"><text:list-level-style-number text:level="1" style:num-format=""/></text:list-style>';
const parts = {
  'Pictures/one.png': tinyPng,
  'Object 1/content.xml': odfPart(
    'math:math',
    '<math:mfrac><math:mi>a</math:mi><math:mn>2</math:mn></math:mfrac>',
  ),
};
const image = (address: string): string =>
  p(
    `<draw:frame svg:width="1in" svg:height="2in"><draw:image xlink:href="${address}"/><svg:title>Alt</svg:title></draw:frame>`,
  );

const rows: readonly (readonly [title: string, body: string, blocks: readonly TreeBlock[]])[] = [
  [
    'collapses white space and keeps explicit spaces',
    p('a\n  b<text:s text:c="2"/><text:tab/>c'),
    [text('a b  \tc')],
  ],
  [
    'keeps text styles and omits hidden text',
    p('a<text:span text:style-name="B">b</text:span><text:span text:style-name="Hid">c</text:span>'),
    [{ kind: 'paragraph', content: [textRun('a'), textRun('b', { bold: true })] }],
  ],
  [
    'reads headings',
    '<text:h text:outline-level="3">H</text:h>',
    [{ kind: 'heading', level: 3, content: [textRun('H')] }],
  ],
  [
    'numbers headings that are items of a list',
    `<text:list text:style-name="N">${item('<text:h text:outline-level="2">H</text:h>')}${item(p('a'))}</text:list>`,
    [
      { kind: 'heading', level: 2, label: '1', content: [textRun('H')] },
      { kind: 'list', ordered: true, start: 2, items: [{ label: '2', blocks: [text('a')] }] },
    ],
  ],
  [
    'leaves out the style of captions',
    '<text:p text:style-name="Caption">Table 1</text:p>',
    [{ kind: 'paragraph', role: 'caption', content: [textRun('Table 1')] }],
  ],
  [
    'writes phonetic guides in parentheses after their base',
    p(
      '<text:ruby><text:ruby-base>東京</text:ruby-base><text:ruby-text>とうきょう</text:ruby-text></text:ruby>',
    ),
    [text('東京(とうきょう)')],
  ],
  [
    'reads a style that inherits from itself',
    '<text:p text:style-name="Loop">x</text:p>',
    [{ kind: 'paragraph', style: 'Loop', content: [textRun('x')] }],
  ],
  [
    'nests lists and continues their numbers',
    `<text:list text:style-name="N">${item(`${p('a')}<text:list>${item(p('b'))}</text:list>`)}${item(p('c') + p('more'))}</text:list>${'<text:h>x</text:h>'}<text:list text:style-name="N" text:continue-numbering="true">${item(p('d'))}</text:list>`,
    [
      {
        kind: 'list',
        ordered: true,
        items: [
          {
            label: '1',
            blocks: [text('a'), { kind: 'list', ordered: false, items: [{ blocks: [text('b')] }] }],
          },
          { label: '2', blocks: [text('c'), text('more')] },
        ],
      },
      { kind: 'heading', level: 1, content: [textRun('x')] },
      { kind: 'list', ordered: true, start: 3, items: [{ label: '3', blocks: [text('d')] }] },
    ],
  ],
  [
    'reads tables with header rows, spans and repeated cells',
    `<table:table><table:table-header-rows><table:table-row><table:table-cell table:number-columns-spanned="2">${p('h')}</table:table-cell><table:covered-table-cell/></table:table-row></table:table-header-rows><table:table-row><table:table-cell table:number-columns-repeated="2">${p('x')}</table:table-cell></table:table-row></table:table>`,
    [{ kind: 'table', header_rows: 1, rows: [[{ blocks: [text('h')], column_span: 2 }], ['x', 'x']] }],
  ],
  [
    'leaves out deletions and comments',
    `<text:tracked-changes>${p('gone')}</text:tracked-changes>${p('a<office:annotation><text:p>remark</text:p></office:annotation>b')}`,
    [text('ab')],
  ],
  [
    'keeps URLs, except those within the document',
    p('<text:a xlink:href="https://example.org">a</text:a><text:a xlink:href="#b">b</text:a>'),
    [{ kind: 'paragraph', content: [textRun('a', { href: 'https://example.org' }), textRun('b')] }],
  ],
  [
    'joins lines of code',
    '<text:p text:style-name="Preformatted_20_Text">a</text:p><text:p text:style-name="Preformatted_20_Text"><text:s/>b</text:p>',
    [{ kind: 'code', text: 'a\n b' }],
  ],
  [
    'reads formulas as TeX',
    p('<draw:frame><draw:object xlink:href="./Object 1"/></draw:frame>'),
    [{ kind: 'paragraph', content: [{ kind: 'math', tex: '\\frac{a}{2}', display: true }] }],
  ],
  [
    'reads formulas in folders whose address ends in a slash',
    p('a <draw:frame><draw:object xlink:href="Object 1/"/></draw:frame>'),
    [{ kind: 'paragraph', content: [textRun('a '), { kind: 'math', tex: '\\frac{a}{2}' }] }],
  ],
  [
    'keeps code and quotes in items',
    `<text:list text:style-name="N">${[
      item(`${p('one')}${code('a {')}${code('}')}${p('after')}`),
      item(p('<text:span text:style-name="Source_20_Text">x</text:span>')),
      item(code('first')),
      item('<text:p text:style-name="Quotations">said</text:p>'),
    ].join('')}</text:list>`,
    [
      {
        kind: 'list',
        ordered: true,
        items: [
          { label: '1', blocks: [text('one'), { kind: 'code', text: 'a {\n}' }, text('after')] },
          { label: '2', blocks: [text('x')] },
          { label: '3', blocks: [{ kind: 'code', text: 'first' }] },
          { label: '4', blocks: [{ kind: 'quote', blocks: [text('said')] }] },
        ],
      },
    ],
  ],
  [
    'reads levels that a list style lacks as the level above',
    `<text:list text:style-name="One">${item(`${p('a')}<text:list text:style-name="One">${item(p('b'))}</text:list>`)}</text:list>`,
    [
      {
        kind: 'list',
        ordered: true,
        items: [
          {
            label: 'a)',
            blocks: [
              text('a'),
              { kind: 'list', ordered: true, items: [{ label: 'a)', blocks: [text('b')] }] },
            ],
          },
        ],
      },
    ],
  ],
  [
    'adds items without a label to the item of their level above them',
    `<text:list text:style-name="N">${item(`${p('a')}<text:list text:style-name="One">${item(p('b'))}</text:list>`)}</text:list><text:list text:style-name="Blank"><text:list-item><text:list>${item(p('more on b'))}</text:list></text:list-item></text:list>`,
    [
      {
        kind: 'list',
        ordered: true,
        items: [
          {
            label: '1',
            blocks: [
              text('a'),
              {
                kind: 'list',
                ordered: true,
                items: [{ label: 'a)', blocks: [text('b'), text('more on b')] }],
              },
            ],
          },
        ],
      },
    ],
  ],
  [
    'reads styles that the file lacks by their names',
    '<text:p text:style-name="Table_20_Caption">T</text:p><text:p text:style-name="Heading_20_2">H</text:p>',
    [
      { kind: 'paragraph', content: [textRun('T')], role: 'caption' },
      { kind: 'heading', level: 2, content: [textRun('H')] },
    ],
  ],
  [
    'keeps images',
    image('Pictures/one.png'),
    [
      {
        kind: 'paragraph',
        content: [{ kind: 'image', image: 0, alt: 'Alt', width: 72, height: 144 }],
      },
    ],
  ],
  [
    'opens no external image',
    image('file:///etc/passwd') + image('https://example.org/x.png') + image('../x.png'),
    [text('Alt'), text('Alt'), text('Alt')],
  ],
];

describe('an odt reader', () => {
  test.each(rows)('%s', async (_, body, blocks) => {
    const { tree } = await readWith(odtReader, odfOf('text', body, styles, parts));

    expect(tree.blocks).toEqual(blocks);
  });

  test('anchors notes', async () => {
    const { tree } = await readWith(
      odtReader,
      odfOf(
        'text',
        p(
          `a<text:note><text:note-citation>1</text:note-citation><text:note-body>${p('n')}</text:note-body></text:note>`,
        ),
      ),
    );

    expect(tree.blocks).toEqual([{ kind: 'paragraph', content: [textRun('a'), { kind: 'note', note: 0 }] }]);
    expect(tree.notes).toEqual([[text('n')]]);
  });

  test('reports a password', async () => {
    const manifest = odfPart(
      'manifest:manifest',
      '<manifest:file-entry manifest:full-path="content.xml"><manifest:encryption-data/></manifest:file-entry>',
    );

    const reading = readWith(odtReader, odfOf('text', p('x'), '', { 'META-INF/manifest.xml': manifest }));

    await expect(reading).rejects.toMatchObject({ code: 'encrypted_document' });
  });
});
