import { maxOf } from '../../base/arrays.ts';
import type { TreeBlock } from '../../document/document-tree.ts';
import { chartTable, isChartPoint } from '../../shared/sheets/chart-table.ts';
import { type BiffRecord, byte, word } from './biff-records.ts';

// [MS-XLS] 2.3: types of records.
const NUMBER = 0x0203;
const LABEL = 0x0204;
const SERIES = 0x1003;
const SERIES_TEXT = 0x100d;
const TEXT = 0x1025;
const OBJECT_LINK = 0x1027;
const BEGIN = 0x1033;
const END = 0x1034;
const DATA_INDEX = 0x1065;

/** What the title of a chart belongs to: the chart, or its horizontal, vertical or depth axis ([MS-XLS] 2.4.182). */
const CHART = 1;
const titled: readonly number[] = [CHART, 3, 2, 7];
/** What the cached cells of a chart are ([MS-XLS] 2.4.262). */
const VALUES = 1;
const CATEGORIES = 2;

const MAX_TITLES = 100;
const MAX_SERIES = 256;
// Charts of all versions nest less than ten blocks.
const MAX_DEPTH = 64;

/** The chart of a substream, record by record. */
export interface XlsChart {
  readonly add: (record: BiffRecord) => void;
  /** Its titles and its table of values, once all records are added. */
  readonly blocks: () => TreeBlock[];
}

/** A text after its length, of one byte or two, and the flag for its width ([MS-XLS] 2.5.240). */
function textAt(data: Buffer, at: number, lengthBytes: 1 | 2): string {
  const length = lengthBytes === 1 ? byte(data, at) : word(data, at);
  const isWide = (byte(data, at + lengthBytes) & 1) === 1;
  const start = at + lengthBytes + 1;
  return data
    .toString(isWide ? 'utf16le' : 'latin1', start, start + length * (isWide ? 2 : 1))
    .replaceAll(/\s+/g, ' ')
    .trim();
}

/** Starts to read a chart of Excel 97 or later: its titles, the names of its series, and its cached values ([MS-XLS] 2.1.7.20.1). */
export function createXlsChart(): XlsChart {
  const titles: { readonly link: number; readonly text: string }[] = [];
  const names: string[] = [];
  const cells = {
    [VALUES]: new Map<number, Map<number, string>>(),
    [CATEGORIES]: new Map<number, Map<number, string>>(),
  };
  /** The records that the open blocks describe. */
  const open: number[] = [];
  let before = 0;
  let series = -1;
  let text = '';
  let dataIndex = 0;

  function addCell(data: Buffer, value: string): void {
    const [point, column] = [word(data, 0), word(data, 2)];
    const ofKind = dataIndex === VALUES || dataIndex === CATEGORIES ? cells[dataIndex] : undefined;
    if (ofKind === undefined || !isChartPoint(point) || column >= MAX_SERIES) return;
    const ofSeries = ofKind.get(column) ?? new Map<number, string>();
    ofKind.set(column, ofSeries);
    ofSeries.set(point, value);
  }

  const readers: Readonly<Record<number, (data: Buffer) => void>> = {
    [BEGIN]: () => {
      if (open.length < MAX_DEPTH) open.push(before);
    },
    [END]: () => {
      open.pop();
    },
    [SERIES]: () => {
      series += 1;
    },
    [TEXT]: () => {
      text = '';
    },
    [SERIES_TEXT]: (data) => {
      const own = textAt(data, 2, 1);
      if (open.at(-1) === SERIES && series < MAX_SERIES) names[series] ??= own;
      else text = own;
    },
    [OBJECT_LINK]: (data) => {
      const link = word(data, 0);
      if (titled.includes(link) && text !== '' && titles.length < MAX_TITLES) titles.push({ link, text });
      text = '';
    },
    [DATA_INDEX]: (data) => {
      dataIndex = word(data, 0);
    },
    [NUMBER]: (data) => {
      if (data.length >= 14) addCell(data, String(data.readDoubleLE(6)));
    },
    [LABEL]: (data) => addCell(data, textAt(data, 6, 2)),
  };

  return {
    add: ({ type, data }) => {
      readers[type]?.(data);
      before = type;
    },
    blocks: () => {
      const columns = Math.max(names.length, maxOf([...cells[VALUES].keys()], -1) + 1);
      const ofSeries = Array.from({ length: columns }, (_, column) => ({
        name: names[column] ?? '',
        categories: cells[CATEGORIES].get(column) ?? new Map<number, string>(),
        values: cells[VALUES].get(column) ?? new Map<number, string>(),
      }));
      const inOrder = titles.toSorted((one, other) => titled.indexOf(one.link) - titled.indexOf(other.link));
      const ofLink = (isChart: boolean): string[] =>
        inOrder.filter(({ link }) => (link === CHART) === isChart).map(({ text }) => text);
      return chartTable(ofLink(true).join(' '), ofLink(false), ofSeries);
    },
  };
}
