import { describe, expect, test } from 'vitest';
import { type TreeBlock, textRun } from '../../../../lib/conversions/document/document-tree.ts';
import { rtfReader } from '../../../../lib/conversions/formats/rtf/reader.ts';
import { readWith, tinyPng } from '../../office-files.ts';

const text = (content: string): TreeBlock => ({ kind: 'paragraph', content: [textRun(content)] });
const read = (body: string) => readWith(rtfReader, Buffer.from(`{\\rtf1\\ansi\n${body}}`, 'latin1'));
const fonts =
  '{\\fonttbl{\\f0\\fcharset0 Times;}{\\f1\\fcharset204 Arial Cyr;}{\\f2\\fcharset128 MS Mincho;}{\\f3\\fcharset2 Wingdings;}{\\f4 Courier New;}}';
const lists =
  '{\\*\\listtable{\\list{\\listlevel\\levelnfc0\\levelstartat1{\\leveltext x;}}{\\listlevel\\levelnfc23}\\listid9}}{\\*\\listoverridetable{\\listoverride\\listid9\\ls1}}';
const hex = Buffer.from(tinyPng).toString('hex');

const rows: readonly (readonly [title: string, body: string, blocks: readonly TreeBlock[]])[] = [
  [
    'reads Unicode and skips its fallback characters',
    "\\uc2 a\\u8364 ??b\\uc1\\u-10179\\'3f\\u-8704 ?c\\par",
    [text('a€b\ud83d\ude00c')],
  ],
  [
    'reads bytes in the code page of each font',
    `${fonts}\\f1\\'cf\\'f0\\f2\\'93\\'fa\\'96\\'7b\\f3\\'fc\\f0\\'e9\\par`,
    [text('Пр日本✓é')],
  ],
  [
    'reads small text that is raised or lowered as scripts',
    '\\fs24 x{\\up8\\fs16 2{\\i n}} H{\\dn4\\fs16 2}O {\\up8 high}{\\fs16 small}\\fs16\\up4 a\\up0 b\\par',
    [
      {
        kind: 'paragraph',
        content: [
          textRun('x'),
          textRun('2', { superscript: true }),
          textRun('n', { italic: true, superscript: true }),
          textRun(' H'),
          textRun('2', { subscript: true }),
          textRun('O highsmallab'),
        ],
      },
    ],
  ],
  ['reads bytes in the code page of the document', "\\ansicpg1250\\'b3\\par", [text('ł')]],
  [
    'limits text styles to their groups',
    '{\\b a{\\i b}}\\strike c\\strike0\\par',
    [
      {
        kind: 'paragraph',
        content: [
          textRun('a', { bold: true }),
          textRun('b', { bold: true, italic: true }),
          textRun('c', { strike: true }),
        ],
      },
    ],
  ],
  [
    'leaves out hidden and deleted text and unknown destinations',
    '{\\v no}{\\deleted no}{\\*\\unknown no}{\\header no\\par}yes\\par',
    [text('yes')],
  ],
  [
    'recognizes headings by style and outline level',
    '{\\stylesheet{\\s1 heading 2;}{\\s2 Normal;}}\\pard\\s1\\b A\\par\\pard\\outlinelevel0 B\\par',
    [
      { kind: 'heading', level: 2, content: [textRun('A')] },
      { kind: 'heading', level: 1, content: [textRun('B')] },
    ],
  ],
  [
    'nests lists and passes over their marks',
    `${lists}\\pard\\ls1{\\listtext 1.\\tab}a\\par\\ilvl1 b\\par\\ilvl0 c\\par`,
    [
      {
        kind: 'list',
        ordered: true,
        items: [
          { blocks: [text('a'), { kind: 'list', ordered: false, items: [{ blocks: [text('b')] }] }] },
          { blocks: [text('c')] },
        ],
      },
    ],
  ],
  [
    'reads markers in the text as lists',
    '\\pard\\bullet\\tab a\\par\\pard\\bullet\\tab b\\par',
    [{ kind: 'list', ordered: false, items: [{ blocks: [text('a')] }, { blocks: [text('b')] }] }],
  ],
  [
    'adds text whose bullet is a space to the item above',
    '{\\*\\listtable{\\list{\\listlevel\\levelnfc23{\\leveltext x\\u8226 ?;}}\\listid9}{\\list{\\listlevel\\levelnfc23{\\leveltext x ;}}\\listid8}}{\\*\\listoverridetable{\\listoverride\\listid9\\ls1}{\\listoverride\\listid8\\ls2}}\\pard\\ls1\\li720 a\\par\\pard\\ls2\\li720 more\\par\\pard\\ls1\\li720 b\\par',
    [
      {
        kind: 'list',
        ordered: false,
        items: [{ blocks: [text('a'), text('more')] }, { blocks: [text('b')] }],
      },
    ],
  ],
  [
    'reads formulas, and not the images of them',
    [
      'so {\\mmath{\\*\\moMath{\\mf{\\mfPr{\\mtype bar}}{\\mnum{\\mr a}}{\\mden{\\mr\\mscr0\\msty1 v}}}',
      '{\\mnary{\\mnaryPr{\\mchr \\u8721 ?}}{\\msub{\\mr\\i i=1}}{\\msup{\\mr n}}{\\me{\\mr\\mnor if}}}}',
      `{\\mmathPict{\\pict\\pngblip ${hex}}}}\\par`,
      '{\\mmath{\\*\\moMathPara{\\*\\moMathParaPr{\\mjc center}}{\\*\\moMath{\\mr x}{\\f1\\i{\\mr\\mscr3 R}}}}}\\par',
    ].join(''),
    [
      {
        kind: 'paragraph',
        content: [textRun('so '), { kind: 'math', tex: '\\frac{a}{\\mathbf{v}}\\sum_{i=1}^{n} \\text{if}' }],
      },
      { kind: 'paragraph', content: [{ kind: 'math', tex: 'x\\mathbb{R}' }] },
    ],
  ],
  [
    'reads typed numbers with their labels, and text that is indented as an item',
    [
      ['360', '(h)\\tab a'],
      ['360', '(i)\\tab b'],
      ['720', 'i.\\tab c'],
      ['720', 'ii.\\tab d'],
      ['360', 'more'],
      ['360', '1)\\tab e'],
      ['0', 'A.\\tab heading'],
    ]
      .map(([indent, words]) => `\\pard\\li${indent} ${words}\\par`)
      .join(''),
    [
      {
        kind: 'list',
        ordered: true,
        start: 8,
        items: [
          { label: '(h)', blocks: [text('a')] },
          {
            label: '(i)',
            blocks: [
              text('b'),
              {
                kind: 'list',
                ordered: true,
                items: [
                  { label: 'i.', blocks: [text('c')] },
                  { label: 'ii.', blocks: [text('d')] },
                ],
              },
              text('more'),
            ],
          },
        ],
      },
      { kind: 'list', ordered: true, items: [{ label: '1)', blocks: [text('e')] }] },
      text('A.\theading'),
    ],
  ],
  [
    'reads tables by the edges of their cells',
    '\\trowd\\trhdr\\cellx2000\\pard\\intbl h\\cell\\row\\trowd\\clvmgf\\cellx1000\\cellx2000\\intbl a\\cell b\\cell\\row\\trowd\\clvmrg\\cellx1010\\cellx2000\\intbl\\cell c\\cell\\row\\pard after\\par',
    [
      {
        kind: 'table',
        header_rows: 1,
        rows: [[{ blocks: [text('h')], column_span: 2 }], [{ blocks: [text('a')], row_span: 2 }, 'b'], ['c']],
      },
      text('after'),
    ],
  ],
  [
    'reads tables in cells',
    '\\trowd\\cellx1\\cellx999\\pard\\intbl\\itap2 x\\nestcell y\\nestcell{\\*\\nesttableprops\\trowd\\cellx400\\cellx800\\nestrow}\\pard\\intbl\\cell z\\cell\\row\\pard\\par',
    [
      {
        kind: 'table',
        header_rows: 0,
        rows: [[{ blocks: [{ kind: 'table', header_rows: 0, rows: [['x', 'y']] }] }, 'z']],
      },
    ],
  ],
  [
    'keeps URLs of links',
    '{\\field{\\*\\fldinst HYPERLINK "https://example.org"}{\\fldrslt link}}\\par',
    [{ kind: 'paragraph', content: [textRun('link', { href: 'https://example.org' })] }],
  ],
  [
    'joins monospaced lines that look like code',
    `${fonts}\\f4 if (a) \\{\\par\\}\\par`,
    [{ kind: 'code', text: 'if (a) {\n}' }],
  ],
  [
    'breaks lines and pages',
    'a\\line b\\page c\\par',
    [
      { kind: 'paragraph', content: [textRun('a'), { kind: 'line_break' }, textRun('b')] },
      { kind: 'page_break' },
      text('c'),
    ],
  ],
  [
    'breaks pages before paragraphs, except before the first',
    '\\pagebb a\\par b\\par\\pard\\pagebb0 c\\par',
    [text('a'), { kind: 'page_break' }, text('b'), text('c')],
  ],
  [
    'breaks a page after a table',
    '\\trowd\\cellx900\\intbl\\pagebb a\\cell\\row\\pard\\page c\\par',
    [text('a'), { kind: 'page_break' }, text('c')],
  ],
  [
    'reads the text of shapes after their paragraph',
    'a{\\shp{\\*\\shpinst{\\sp{\\sn x}{\\sv y}}{\\shptxt box\\par}}{\\shprslt no}}\\par',
    [text('a'), text('box')],
  ],
  [
    'keeps images',
    `{\\*\\shppict{\\pict{\\*\\picprop{\\sp{\\sn wzDescription}{\\sv Gull}}}\\pngblip\\picwgoal200\\pichgoal400 ${hex}}}\\par`,
    [
      {
        kind: 'paragraph',
        content: [{ kind: 'image', image: 0, alt: 'Gull', width: 10, height: 20 }],
      },
    ],
  ],
  [
    'reads a truncated file to its end',
    '{\\b a\\par b',
    [
      { kind: 'paragraph', content: [textRun('a', { bold: true })] },
      { kind: 'paragraph', content: [textRun('b', { bold: true })] },
    ],
  ],
];

