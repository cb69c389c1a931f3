import { type TreeBlock, textRun } from '../../document/document-tree.ts';
import {
  childOf,
  descendants,
  elementsOf,
  integerOf,
  textOfElement,
  type XmlElement,
} from '../xml/element.ts';

// Charts with more points visualize a whole sheet, which has the values anyway.
const MAX_POINTS = 1000;
const MAX_SERIES = 64;

const textIn = (element: XmlElement | undefined): string =>
  [...descendants(element, 'a:t')].map(textOfElement).join('').trim();

/** Returns the cached values by index: ECMA-376 part 1, 21.2.2.200. */
function points(element: XmlElement | undefined): Map<number, string> {
  const found = new Map<number, string>();
  for (const point of descendants(element, 'c:pt')) {
    const index = integerOf(point, 'idx');
    if (index !== undefined && index >= 0 && index < MAX_POINTS)
      found.set(index, textOfElement(childOf(point, 'c:v')).trim());
  }
  return found;
}

// Office stores unrounded results: 0.1 + 0.2 is 0.30000000000000004.
const rounded = (value: string): string =>
  /^-?\d*\.\d{10,}(?:E[+-]?\d+)?$/i.test(value) ? String(Number(Number(value).toPrecision(12))) : value;

/** Converts a chart to its title and a table of values: one row per category, one column per series. */
export function chartBlocks(root: XmlElement | undefined): TreeBlock[] {
  const chart = childOf(root, 'c:chart');
  const title = textIn(childOf(chart, 'c:title'));
  const series = [...descendants(childOf(chart, 'c:plotArea'), 'c:ser')]
    .slice(0, MAX_SERIES)
    .map((element) => ({
      name:
        [...points(childOf(element, 'c:tx')).values()].join(' ') ||
        textOfElement(childOf(childOf(element, 'c:tx'), 'c:v')).trim(),
      categories: points(childOf(element, 'c:cat') ?? childOf(element, 'c:xVal')),
      values: points(childOf(element, 'c:val') ?? childOf(element, 'c:yVal')),
    }));
  const axes = [...elementsOf(childOf(chart, 'c:plotArea'))]
    .map((axis) => textIn(childOf(axis, 'c:title')))
    .filter((text) => text !== '');
  const heading: TreeBlock[] = [title, ...axes]
    .filter((text) => text !== '')
    .map((text) => ({ kind: 'paragraph', content: [textRun(text)] }));
  const indexes = [
    ...new Set(series.flatMap(({ categories, values }) => [...categories.keys(), ...values.keys()])),
  ];
  if (indexes.length === 0) return heading;
  const rows = indexes
    .sort((one, other) => one - other)
    .map((index) => [
      series.map(({ categories }) => categories.get(index)).find((name) => name !== undefined) ?? '',
      ...series.map(({ values }) => rounded(values.get(index) ?? '')),
    ]);
  return [
    ...heading,
    { kind: 'table', headerRows: 1, rows: [['', ...series.map(({ name }) => name)], ...rows] },
  ];
}

/** Converts a diagram (SmartArt) to a list of its texts in point order, ECMA-376 part 1, 21.4.3. */
export function diagramBlocks(root: XmlElement | undefined): TreeBlock[] {
  const texts = [...descendants(root, 'dgm:pt')]
    .filter(({ attributes }) => ['node', 'asst', undefined].includes(attributes.type))
    .map((point) => [...descendants(childOf(point, 'dgm:t'), 'a:p')].map(textIn).filter(Boolean).join(' '))
    .filter((text) => text !== '');
  if (texts.length === 0) return [];
  return [
    {
      kind: 'list',
      ordered: false,
      items: texts.map((text) => ({ blocks: [{ kind: 'paragraph', content: [textRun(text)] }] })),
    },
  ];
}
