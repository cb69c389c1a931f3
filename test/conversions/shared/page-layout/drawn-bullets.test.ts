import { expect, it } from 'vitest';
import { convert } from '../../../../lib/conversions/index.ts';
import type { Drawing } from '../../../../lib/conversions/shared/page-layout/drawing.ts';
import { withDrawnBullets } from '../../../../lib/conversions/shared/page-layout/drawn-bullets.ts';
import type { SourcePage, TextRun } from '../../../../lib/conversions/shared/page-layout/text-run.ts';

const run = (text: string, x: number, y: number): TextRun => ({
  text,
  x,
  y,
  width: text.length * 5,
  height: 10,
  size: 10,
});
const disc = (x: number, y: number, side = 4): Drawing => ({
  x,
  y: y + 5 - side / 2,
  width: side,
  height: side,
  isCurved: true,
  isFilled: true,
  isStroked: false,
  isInvisible: false,
  lines: [],
});
const page = (runs: readonly TextRun[], more: Partial<SourcePage> = {}): SourcePage => ({
  number: 1,
  width: 400,
  height: 400,
  runs,
  aside: [],
  tables: [],
  images: [],
  ...more,
});
const texts = (source: SourcePage, shapes: readonly Drawing[]): string[] =>
  withDrawnBullets(source, shapes).runs.map(({ text, x }) => `${text} ${x}`);

const items = [run('one', 40, 0), run('two', 40, 20)];

it('adds bullets in front of their lines: discs, circles and squares', () => {
  const nested = [...items, run('inner', 60, 40), run('square', 80, 60)];
  const shapes = [
    disc(30, 0),
    disc(30, 20),
    { ...disc(50, 40), isFilled: false },
    { ...disc(70, 60), isCurved: false },
  ];

  expect(texts(page(nested), shapes)).toEqual([
    'one 40',
    'two 40',
    'inner 60',
    'square 80',
    '• 30',
    '• 30',
    '◦ 50',
    '▪ 70',
  ]);
});

it.each([
  ['one alone', [disc(30, 0)]],
  [
    'shapes too large, too small or not square',
    [disc(30, 0, 6.6), disc(30, 20, 1.9), { ...disc(30, 0), width: 6 }],
  ],
  ['shapes far from the text or between two lines', [disc(10, 0), disc(30, 10), disc(30, 30)]],
  ['the dots of a drawing', Array.from({ length: 301 }, () => disc(30, 0))],
])('adds none for %s', (_title, shapes) => {
  expect(texts(page(items), shapes)).toEqual(['one 40', 'two 40']);
});

it('adds none to lines with text on both sides, with a bullet of their own, or in figures', () => {
  const shapes = [disc(30, 0), disc(30, 20)];

  const between = page([...items, run('name', 5, 0), run('name', 5, 20)]);
  expect(texts(between, shapes)).toHaveLength(4);
  expect(texts(page([run('• one', 40, 0), run('– two', 40, 20)]), shapes)).toHaveLength(2);
  expect(
    texts(page(items, { figures: [{ x: 0, y: 0, width: 100, height: 100, turned: [] }] }), shapes),
  ).toHaveLength(2);
});

it('reads the lists that a browser prints', async () => {
  const html = '<p>Before</p><ul><li>one<ul><li>inner<li>another</ul><li>two <b>words</b></ul><p>After</p>';
  const pdf = await convert(Buffer.from(html), { from: 'html', to: 'pdf' });

  const { bytes } = await convert(pdf.bytes, { to: 'markdown' });

  expect(Buffer.from(bytes).toString()).toBe(
    'Before\n\n- one\n  - inner\n  - another\n- two **words**\n\nAfter\n',
  );
});