describe('an rtf reader', () => {
  test.each(rows)('%s', async (_, body, blocks) => {
    const { tree } = await read(body);

    expect(tree.blocks).toEqual(blocks);
  });

  test('anchors notes', async () => {
    const { tree } = await read('a{\\footnote n\\par}b\\par');

    expect(tree.blocks).toEqual([
      { kind: 'paragraph', content: [textRun('a'), { kind: 'note', note: 0 }, textRun('b')] },
    ]);
    expect(tree.notes).toEqual([[text('n')]]);
  });

  test('reads the document properties', async () => {
    const { tree } = await read(
      '{\\info{\\title T}{\\author A}{\\creatim\\yr2020\\mo1\\dy2\\hr3}{\\nofpages4}}x\\par',
    );

    expect(tree).toMatchObject({
      page_count: 4,
      metadata: { title: 'T', author: 'A', created: '2020-01-02T03:00:00.000Z' },
    });
  });

  test('refuses groups nested too deeply', async () => {
    await expect(read('{'.repeat(2000))).rejects.toMatchObject({ code: 'too_complex' });
  });

  test('refuses a file without the RTF signature', async () => {
    await expect(readWith(rtfReader, Buffer.from('noise'))).rejects.toMatchObject({
      otherwise: { code: 'corrupt_document' },
    });
  });
});
