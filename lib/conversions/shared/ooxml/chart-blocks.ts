import { type TreeBlock, textRun } from '../../document/document-tree.ts';
import { isoDate, serialDate } from '../../workbook/serial-date.ts';
import { chartTable, isChartPoint } from '../sheets/chart-table.ts';
import {
  childOf,
  descendants,
  elementsOf,
  integerOf,
  textOfElement,
  type XmlElement,
} from '../xml/element.ts';
import { isOn } from './on-off.ts';

const textIn = (element: XmlElement | undefined): string =>
  [...descendants(element, 'a:t')].map(textOfElement).join('').trim();

// What is no letter of a number format: quoted and escaped text, conditions, and spaces of a width.
const LITERAL = /"[^"]{0,255}"|\\.|\[[^\]]{0,255}\]|_./g;

/** The value of a point as text: dates, which are stored as numbers, in ISO 8601. */
function shownValue(value: string, format: string, is1904: boolean): string {
  const letters = format.replaceAll(LITERAL, '');
  if (!/[ymdh]/i.test(letters) || /[0#?]/.test(letters)) return value;
  const date = value === '' ? undefined : serialDate(Number(value), is1904);
  return date === undefined ? value : isoDate(date, /h/i.test(letters));
}

/** Returns the cached values by index: ECMA-376 part 1, 21.2.2.200. */
function points(element: XmlElement | undefined, is1904: boolean): Map<number, string> {
  const found = new Map<number, string>();
  const [code] = descendants(element, 'c:formatCode');
  const usual = code === undefined ? '' : textOfElement(code);
  for (const point of descendants(element, 'c:pt')) {
    const index = integerOf(point, 'idx');
    if (!isChartPoint(index)) continue;
    const value = textOfElement(childOf(point, 'c:v')).trim();
    found.set(index, shownValue(value, point.attributes.formatCode ?? usual, is1904));
  }
  return found;
}

/** Converts a chart to a table of values with its title as the caption: one row per category, one column per series. */
export function chartBlocks(root: XmlElement | undefined): TreeBlock[] {
  const chart = childOf(root, 'c:chart');
  const title = textIn(childOf(chart, 'c:title'));
  const date1904 = childOf(root, 'c:date1904');
  const is1904 = date1904 !== undefined && isOn(date1904.attributes.val);
  const pointsOf = (element: XmlElement | undefined): Map<number, string> => points(element, is1904);
  const series = [...descendants(childOf(chart, 'c:plotArea'), 'c:ser')].map((element) => ({
    name:
      [...pointsOf(childOf(element, 'c:tx')).values()].join(' ') ||
      textOfElement(childOf(childOf(element, 'c:tx'), 'c:v')).trim(),
    categories: pointsOf(childOf(element, 'c:cat') ?? childOf(element, 'c:xVal')),
    values: pointsOf(childOf(element, 'c:val') ?? childOf(element, 'c:yVal')),
  }));
  const axes = [...elementsOf(childOf(chart, 'c:plotArea'))].map((axis) => textIn(childOf(axis, 'c:title')));
  return chartTable(title, axes, series);
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
