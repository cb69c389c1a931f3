import { type TreeBlock, textRun } from '../../../../lib/conversions/document/document-tree.ts';
import { paragraph } from '../../office-files.ts';
import { cell, drawing, numbered, run, text } from './docx-parts.ts';

const field = (instruction: string, result: string): string =>
  `<w:p><w:r><w:fldChar w:fldCharType="begin"/></w:r><w:r><w:instrText>${instruction}</w:instrText></w:r><w:r><w:fldChar w:fldCharType="separate"/></w:r><w:r><w:t>${result}</w:t></w:r><w:r><w:fldChar w:fldCharType="end"/></w:r></w:p>`;

const math = (inside: string): string => `<w:p><w:r><w:t>so </w:t></w:r><m:oMath>${inside}</m:oMath></w:p>`;

const mathRun = (content: string, style = ''): string =>
  `<m:r><m:rPr>${style}</m:rPr><m:t>${content}</m:t></m:r>`;

const inTex = (tex: string): readonly TreeBlock[] => [
  { kind: 'paragraph', content: [textRun('so '), { kind: 'math', tex }] },
];

const brackets = (open: string, close: string, inside: string): string =>
  `<m:d><m:dPr><m:begChr m:val="${open}"/><m:endChr m:val="${close}"/></m:dPr><m:e>${inside}</m:e></m:d>`;

const mathFraction = (type: string): string =>
  `<m:f><m:fPr><m:type m:val="${type}"/></m:fPr><m:num>${mathRun('n')}</m:num><m:den>${mathRun('k')}</m:den></m:f>`;

const matrix = `<m:m><m:mr><m:e>${mathRun('1')}</m:e><m:e>${mathRun('x')}</m:e></m:mr></m:m>`;

