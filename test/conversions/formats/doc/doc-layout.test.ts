import { describe, expect, it } from 'vitest';
import { fib } from '../../../../lib/conversions/formats/doc/doc-file.ts';
import { runLayout } from '../../../../lib/conversions/formats/doc/doc-layout.ts';
import { fontNames } from '../../../../lib/conversions/formats/doc/font-names.ts';
import { headerStories } from '../../../../lib/conversions/formats/doc/header-stories.ts';
import { firstPage } from '../../../../lib/conversions/formats/doc/page-properties.ts';
import { readEnd } from '../../../../lib/conversions/formats/doc/paragraph-end.ts';

const sprm = (code: number, ...bytes: readonly number[]) => ({ code, operand: Buffer.from(bytes) });
const word = (code: number, ...values: readonly number[]) => {
  const operand = Buffer.alloc(values.length * 2);
  for (const [index, value] of values.entries()) operand.writeInt16LE(value, index * 2);
  return { code, operand };
};
const numbers = (...values: readonly number[]): Buffer => {
  const bytes = Buffer.alloc(values.length * 4);
  for (const [index, value] of values.entries()) bytes.writeUInt32LE(value, index * 4);
  return bytes;
};

describe('text of a Word 97 document on pages', () => {
  it('has the font, size and colours of its properties', () => {
    const sprms = [
      word(0x4a43, 36),
      word(0x4a4f, 1),
      sprm(0x2a42, 6),
      sprm(0x6870, 1, 2, 255, 0),
      sprm(0x2a0c, 7),
      sprm(0x083b, 1),
    ];

    expect(runLayout(sprms, ['Arial', 'Georgia'])).toEqual({
      size: 18,
      font: 'Georgia',
      colour: '#0102ff',
      background: '#ffff00',
      capitals: 'all',
    });
  });

  it.each([
    ['none', []],
    ['an empty operand', [sprm(0x4a43)]],
    ['another property', [sprm(0x0835, 1)]],
  ])('has no layout with %s', (_title, sprms) => {
    expect(runLayout(sprms, [])).toBeUndefined();
  });
});

describe('a paragraph on pages', () => {
  it('has its spaces, indents, line height and alignment', () => {
    const sprms = [
      word(0xa413, 240),
      word(0xa414, 120),
      word(0x845e, 720),
      word(0x845d, 360),
      word(0x8460, -360),
      word(0x6412, 360, 1),
      sprm(0x2406, 1),
      sprm(0x2461, 1),
    ];

    const { properties } = readEnd(0, sprms, { text: { size: 11 } });

    expect(properties.align).toBe('center');
    expect(properties.layout).toEqual({
      spaceBefore: 12,
      spaceAfter: 6,
      left: 36,
      right: 18,
      firstLine: -18,
      lineHeight: { rule: 'multiple', value: 1.5 },
      keepWithNext: true,
      text: { size: 11 },
    });
  });

  it('has no layout for other targets', () => {
    const { properties } = readEnd(0, [word(0xa413, 240), sprm(0x2461, 1)], undefined);

    expect([properties.layout, properties.align]).toEqual([undefined, undefined]);
  });
});

it('reads borders and backgrounds of cells', () => {
  const operand = Buffer.alloc(1 + 2 * 2 + 20);
  operand.writeUInt8(1, 0);
  operand.writeInt16LE(2000, 3);
  // A line of a point in red above, none below.
  operand.set([8, 1, 6, 0], 5 + 4);
  operand.writeUInt32LE(0xffffffff, 5 + 12);
  const shading = Buffer.alloc(10);
  shading.set([0, 128, 0, 0], 4);

  const { row } = readEnd(
    0,
    [
      { code: 0xd608, operand },
      { code: 0xd612, operand: shading },
    ],
    { text: undefined },
  );

  expect(row.definitions).toMatchObject([
    {
      right: 2000,
      layout: {
        borders: { top: { width: 1, colour: '#ff0000' }, bottom: undefined },
        background: '#008000',
      },
    },
  ]);
});

it('reads the names of fonts', () => {
  const entry = (name: string): Buffer => {
    const bytes = Buffer.concat([Buffer.alloc(40), Buffer.from(`${name}\0`, 'utf16le')]);
    bytes.writeUInt8(bytes.length - 1, 0);
    return bytes;
  };
  const table = Buffer.concat([Buffer.from([2, 0, 0, 0]), entry('Arial'), entry('宋体')]);

  expect(fontNames({ structure: (at) => (at === fib.fonts ? table : undefined) })).toEqual(['Arial', '宋体']);
  expect(fontNames({ structure: () => table.subarray(0, 60) }).length).toBeLessThanOrEqual(2);
});

describe('headers and footers', () => {
  const lengths = { body: 100, footnotes: 10, headers: 60, comments: 0, endnotes: 0, boxes: 0 };
  const table = numbers(0, 0, 0, 0, 0, 0, 0, 5, 12, 12, 20, 30, 40, 41);

  it('are those of the first section', () => {
    expect(headerStories({ lengths, structure: () => table })).toEqual({
      evenHeader: { from: 110, to: 114 },
      oddHeader: { from: 115, to: 121 },
      oddFooter: { from: 122, to: 129 },
      firstHeader: { from: 130, to: 139 },
      firstFooter: { from: 140, to: 149 },
    });
  });

  it('are none in a table that ends early', () => {
    expect(headerStories({ lengths, structure: () => table.subarray(0, 30) })).toEqual({});
  });

  it('differ on even pages only if the document says so', () => {
    const setup = (facing: number) => {
      const structure = (at: number) => (at === fib.documentProperties ? Buffer.from([facing]) : undefined);
      const block = firstPage({ word: Buffer.alloc(0), structure }, (story) => [
        { kind: 'paragraph', content: [{ kind: 'text', text: story }] },
      ]);
      return block.kind === 'page_setup'
        ? Object.keys(block.setup.header ?? {}).filter(
            (key) => block.setup.header?.[key as 'even'] !== undefined,
          )
        : [];
    };

    expect([setup(0), setup(1)]).toEqual([['default'], ['default', 'even']]);
  });
});
