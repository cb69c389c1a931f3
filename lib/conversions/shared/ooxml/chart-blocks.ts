import { type TreeBlock, textRun } from '../../document/document-tree.ts';
import { chartTable, isChartPoint } from '../sheets/chart-table.ts';
import {
  childOf,
  descendants,
  elementsOf,
  integerOf,
  textOfElement,
  type XmlElement,
} from '../xml/element.ts';

const textIn = (element: XmlElement | undefined): string =>
  [...descendants(element, 'a:t')].map(textOfElement).join('').trim();

/** Returns the cached values by index: ECMA-376 part 1, 21.2.2.200. */
function points(element: XmlElement | undefined): Map<number, string> {
  const found = new Map<number, string>();
  for (const point of descendants(element, 'c:pt')) {
    const index = integerOf(point, 'idx');
    if (isChartPoint(index)) found.set(index, textOfElement(childOf(point, 'c:v')).trim());
  }
  return found;
}

/** Converts a chart to its title and a table of values: one row per category, one column per series. */
export function chartBlocks(root: XmlElement | undefined): TreeBlock[] {
  const chart = childOf(root, 'c:chart');
  const title = textIn(childOf(chart, 'c:title'));
  const series = [...descendants(childOf(chart, 'c:plotArea'), 'c:ser')].map((element) => ({
    name:
      [...points(childOf(element, 'c:tx')).values()].join(' ') ||
      textOfElement(childOf(childOf(element, 'c:tx'), 'c:v')).trim(),
    categories: points(childOf(element, 'c:cat') ?? childOf(element, 'c:xVal')),
    values: points(childOf(element, 'c:val') ?? childOf(element, 'c:yVal')),
  }));
  const axes = [...elementsOf(childOf(chart, 'c:plotArea'))].map((axis) => textIn(childOf(axis, 'c:title')));
  return chartTable([title, ...axes], series);
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
