import { type TreeBlock, textRun } from '../../document/document-tree.ts';

/** A series of a chart: its name, and its categories and values as text by the index of their point. */
interface ChartSeries {
  readonly name: string;
  readonly categories: ReadonlyMap<number, string>;
  readonly values: ReadonlyMap<number, string>;
}

// Charts with more points visualize a whole sheet, which has the values anyway.
const MAX_POINTS = 1000;
const MAX_SERIES = 64;

/** Whether a point has an index that a chart's table includes. */
export const isChartPoint = (index: number | undefined): index is number =>
  index !== undefined && index >= 0 && index < MAX_POINTS;

// Office stores unrounded results: 0.1 + 0.2 is 0.30000000000000004.
const rounded = (value: string): string =>
  /^-?\d*\.\d{10,}(?:E[+-]?\d+)?$/i.test(value) ? String(Number(Number(value).toPrecision(12))) : value;

const paragraphsOf = (texts: readonly string[]): TreeBlock[] =>
  texts.filter((text) => text !== '').map((text) => ({ kind: 'paragraph', content: [textRun(text)] }));

/**
 * Converts a chart to a table of values, one row per category, one column per series, whose caption is its title. The titles of its
 * axes follow.
 */
export function chartTable(title: string, axes: readonly string[], all: readonly ChartSeries[]): TreeBlock[] {
  const series = all.slice(0, MAX_SERIES);
  const indexes = [
    ...new Set(series.flatMap(({ categories, values }) => [...categories.keys(), ...values.keys()])),
  ];
  if (indexes.length === 0) return paragraphsOf([title, ...axes]);
  const rows = indexes
    .sort((one, other) => one - other)
    .map((index) => [
      series.map(({ categories }) => categories.get(index)).find((name) => name !== undefined) ?? '',
      ...series.map(({ values }) => rounded(values.get(index) ?? '')),
    ]);
  return [
    {
      kind: 'table',
      header_rows: 1,
      rows: [['', ...series.map(({ name }) => name)], ...rows],
      ...(title === '' ? {} : { caption: title }),
    },
    ...paragraphsOf(axes),
  ];
}
