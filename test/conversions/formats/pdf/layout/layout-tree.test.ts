import { describe, expect, it, vi } from 'vitest';
import { inlineText, type TreeBlock } from '../../../../../lib/conversions/document/document-tree.ts';
import { joinLines } from '../../../../../lib/conversions/formats/pdf/layout/join-lines.ts';
import { treeOfPages } from '../../../../../lib/conversions/formats/pdf/layout/layout-tree.ts';
import type { TextLine } from '../../../../../lib/conversions/formats/pdf/layout/text-line.ts';
import type { SourcePage, TextRun } from '../../../../../lib/conversions/formats/pdf/layout/text-run.ts';

const SIZE = 10;
// About what a letter of a text font is wide, in ems.
const LETTER = 0.5;

type Line = readonly [x: number, y: number, text: string, look?: Partial<TextRun>];

function run([x, y, text, look = {}]: Line): TextRun {
  const size = look.size ?? SIZE;
  return { text, x, y, width: text.length * size * LETTER, height: size, size, ...look };
}

const page = (lines: readonly Line[], more: Partial<SourcePage> = {}): SourcePage => ({
  number: 1,
  width: 600,
  height: 800,
  runs: lines.map(run),
  aside: [],
  tables: [],
  pictures: [],
  ...more,
});

/** Blocks in short: `h2 text`, `p text`, `- item`, `1. item`, `code text`. */
function short(blocks: readonly TreeBlock[], indent = ''): string[] {
  return blocks.flatMap((block): string[] => {
    switch (block.kind) {
      case 'heading':
        return [`${indent}h${block.level} ${inlineText(block.content)}`];
      case 'paragraph':
        return [`${indent}p ${inlineText(block.content)}`];
      case 'list':
        return block.items.flatMap((item, at) =>
          short(item.blocks, `${indent}  `).map((text, line) =>
            line === 0
              ? `${indent}${block.ordered ? `${(block.start ?? 1) + at}.` : '-'} ${text.trim().slice(2)}`
              : text,
          ),
        );
      case 'code':
        return [`${indent}code ${block.text}`];
      default:
        return [`${indent}${block.kind}`];
    }
  });
}

const full = 'These words fill the whole of a line that runs from edge to edge';
const body = (x: number, y: number, count: number, word = full): Line[] =>
  Array.from({ length: count }, (_, at): Line => [x, y + at * 12, word]);
const column = 'words of a narrow column in it';

interface Row {
  readonly title: string;
  readonly pages: readonly SourcePage[];
  readonly blocks: readonly string[];
}

const rows: Row[] = [
  {
    title: 'reads two columns one after the other, below a title over both',
    pages: [
      page([
        [120, 50, 'A title that spans both of the columns', { size: 16 }],
        ...body(50, 100, 8, `Left ${column}`),
        // No line of one column stands beside one of the other.
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
    title: 'makes words broken at line ends whole, but for compounds that the document knows',
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
    title: 'parts paragraphs at indents and at wider steps',
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
    title: 'tells headings by size, by weight and by their numbers',
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
    title: 'nests lists and keeps lines that hang below their item',
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
    title: 'goes on with a sentence on the next page, past the footnote',
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
        [70, 168, 'stop();', { mono: true }],
      ]),
    ],
    blocks: [`p ${Array(3).fill(full).join(' ')}`, 'code if (ready) {\n  go();\n}', 'code stop();'],
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
    title: 'takes ligatures and accents apart from their letters',
    pages: [page([[50, 100, 'the ﬁrst na¨ıve oﬃce']])],
    blocks: ['p the first naïve office'],
  },
  {
    title: 'puts what is written up the margin behind the text of its page',
    pages: [page(body(50, 100, 3), { aside: ['Draft of May'] })],
    blocks: [`p ${Array(3).fill(full).join(' ')}`, 'p Draft of May'],
  },
];

describe('treeOfPages', () => {
  it.each(rows)('$title', ({ pages, blocks }) => {
    expect(short(treeOfPages(pages))).toEqual(blocks);
  });

  it('keeps bold, italic and raised letters and addresses', () => {
    const lines: Line[] = [
      ...body(50, 100, 3),
      [50, 160, 'Some'],
      [75, 160, 'bold', { bold: true }],
      [98, 160, 'text', { href: 'https://example.org' }],
      [118, 158, '2', { size: 6 }],
    ];

    const [, last] = treeOfPages([page(lines)]);

    expect(last).toEqual({
      kind: 'paragraph',
      page: 1,
      content: [
        { kind: 'text', text: 'Some ' },
        { kind: 'text', text: 'bold', bold: true },
        { kind: 'text', text: ' ' },
        { kind: 'text', text: 'text', href: 'https://example.org' },
        { kind: 'text', text: '2', superscript: true },
      ],
    });
  });

  it('puts tables and pictures where they stand, and the text of a table nowhere else', () => {
    const source = page([...body(50, 60, 3), [60, 125, 'cell'], ...body(50, 300, 3)], {
      tables: [
        {
          bbox: { x: 50, y: 110, width: 300, height: 50 },
          rows: [[{ text: 'cell' }]],
          headerRows: 0,
        },
      ],
      pictures: [{ x: 50, y: 200, width: 100, height: 60, image: 0 }],
    });

    expect(treeOfPages([source]).map((block) => block.kind)).toEqual([
      'paragraph',
      'table',
      'paragraph',
      'paragraph',
    ]);
  });

  it('ends a paragraph that goes on from page to page at some length', () => {
    const pages = Array.from({ length: 800 }, (_, at) => ({ ...page(body(50, 60, 40)), number: at + 1 }));
    const lower = pages.map((each) => ({
      ...each,
      runs: each.runs.map((one) => ({ ...one, text: one.text.toLowerCase().replaceAll(/[^a-z ]/g, 'x') })),
    }));

    const lengths = treeOfPages(lower).map((block) =>
      block.kind === 'paragraph' ? inlineText(block.content).length : 0,
    );

    expect(lengths.length).toBeGreaterThan(10);
    expect(Math.max(...lengths)).toBeLessThan(16_000 + 40 * 600);
  });

  it('begins another block after a thousand lines', () => {
    const lines = Array.from({ length: 2500 }, (_, at): Line => [50, 10 + at * 12, `line ${at} of text`]);

    expect(treeOfPages([page(lines, { height: 40_000 })]).length).toBeGreaterThanOrEqual(3);
  });

  it('looks at the last word of a paragraph only, whatever it has before', () => {
    const spans = (text: string) => [{ text }] as unknown as TextLine['spans'];
    const line = (text: string) => ({ spans: spans(text), text }) as unknown as TextLine;
    const before = RegExp.prototype.exec;
    let longest = 0;
    vi.spyOn(RegExp.prototype, 'exec').mockImplementation(function (this: RegExp, text: string) {
      longest = Math.max(longest, text.length);
      return before.call(this, text);
    });
    const lines = Array.from({ length: 40 }, () => line('\u6f22'.repeat(100)));

    const joined = joinLines(lines, { known: new Set(), left: 0, right: 0, keepBreaks: false });

    vi.restoreAllMocks();
    expect(inlineText(joined)).toHaveLength(4000);
    expect(longest).toBeLessThanOrEqual(100);
  });

  it('reads a page of 20,000 scattered words', () => {
    const lines = Array.from(
      { length: 20_000 },
      (_, at): Line => [(at * 37) % 600, (at * 91) % 800, `w${at}`],
    );

    const words = short(treeOfPages([page(lines)]))
      .join(' ')
      .match(/w\d+/g);

    expect(new Set(words).size).toBe(20_000);
  });
});
