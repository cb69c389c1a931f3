import { describe, expect, it } from 'vitest';
import { inlineText } from '../../../../lib/conversions/document/document-tree.ts';
import type { Drawing } from '../../../../lib/conversions/shared/page-layout/drawing.ts';
import { formulasOfPage } from '../../../../lib/conversions/shared/page-layout/formulas.ts';
import { treeOfPages } from '../../../../lib/conversions/shared/page-layout/layout-tree.ts';
import { body, full, type Line, page } from './lines-of-page.ts';

const bar = (x: number, y: number, width: number): Drawing => ({
  x,
  y,
  width,
  height: 0.5,
  isStroked: true,
  isFilled: false,
  isInvisible: false,
  isCurved: false,
  lines: [x, y, x + width, y],
});

const around = body(50, 100, 2);
const after = body(50, 170, 2);
const fraction: Line[] = [
  [200, 130, 'v = '],
  [225, 123, 's'],
  [225, 137, 't'],
  [355, 130, '(4)'],
];
const limits: Line[] = [
  [200, 130, 'S = '],
  [222, 121, 'n', { size: 6 }],
  [221, 129, 'Σ', { size: 12 }],
  [221, 142, 'i=0', { size: 6 }],
  [235, 130, 'x'],
];

const textsIn = (lines: readonly Line[], shapes: readonly Drawing[] = [], more = {}): string[] => {
  const source = page([...around, ...lines, ...after], more);
  const figures = formulasOfPage(source, shapes, []).map((box) => ({
    ...box,
    turned: [],
    image: 0,
    isFormula: true as const,
  }));
  return treeOfPages([{ ...source, figures }]).blocks.flatMap((block) =>
    block.kind === 'paragraph'
      ? block.content.some(({ kind }) => kind === 'image')
        ? [`image ${inlineText(block.content)}`]
        : [inlineText(block.content)]
      : [],
  );
};

const prose = `${full} ${full}`;

describe('a displayed formula', () => {
  it.each<[string, Line[], Drawing[]]>([
    ['a fraction', fraction, [bar(223, 134.5, 10)]],
    ['limits', limits, []],
    ['a fraction and no relation', [[200, 130, 'lim '], ...fraction.slice(1)], [bar(224, 134.5, 6)]],
    [
      'an operator with limits and no relation',
      limits.slice(1).map(([x, y, text, more]): Line => [x, y, text === 'Σ' ? '∑' : text, more ?? {}]),
      [],
    ],
  ])('is one image with its text if it has %s', (_, lines, shapes) => {
    const [before, formula = '', ...rest] = textsIn(lines, shapes);

    expect([before, ...rest]).toEqual([prose, prose]);
    const letters = (text: string): string[] => [...text.replaceAll(/\s/g, '')].toSorted();
    expect(letters(formula.replace('image', ''))).toEqual(letters(lines.map(([, , text]) => text).join('')));
    expect(formula).toMatch(/^image /);
  });

  it.each<[string, Line[], Drawing[], string]>([
    [
      'that one line shows',
      [
        [200, 130, 'E = mc'],
        [230, 128, '2', { size: 6 }],
        [355, 130, '(1)'],
      ],
      [],
      'E = mc2 (1)',
    ],
    [
      'in unknown characters',
      [[200, 130, 'v\u0003 = '], ...fraction.slice(1, 3)],
      [bar(223, 134.5, 10)],
      'v',
    ],
  ])('is text %s', (_, lines, shapes, text) => {
    const [before, formula, ...rest] = textsIn(lines, shapes);

    expect(before).toBe(prose);
    expect(formula).toContain(text);
    expect(rest.at(-1)).toBe(prose);
  });

  it('is no label with a value above another', () => {
    const lines: Line[] = [
      [200, 124, 'Width = 3'],
      [200, 136, 'Height = 4'],
    ];
    expect(formulasOfPage(page([...around, ...lines, ...after]), [], [])).toEqual([]);
  });

  it('is not in a table, a figure, or between the words of a sentence', () => {
    const shapes = [bar(223, 134.5, 10)];
    const box = { x: 190, y: 110, width: 330, height: 50 };
    const source = page([...around, ...fraction, ...after]);
    const table = { bbox: box, rows: [], headerRows: 0 };
    const words: Line = [50, 130, 'words of a sentence before it that go on'];

    expect(formulasOfPage(source, shapes, [])).toHaveLength(1);
    expect(formulasOfPage({ ...source, tables: [table] }, shapes, [])).toEqual([]);
    expect(formulasOfPage(source, shapes, [box])).toEqual([]);
    expect(
      formulasOfPage(
        page([words, [252, 130, 'v = '], [275, 123, 's'], [275, 137, 't']]),
        [bar(273, 134.5, 10)],
        [],
      ),
    ).toEqual([]);
  });

  it('does not take long on a page of relations', () => {
    const lines = Array.from(
      { length: 6000 },
      (_, at): Line => [(at % 60) * 10, Math.floor(at / 60) * 8, '=', { size: 5 }],
    );
    expect(formulasOfPage(page(lines), [], []).length).toBeLessThanOrEqual(30);
  });
});