/** Bodies of documents with the blocks that they contain. */
export const rows: readonly (readonly [title: string, body: string, blocks: readonly TreeBlock[]])[] = [
  [
    'merges adjacent runs of the same style',
    '<w:p><w:r><w:t>He</w:t></w:r><w:r><w:rPr/><w:t>llo</w:t></w:r></w:p>',
    [text('Hello')],
  ],
  [
    'keeps text styles',
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
    'recognizes headings by built-in, translated and inherited styles and by outline level',
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
    [
      { kind: 'heading', level: 3, label: 'I)', content: [textRun('One')] },
      { kind: 'heading', level: 3, label: 'II)', content: [textRun('Two')] },
    ],
  ],
  [
    'reads labels without numbers: words are text, dashes are bullets',
    paragraph('One', numbered(4, 0)) + paragraph('Two', numbered(4, 1)),
    [
      { kind: 'paragraph', content: [textRun('Note: '), textRun('One')] },
      { kind: 'list', ordered: false, items: [{ blocks: [text('Two')] }] },
    ],
  ],
  [
    'leaves the numbers of bullets out of the labels below them',
    paragraph('One', numbered(4, 2)) + paragraph('Two', numbered(4, 3)),
    [
      {
        kind: 'list',
        ordered: false,
        items: [
          {
            blocks: [
              text('One'),
              { kind: 'list', ordered: true, items: [{ label: '.1)', blocks: [text('Two')] }] },
            ],
          },
        ],
      },
    ],
  ],
  [
    'writes phonetic guides in parentheses after their base',
    '<w:p><w:r><w:ruby><w:rt><w:r><w:t>とうきょう</w:t></w:r></w:rt><w:rubyBase><w:r><w:t>東京</w:t></w:r></w:rubyBase></w:ruby></w:r></w:p>',
    [text('東京(とうきょう)')],
  ],
  [
    'reads styles that inherit in a cycle',
    paragraph('x', '<w:pStyle w:val="Loop"/>'),
    [{ kind: 'paragraph', style: 'Loop', content: [textRun('x', { bold: true })] }],
  ],
  [
    'nests lists and continues their numbers',
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
    'reads checked boxes as tasks',
    '<w:p><w:sdt><w:sdtPr><w14:checkbox><w14:checked w14:val="1"/></w14:checkbox></w:sdtPr><w:sdtContent><w:r><w:t>☒</w:t></w:r></w:sdtContent></w:sdt><w:r><w:t> Sail</w:t></w:r></w:p>',
    [{ kind: 'list', ordered: false, items: [{ blocks: [text('Sail')], checked: true }] }],
  ],
  [
    'joins lines of code and distinguishes code from monospaced prose',
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
    'keeps URLs of links and fields, and results of other fields',
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
    'reads spans over columns and rows, and header rows',
    `<w:tbl><w:tr><w:trPr><w:tblHeader/></w:trPr>${cell('h', '<w:gridSpan w:val="2"/>')}</w:tr><w:tr>${cell('a', '<w:vMerge w:val="restart"/>')}${cell('b')}</w:tr><w:tr>${cell('', '<w:vMerge/>')}${cell('c')}</w:tr></w:tbl>`,
    [
      {
        kind: 'table',
        header_rows: 1,
        rows: [[{ blocks: [text('h')], column_span: 2 }], [{ blocks: [text('a')], row_span: 2 }, 'b'], ['c']],
      },
    ],
  ],
  [
    'reads a table with one cell as its content',
    `<w:tbl><w:tr>${cell('boxed')}</w:tr></w:tbl>`,
    [text('boxed')],
  ],
  [
    'reads a text box once, after its paragraph',
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
    'reads a heading above the first level as one of the first, and contents without the style of their level',
    `<w:p><w:pPr><w:pStyle w:val="TOC1"/></w:pPr><w:r><w:t>a</w:t></w:r><w:r><w:rPr><w:i/></w:rPr><w:t>b</w:t></w:r></w:p>${paragraph('c', '<w:pStyle w:val="H0"/>')}`,
    [
      { kind: 'paragraph', content: [textRun('a'), textRun('b', { italic: true })], style: 'toc 1' },
      { kind: 'heading', level: 1, content: [textRun('c')] },
    ],
  ],
  [
    'joins a drop cap with its paragraph',
    `${paragraph('O', '<w:framePr w:dropCap="drop" w:lines="3"/>')}${paragraph('nce upon')}${paragraph('a', '<w:framePr w:w="100"/>')}${paragraph('b')}${paragraph('T', '<w:framePr w:dropCap="margin"/>')}`,
    [text('Once upon'), text('a'), text('b'), text('T')],
  ],
  [
    'shows where the other files of a master document are',
    '<w:subDoc r:id="link"/><w:p><w:subDoc r:id="local"/></w:p><w:subDoc r:id="none"/>',
    [
      {
        kind: 'paragraph',
        content: [textRun('https://example.org/a', { href: 'https://example.org/a' })],
      },
      {
        kind: 'paragraph',
        content: [textRun('file:///etc/passwd', { href: 'file:///etc/passwd' })],
      },
    ],
  ],
  [
    'keeps alphabets and upright names in formulas',
    math(
      [
        mathRun('v', '<m:sty m:val="b"/>'),
        mathRun('α', '<m:sty m:val="bi"/>'),
        mathRun('R', '<m:scr m:val="double-struck"/>'),
        mathRun('d', '<m:sty m:val="p"/>'),
        mathRun('const', '<m:sty m:val="p"/>'),
        mathRun('=1', '<m:sty m:val="p"/>'),
        mathRun('if so', '<m:sty m:val="p"/>'),
      ].join(''),
    ),
    inTex('\\mathbf{v}\\boldsymbol{\\alpha}\\mathbb{R}\\mathrm{d}\\mathrm{const}=1\\text{if so}'),
  ],
  [
    'writes brackets as high as what is in them',
    math(
      [
        brackets('(', ')', mathRun('x')),
        brackets('[', ']', mathFraction('bar')),
        brackets('(', ')', mathFraction('noBar')),
        mathFraction('noBar'),
        brackets('{', '', matrix),
      ].join(''),
    ),
    inTex(
      '(x)\\left[\\frac{n}{k}\\right]\\binom{n}{k}\\genfrac{}{}{0pt}{}{n}{k}\\begin{cases}1 & x\\end{cases}',
    ),
  ],
  [
    'writes what is below a sign that has no limits under it',
    math(
      [
        `<m:limUpp><m:e>${mathRun('→')}</m:e><m:lim>${mathRun('f')}</m:lim></m:limUpp>`,
        `<m:limLow><m:e>${mathRun('ab')}</m:e><m:lim>${mathRun('⏟')}</m:lim></m:limLow>`,
        `<m:limLow><m:e>${mathRun('max')}</m:e><m:lim>${mathRun('i\u200b\u2003j')}</m:lim></m:limLow>`,
      ].join(''),
    ),
    inTex('\\overset{f}{\\to}\\underbrace{ab}\\max_{i\\quad j}'),
  ],
  [
    'keeps several formulas on their line',
    `<w:p><m:oMath>${mathRun('a')}</m:oMath><w:r><w:t xml:space="preserve"> </w:t></w:r><m:oMath>${mathRun('b')}</m:oMath></w:p>`,
    [
      {
        kind: 'paragraph',
        content: [{ kind: 'math', tex: 'a' }, textRun(' '), { kind: 'math', tex: 'b' }],
      },
    ],
  ],
  [
    'displays formulas that nothing separates, each by itself',
    `<w:p><m:oMath>${mathRun('a')}</m:oMath><m:oMath>${mathRun('b')}</m:oMath></w:p>`,
    ['a', 'b'].map((tex) => ({ kind: 'paragraph', content: [{ kind: 'math', tex, display: true }] })),
  ],
  [
    'displays the formulas of a paragraph of formulas',
    `<w:p><m:oMathPara><m:oMath>${mathRun('a')}</m:oMath><m:oMath>${mathRun('b')}</m:oMath></m:oMathPara></w:p>`,
    ['a', 'b'].map((tex) => ({ kind: 'paragraph', content: [{ kind: 'math', tex, display: true }] })),
  ],
  [
    'displays a formula that is alone in its paragraph',
    `<w:p><m:oMath>${mathRun('a')}</m:oMath></w:p>`,
    [{ kind: 'paragraph', content: [{ kind: 'math', tex: 'a', display: true }] }],
  ],
  [
    'reads the values of a chart',
    drawing('<c:chart r:id="chart"/>'),
    [
      {
        kind: 'table',
        header_rows: 1,
        caption: 'Catch',
        rows: [
          ['', 'Cod'],
          ['May', '0.3'],
        ],
      },
    ],
  ],
  [
    'splits paragraphs at page breaks',
    run('<w:t>a</w:t><w:br w:type="page"/><w:t>b</w:t><w:br/><w:t>c</w:t>'),
    [
      text('a'),
      { kind: 'page_break' },
      { kind: 'paragraph', content: [textRun('b'), { kind: 'line_break' }, textRun('c')] },
    ],
  ],
  [
    'decodes characters of symbol fonts',
    run('<w:sym w:font="Wingdings" w:char="F0FE"/><w:t> done</w:t>'),
    [text('☑ done')],
  ],
];
