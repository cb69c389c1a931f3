import { describe, expect, it, vi } from 'vitest';
import { inlineText, type TreeBlock } from '../../../../lib/conversions/document/document-tree.ts';
import { joinLines } from '../../../../lib/conversions/shared/page-layout/join-lines.ts';
import { treeOfPages as contentOfPages } from '../../../../lib/conversions/shared/page-layout/layout-tree.ts';
import type { TextLine } from '../../../../lib/conversions/shared/page-layout/text-line.ts';
import { noWords } from '../../../../lib/conversions/shared/text/known-words.ts';
import { itLong } from '../../../support/long-run.ts';
import { rows } from './layout-rows.ts';
import { body, full, type Line, page } from './lines-of-page.ts';

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

const treeOfPages = (pages: Parameters<typeof contentOfPages>[0]) => contentOfPages(pages).blocks;

describe('treeOfPages', () => {
  it.each(rows)('$title', ({ pages, blocks }) => {
    expect(short(treeOfPages(pages))).toEqual(blocks);
  });

  it('keeps bold, italic, superscript and URLs', () => {
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
      places: [{ page: 1, box: [50, 160, 121, 170] }],
      content: [
        { kind: 'text', text: 'Some ' },
        { kind: 'text', text: 'bold', bold: true },
        { kind: 'text', text: ' ' },
        { kind: 'text', text: 'text', href: 'https://example.org' },
        { kind: 'text', text: '2', superscript: true },
      ],
    });
  });

  it('places tables and images at their positions, and the text of a table nowhere else', () => {
    const source = page([...body(50, 60, 3), [60, 125, 'cell'], ...body(50, 300, 3)], {
      tables: [
        {
          bbox: { x: 50, y: 110, width: 300, height: 50 },
          rows: [[{ text: 'cell' }]],
          headerRows: 0,
        },
      ],
      images: [{ x: 50, y: 200, width: 100, height: 60, index: 0 }],
    });

    expect(treeOfPages([source]).map((block) => block.kind)).toEqual([
      'paragraph',
      'table',
      'paragraph',
      'paragraph',
    ]);
  });

  it('keeps the text of columns beside a table together, in the order from left to right', () => {
    const source = page(
      [
        [50, 110, 'Abbvie.'],
        [50, 150, 'Pfizer.'],
        [160, 110, 'cell'],
        [400, 110, 'High.'],
        [400, 150, 'Low.'],
        [50, 60, 'Above.'],
        [50, 200, 'Below.'],
      ],
      {
        tables: [
          {
            bbox: { x: 150, y: 100, width: 200, height: 70 },
            rows: [[{ text: 'cell' }]],
            headerRows: 0,
          },
        ],
      },
    );

    expect(short(treeOfPages([source]))).toEqual([
      'p Above.',
      'p Abbvie.',
      'p Pfizer.',
      'table',
      'p High.',
      'p Low.',
      'p Below.',
    ]);
  });

  it('keeps the labels of list items that are not their number and a full stop', () => {
    const source = page([
      [50, 100, 'a) First thing.'],
      [50, 112, 'b) Second thing.'],
      [50, 140, 'Between the lists is a paragraph.'],
      [50, 170, '1. One.'],
      [50, 182, '2. Two.'],
      [50, 194, '4. Four.'],
      [50, 206, '5. Five.'],
    ]);

    const labels = treeOfPages([source]).map((block) =>
      block.kind === 'list' ? block.items.map(({ label }) => label) : block.kind,
    );

    expect(labels).toEqual([['a)', 'b)'], 'paragraph', [undefined, undefined, '4.', '5.']]);
  });

  itLong('ends a paragraph across pages at a maximum length', () => {
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

  it('starts another block after a thousand lines', () => {
    const lines = Array.from({ length: 2500 }, (_, at): Line => [50, 10 + at * 12, `line ${at} of text`]);

    expect(treeOfPages([page(lines, { height: 40_000 })]).length).toBeGreaterThanOrEqual(3);
  });

  it.each([
    ['two paragraphs with a gap between them', {}, 2],
    ['one paragraph of a scan, whose lines are less even', { isRecognized: true, confidence: 0.9 }, 1],
  ] as const)('reads a full line that ends a sentence, and a capital: %s', (_title, style, count) => {
    const filled = `${full.slice(0, -6)} rent.`;
    const lines = [full, full, filled, full, full].map(
      (text, at): Line => [60, 60 + at * 12 + (at > 2 ? 2 : 0), text, style],
    );

    expect(treeOfPages([page(lines)])).toHaveLength(count);
  });

  it.each([
    ['model AB-', '1200 was shown', 'model AB-1200 was shown'],
    ['the phone 555-', '0199 rang', 'the phone 555-0199 rang'],
  ])('joins a number that goes on below: %s', (first, second, text) => {
    const lines: Line[] = [...body(60, 60, 3), [60, 120, first], [60, 132, second]];

    expect(short(treeOfPages([page(lines)])).at(-1)).toMatch(new RegExp(`${text}$`));
  });

  it('joins a number that goes on below a line with a wide gap', () => {
    const lines: Line[] = [
      ...body(60, 60, 3),
      [60, 120, 'The book is listed as'],
      [60, 132, 'ISBN'],
      [140, 132, '978-3-16-'],
      [60, 144, '148410-0 in the catalogue.'],
    ];

    expect(short(treeOfPages([page(lines)])).join(' ')).toContain('978-3-16-148410-0 in the');
  });

  it('checks only the last word of a paragraph for a hyphen', () => {
    const spans = (text: string) => [{ text }] as unknown as TextLine['spans'];
    const line = (text: string) => ({ spans: spans(text), text }) as unknown as TextLine;
    const before = RegExp.prototype.exec;
    let longest = 0;
    vi.spyOn(RegExp.prototype, 'exec').mockImplementation(function (this: RegExp, text: string) {
      longest = Math.max(longest, text.length);
      return before.call(this, text);
    });
    const lines = Array.from({ length: 40 }, () => line('\u6f22'.repeat(100)));

    const joined = joinLines(lines, { known: noWords, left: 0, right: 0, keepBreaks: false });

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
