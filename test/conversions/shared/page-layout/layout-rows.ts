import type { SourcePage } from '../../../../lib/conversions/shared/page-layout/text-run.ts';
import { body, full, type Line, page, upwards } from './lines-of-page.ts';

const column = 'words of a narrow column in it';

interface Row {
  readonly title: string;
  readonly pages: readonly SourcePage[];
  readonly blocks: readonly string[];
}

export const rows: Row[] = [
  {
    title: 'reads two columns one after the other, below a title over both',
    pages: [
      page([
        [120, 50, 'A title that spans both of the columns', { size: 16 }],
        ...body(50, 100, 8, `Left ${column}`),
        // No line of one column is level with one of the other.
        ...body(320, 105, 8, `Right ${column}`),
      ]),
    ],
    blocks: [
      'h1 A title that spans both of the columns',
      `p ${Array(8).fill(`Left ${column}`).join(' ')}`,
      `p ${Array(8).fill(`Right ${column}`).join(' ')}`,
    ],
  },
  {
    title: 'reads a column beside several columns that are below a title of their own',
    pages: [
      page([
        ...body(50, 60, 20, 'first words of a line'),
        [200, 65, 'A long title over all of the other columns of this page.'],
        ...body(200, 125, 12, 'second words of lines'),
        ...body(320, 125, 12, 'third words of a line'),
        ...body(440, 125, 12, 'fourth words of lines'),
      ]),
    ],
    blocks: [
      `p ${Array(20).fill('first words of a line').join(' ')}`,
      'p A long title over all of the other columns of this page.',
      `p ${['second words of lines', 'third words of a line', 'fourth words of lines'].flatMap((line) => Array(12).fill(line)).join(' ')}`,
    ],
  },
  {
    title:
      'reads a column of mostly short lines, such as the skills of a curriculum vitae, before the one beside it',
    pages: [
      page([
        ...['Contact', 'Mill Lane 12', 'Leeds', '+44 113 496 0000', 'maria@example.com', 'Skills'].map(
          (text, at): Line => [50, 100 + at * 12, text],
        ),
        ...[
          'Drawing and design',
          'Welding of steel',
          'English',
          'Project management',
          'Chess',
          'Climbing',
        ].map((text, at): Line => [50, 172 + at * 12, text]),
        ...body(220, 106, 12),
      ]),
    ],
    blocks: [
      'p Contact\nMill Lane 12\nLeeds\n+44 113 496 0000\nmaria@example.com\nSkills\nDrawing and design\nWelding of steel\nEnglish\nProject management\nChess\nClimbing',
      `p ${Array(12).fill(full).join(' ')}`,
    ],
  },
  {
    title: 'reads two columns one after the other beside the caption of a photo',
    pages: [
      page([
        [20, 176, 'A photo of the archer'],
        ...body(230, 100, 10, `Left ${column}`),
        ...body(425, 104, 10, `Right ${column}`),
      ]),
    ],
    blocks: [
      `p ${Array(6).fill(`Left ${column}`).join(' ')} A photo of the archer ${Array(4).fill(`Left ${column}`).join(' ')}`,
      `p ${Array(10).fill(`Right ${column}`).join(' ')}`,
    ],
  },
  {
    title: 'reads the raised letter of the logo of LaTeX, which is above the one before it, in its line',
    pages: [
      page([
        [50, 100, `${full} of a compi-`],
        // The letter covers most of its own width of the run before it.
        [50, 112, 'lation in L', { width: 55 }],
        [101, 112.5, 'A', { size: 7.3, width: 6 }],
        [105.5, 112, 'TEX by the authors.'],
      ]),
    ],
    blocks: [`p ${full} of a compilation in LATEX by the authors.`],
  },
  {
    title:
      'keeps displayed formulas apart from the text around them, with the parts above and below their lines',
    pages: [
      page([
        ...body(50, 100, 2),
        [208, 119, '1', { size: 7 }],
        [180, 124, 'y = 2x + z   (3)'],
        [208, 131, '0', { size: 7 }],
        ...body(50, 139, 2),
        // The last line of a paragraph with a relation in it.
        [50, 163, 'that n = 3.'],
      ]),
    ],
    blocks: [`p ${full} ${full}`, 'p 1\ny = 2x + z (3)\n0', `p ${full} ${full} that n = 3.`],
  },
  {
    title:
      'continues a paragraph that starts with the number of a figure, or with a citation on the next page',
    pages: [
      page([...body(50, 700, 1, 'Figure 1 shows that the river rises whenever the snow of the hills has')]),
      page(
        [
          [50, 50, `melted ${full} of a place`],
          [50, 90, 'Figure 2: The river'],
          [50, 720, full],
        ],
        { number: 2 },
      ),
      page(
        [
          [50, 50, '[2]. The valley is dry.'],
          [50, 80, '[3] Smith, J. The river. 2012'],
        ],
        { number: 3 },
      ),
    ],
    blocks: [
      `p Figure 1 shows that the river rises whenever the snow of the hills has melted ${full} of a place`,
      'p Figure 2: The river',
      `p ${full} [2]. The valley is dry.`,
      'p [3] Smith, J. The river. 2012',
    ],
  },
  {
    title: 'joins words hyphenated at line ends, except compounds that the document contains',
    pages: [
      page([
        [50, 100, `${full} and a well-known thing`],
        [50, 112, `${full} and some compi-`],
        [50, 124, `lation of it ${full} well-`],
        [50, 136, 'known to all.'],
      ]),
    ],
    blocks: [
      `p ${full} and a well-known thing ${full} and some compilation of it ${full} well-known to all.`,
    ],
  },
  {
    title: 'joins a drop capital to its word',
    pages: [
      page([
        [50, 100, 'O', { size: 24, width: 18 }],
        [70, 102, 'nce upon a time the tide came in and then the boats went out'],
        [70, 114, 'to the sea and as far as the island which nobody had visited'],
        [50, 126, full],
      ]),
    ],
    blocks: [
      `p Once upon a time the tide came in and then the boats went out to the sea and as far as the island which nobody had visited ${full}`,
    ],
  },
  {
    title: 'keeps a word of one letter apart that is a drop capital',
    pages: [
      page([
        [50, 100, 'A', { size: 24, width: 14 }],
        [70, 102, 'tide once came in, late in the day and after all of the boats'],
        [70, 114, 'to the sea and as far as the island which nobody had visited'],
        [50, 126, full],
      ]),
    ],
    blocks: [
      `p A tide once came in, late in the day and after all of the boats to the sea and as far as the island which nobody had visited ${full}`,
    ],
  },
  {
    title: 'does not join a large letter to one line beside it',
    pages: [
      page([
        [50, 100, 'B', { size: 24, width: 16 }],
        [70, 102, 'one line beside it is no more than a label'],
        ...body(50, 140, 3),
      ]),
    ],
    blocks: ['p B one line beside it is no more than a label', `p ${Array(3).fill(full).join(' ')}`],
  },
  {
    title: 'splits paragraphs at indents and wider line spacing',
    pages: [
      page([
        [50, 100, full],
        [50, 112, 'It ends here.'],
        [65, 124, full.slice(3)],
        [50, 136, full],
        [50, 148, full],
        [50, 172, full],
      ]),
    ],
    blocks: [`p ${full} It ends here.`, `p ${full.slice(3)} ${full} ${full}`, `p ${full}`],
  },
  {
    title: 'recognizes headings by size, weight and number',
    pages: [
      page([
        [50, 60, 'Orchards of the valley', { size: 20 }],
        ...body(50, 100, 4),
        [50, 160, '1 Apples', { size: 14 }],
        ...body(50, 184, 4),
        [50, 244, '1.1 Early ones', { size: 14 }],
        ...body(50, 268, 4),
        [50, 328, 'Varieties', { bold: true }],
        ...body(50, 346, 4),
      ]),
    ],
    blocks: [
      'h1 Orchards of the valley',
      `p ${Array(4).fill(full).join(' ')}`,
      'h2 1 Apples',
      `p ${Array(4).fill(full).join(' ')}`,
      'h3 1.1 Early ones',
      `p ${Array(4).fill(full).join(' ')}`,
      'h3 Varieties',
      `p ${Array(4).fill(full).join(' ')}`,
    ],
  },
  {
    title: 'recognizes headings in the type of the text by capitals or numbers, if prose follows',
    pages: [
      page([
        ...body(50, 60, 3),
        [50, 110, 'HIGH AND LOW WATER'],
        ...body(50, 122, 3),
        [50, 172, '3.1 Traces'],
        ...body(50, 190, 3),
        [50, 240, '4. Nesting', { italic: true }],
        ...body(50, 252, 3),
        [50, 300, 'IV. Results of it', { italic: true }],
        ...body(50, 318, 3),
      ]),
    ],
    blocks: [
      `p ${Array(3).fill(full).join(' ')}`,
      'h1 HIGH AND LOW WATER',
      `p ${Array(3).fill(full).join(' ')}`,
      'h2 3.1 Traces',
      `p ${Array(3).fill(full).join(' ')}`,
      'h1 4. Nesting',
      `p ${Array(3).fill(full).join(' ')}`,
      'h1 IV. Results of it',
      `p ${Array(3).fill(full).join(' ')}`,
    ],
  },
  {
    title: 'recognizes no heading in abbreviations, code, sums, captions and sentences',
    pages: [
      page([
        ...body(50, 60, 3),
        [50, 110, 'NATO'],
        ...body(50, 128, 3),
        [50, 180, 'BI=A+SNX'],
        ...body(50, 198, 3),
        [50, 250, 'TABLE 6'],
        ...body(50, 268, 3),
        [50, 320, '3.5 million people live there.'],
        ...body(50, 338, 3),
        [50, 390, 'THE GRAND TOTAL'],
        [50, 408, '12.50'],
      ]),
    ],
    blocks: [
      `p ${Array(3).fill(full).join(' ')}`,
      'p NATO',
      `p ${Array(3).fill(full).join(' ')}`,
      'p BI=A+SNX',
      `p ${Array(3).fill(full).join(' ')}`,
      'p TABLE 6',
      `p ${Array(3).fill(full).join(' ')}`,
      'p 3.5 million people live there.',
      `p ${Array(3).fill(full).join(' ')}`,
      'p THE GRAND TOTAL',
      'p 12.50',
    ],
  },
  {
    title: 'nests lists and keeps hanging lines with their item',
    pages: [
      page([
        ...body(50, 60, 3),
        [60, 120, '• First item, which goes on and on and fills all of its own line up'],
        [70, 132, 'and hangs below it.'],
        [80, 150, '1. Inner one'],
        [80, 168, '2. Inner two'],
        [60, 186, '• Second item'],
        [50, 220, '1994. It was no list.'],
      ]),
    ],
    blocks: [
      `p ${Array(3).fill(full).join(' ')}`,
      '- First item, which goes on and on and fills all of its own line up and hangs below it.',
      '  1. Inner one',
      '  2. Inner two',
      '- Second item',
      'p 1994. It was no list.',
    ],
  },
  {
    title: 'leaves out what repeats at the edges of pages, and page numbers',
    pages: [1, 2, 3].map((number) =>
      page(
        [
          [50, 30, 'Annual report'],
          [540, 30, `${number + 10}`],
          ...body(50, 100, 4, `${full} ${'abc'[number - 1]}.`),
          [290, 770, `Page ${number} of 3`],
        ],
        { number },
      ),
    ),
    blocks: ['a', 'b', 'c'].map((letter) => `p ${Array(4).fill(`${full} ${letter}.`).join(' ')}`),
  },
  {
    title: 'continues a sentence on the next page, past the footnote',
    pages: [
      page([...body(50, 400, 4), [50, 760, '1 A note in small letters.', { size: 8 }]]),
      page(
        [
          [50, 100, 'and so it ends.'],
          [50, 130, full],
        ],
        { number: 2 },
      ),
    ],
    blocks: [
      `p ${Array(4).fill(full).join(' ')} and so it ends.`,
      'p 1 A note in small letters.',
      `p ${full}`,
    ],
  },
  {
    title: 'keeps code with its indents and blank lines',
    pages: [
      page([
        ...body(50, 60, 3),
        [70, 120, 'if (ready) {', { mono: true }],
        [80, 132, 'go();', { mono: true }],
        [70, 144, '}', { mono: true }],
        [80, 168, 'stop();', { mono: true }],
        [80, 206, 'later();', { mono: true }],
      ]),
    ],
    blocks: [
      `p ${Array(3).fill(full).join(' ')}`,
      'code if (ready) {\n  go();\n}\n\n  stop();',
      'code later();',
    ],
  },
  {
    title: 'keeps code with the numbers of its lines, which are set in another font',
    pages: [
      page([
        ...body(50, 60, 2),
        ...(
          [
            ['98', 'if (open) {', 70],
            ['99', 'close();', 80],
            ['100', '}', 70],
          ] as const
        ).flatMap(([number, code, x], at): Line[] => [
          [65 - number.length * 4, 100 + at * 12, number, { size: 8 }],
          [x, 100 + at * 12, code, { mono: true }],
        ]),
      ]),
    ],
    blocks: [`p ${full} ${full}`, 'code  98 if (open) {\n 99   close();\n100 }'],
  },
  {
    title: 'keeps the entries of a table of contents apart',
    pages: [
      page([
        ...body(50, 60, 3),
        [50, 120, 'Apples . . . . . . . . . . . . 12'],
        [50, 132, 'Pears . . . . . . . . . . . . . 14'],
      ]),
    ],
    blocks: [`p ${Array(3).fill(full).join(' ')}`, 'p Apples … 12\nPears … 14'],
  },
  {
    title: 'reads lines from the right, with words of other scripts in them',
    pages: [
      page([
        [300, 100, 'العربية'],
        [270, 100, 'مع'],
        [200, 100, 'two words'],
        [150, 100, '.123'],
      ]),
    ],
    blocks: ['p العربية مع 123 two words.'],
  },
  {
    title: 'keeps two recognized rows apart that a cell in their middle overlaps',
    pages: [
      page(
        (
          [
            [50, 100, 'Temperature'],
            [150, 100, '98.6 degrees'],
            [50, 111, 'Respiratory rate'],
            [150, 111, '16 breaths/min'],
            [240, 105.5, 'resting'],
          ] as const
        ).map(([x, y, text]): Line => [x, y, text, { isRecognized: true }]),
        { isRecognized: true },
      ),
    ],
    blocks: ['p Temperature 98.6 degrees resting\nRespiratory rate 16 breaths/min'],
  },
  {
    title: 'separates ligatures and accents',
    pages: [page([[50, 100, 'the ﬁrst na¨ıve oﬃce']])],
    blocks: ['p the first naïve office'],
  },
  {
    title: 'places vertical margin text after the text of its page',
    pages: [page(body(50, 100, 3), { aside: [upwards(20, 400, 'Draft of May')] })],
    blocks: [`p ${Array(3).fill(full).join(' ')}`, 'p Draft of May'],
  },
  {
    title:
      'keeps two lines apart that the sign and the limits of an integral are between, and the sign in its own',
    pages: [
      page([
        ...body(50, 88, 1),
        [50, 100, 'The'],
        [70, 100, 'routine transforms all systems of equations that are given'],
        [50, 112, 'for all values, as in'],
        [158, 105.3, '∫', { size: 9, width: 6 }],
        [165, 109.2, '∞', { size: 7, width: 6 }],
        [172, 112, 'f(x)dx which is the transform of f.'],
        ...body(50, 124, 2),
      ]),
    ],
    blocks: [
      `p ${full} The routine transforms all systems of equations that are given for all values, as in ∫∞f(x)dx which is the transform of f. ${full} ${full}`,
    ],
  },
  {
    title: 'reads the sign of a root, which is above its line, in that line',
    pages: [
      page([
        ...body(50, 100, 2),
        [50, 124, 'The mean of 1 and'],
        [138, 117, '√', { width: 7 }],
        [146, 124, '2 is the usual base of it.'],
      ]),
    ],
    blocks: [`p ${full} ${full} The mean of 1 and √2 is the usual base of it.`],
  },
  {
    title: 'joins the lines of a justified paragraph that is narrower than its column',
    pages: [
      page([
        ...body(50, 100, 3),
        [90, 148, 'Abstract. Quantile regression is a', { width: 240 }],
        [90, 160, 'Body of methods for drawing conclusions', { width: 240 }],
        [90, 172, 'About conditional functions, with code', { width: 240 }],
        [90, 184, 'In The Appendix.'],
        ...body(50, 214, 3),
      ]),
    ],
    blocks: [
      `p ${full} ${full} ${full}`,
      'p Abstract. Quantile regression is a Body of methods for drawing conclusions About conditional functions, with code In The Appendix.',
      `p ${full} ${full} ${full}`,
    ],
  },
  {
    title: 'joins the lines of a paragraph with a ragged edge, and keeps those of an address',
    pages: [
      page([
        ...body(50, 100, 2),
        [50, 140, 'Sequence analysis is more like the recogni-'],
        [50, 152, 'tion of speech than of written texts'],
        [50, 164, 'Of any kind'],
        [50, 190, 'When you talk to your telephone it does not compare'],
        [50, 202, 'your speech to all that was said'],
        [50, 230, 'The Hidden Models Foundation of Geneva'],
        [50, 242, 'Rue de Lausanne 12'],
        [50, 254, 'Switzerland'],
      ]),
    ],
    blocks: [
      `p ${full} ${full}`,
      'p Sequence analysis is more like the recognition of speech than of written texts Of any kind',
      'p When you talk to your telephone it does not compare your speech to all that was said',
      'p The Hidden Models Foundation of Geneva\nRue de Lausanne 12\nSwitzerland',
    ],
  },
  {
    title: 'keeps the lines of a letterhead apart, whose texts are at the edges',
    pages: [
      page([
        ...body(50, 60, 2),
        [50, 100, 'Abacus Times Inc.'],
        [280, 100, 'INVOICE 398 of this year'],
        [50, 112, '1236 University Drive of Red Deer'],
        [280, 112, 'DATE: 1 April'],
        [50, 124, 'Alberta'],
      ]),
    ],
    blocks: [
      `p ${full} ${full}`,
      'p Abacus Times Inc. INVOICE 398 of this year\n1236 University Drive of Red Deer DATE: 1 April\nAlberta',
    ],
  },
];
