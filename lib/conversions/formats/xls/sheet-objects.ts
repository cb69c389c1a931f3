import { createDocumentBudget, type DocumentBudget } from '../../document/document-limits.ts';
import type { Comment, SheetPlace } from '../../document/document-model.ts';
import { type TreeBlock, textRun } from '../../document/document-tree.ts';
import { createFurnitureList } from '../../document/furniture-list.ts';
import { spendBlocks } from '../../document/measure-blocks.ts';
import { withPlaces } from '../../document/with-places.ts';
import { noteText } from '../../shared/sheets/note-text.ts';
import { printedText } from '../../shared/sheets/printed-text.ts';
import { rangeName, rangeOfCell } from '../../workbook/cell-names.ts';
import type { Sheet } from '../../workbook/workbook.ts';
import { type BiffRecord, BOF, byte, isBiff8, long, substream, word } from './biff-records.ts';
import { createXlsChart, type XlsChart } from './chart-blocks.ts';
import { createClientAnchors } from './client-anchors.ts';

// [MS-XLS] 2.3: types of records.
const BOUND_SHEET = 0x0085;
const CONTINUE = 0x003c;
const HEADER = 0x0014;
const FOOTER = 0x0015;
const NOTE = 0x001c;
const OBJECT = 0x005d;
const DRAWING = 0x00ec;
const TEXT_OBJECT = 0x01b6;
/** [MS-XLS] 2.4.21: the type of a substream that is a chart. */
const CHART = 0x0020;
// Workbooks have hundreds at most.
const MAX_CHARTS = 10_000;

// A damaged file may list a sheet many times.
const MAX_READ = 4;
// Offset of the number of characters in a text object, [MS-XLS] 2.4.329.
const TEXT_LENGTH = 10;
/** [MS-XLS] 2.5.143: the type of an object that is the box of a comment. */
const NOTE_OBJECT = 0x19;

/** What a sheet has besides its cells. */
export type SheetObjects = Pick<Sheet, 'drawn' | 'comments' | 'furniture'>;

/** Decodes characters of one byte or of two, as the lowest bit of the flags before them says ([MS-XLS] 2.5.293). */
function characters(data: Buffer, flagsAt: number, length: number): string {
  const isWide = (byte(data, flagsAt) & 1) === 1;
  const end = flagsAt + 1 + length * (isWide ? 2 : 1);
  return data.toString(isWide ? 'utf16le' : 'latin1', flagsAt + 1, end);
}

/** A string after its length of two bytes ([MS-XLS] 2.5.294); empty past the end of the record. */
const stringAt = (data: Buffer, at: number): string => characters(data, at + 2, word(data, at));

/** The name of a sheet, after a length of one byte ([MS-XLS] 2.4.28). */
const sheetName = (data: Buffer): string => characters(data, 7, byte(data, 6));

/** The text of a text object: its characters are in the records that continue it, each with its own width. */
function continuedText(parts: readonly Buffer[], length: number): string {
  let text = '';
  for (const part of parts) {
    if (text.length >= length) break;
    text += characters(part, 0, length - text.length);
  }
  return text.replaceAll(/\r\n?/g, '\n').trim();
}

const placesOf = (sheet: string, cells: string | undefined): readonly SheetPlace[] =>
  cells === undefined ? [] : [{ sheet, cells }];

const placed = (blocks: readonly TreeBlock[], places: readonly SheetPlace[]): TreeBlock[] =>
  places.length === 0 ? [...blocks] : withPlaces(blocks, places);

const paragraphs = (text: string): TreeBlock[] =>
  text
    .split('\n')
    .map((line) => line.trim())
    .filter((line) => line !== '')
    .map((line) => ({ kind: 'paragraph', content: [textRun(line)] }));

function readObjects(records: Iterable<BiffRecord>, sheet: string, budget: DocumentBudget): SheetObjects {
  const texts = new Map<number, string>();
  const notes: { readonly object: number; readonly comment: Comment }[] = [];
  const boxes = new Map<number, readonly SheetPlace[]>();
  const anchors = createClientAnchors();
  const furniture = createFurnitureList();
  let object = 0;
  let open: { readonly length: number; readonly parts: Buffer[] } | undefined;
  const endText = (): void => {
    if (open === undefined) return;
    const text = continuedText(open.parts, open.length);
    budget.spend('characters', text.length);
    texts.set(object, text);
    open = undefined;
  };
  const charts: { readonly chart: XlsChart; readonly places: readonly SheetPlace[] }[] = [];
  let isChartSheet = false;
  let continued = 0;
  for (const record of records) {
    const { type, data, isEmbedded } = record;
    if (type === BOF) {
      if (word(data, 2) === CHART && charts.length < MAX_CHARTS)
        charts.push({ chart: createXlsChart(), places: placesOf(sheet, anchors.cells()) });
      isChartSheet ||= !isEmbedded && word(data, 2) === CHART;
    }
    if (isEmbedded || isChartSheet) charts.at(-1)?.chart.add(record);
    if (isEmbedded) continue;
    if (type === CONTINUE) {
      if (continued === DRAWING) anchors.add(data);
      open?.parts.push(data);
      continue;
    }
    continued = type;
    endText();
    if (type === DRAWING) anchors.add(data);
    if (type === OBJECT) {
      object = word(data, 6);
      if (word(data, 4) !== NOTE_OBJECT) boxes.set(object, placesOf(sheet, anchors.cells()));
    } else if (type === TEXT_OBJECT) open = { length: word(data, TEXT_LENGTH), parts: [] };
    else if (type === NOTE) {
      const [row, column] = [word(data, 0), word(data, 2)];
      const cells = rangeName(rangeOfCell(row, column));
      const author = stringAt(data, 8).trim() || null;
      notes.push({
        object: word(data, 6),
        comment: { author, created: null, text: '', place: { sheet, cells } },
      });
    } else if (type === HEADER || type === FOOTER) {
      furniture.add(type === HEADER ? 'header' : 'footer', printedText(stringAt(data, 0), sheet));
    }
  }
  endText();
  const comments = notes.flatMap(({ object: id, comment }): Comment[] => {
    const text = noteText(comment.author, texts.get(id) ?? '');
    return text === '' ? [] : [{ ...comment, text }];
  });
  const around = furniture.list();
  const charted = charts.flatMap(({ chart, places }) => placed(chart.blocks(), places));
  spendBlocks(charted, budget);
  const boxed = [...boxes].flatMap(([id, places]) => placed(paragraphs(texts.get(id) ?? ''), places));
  const drawn = [...boxed, ...charted];
  return {
    ...(drawn.length === 0 ? {} : { drawn }),
    ...(comments.length === 0 ? {} : { comments }),
    ...(around.length === 0 ? {} : { furniture: around }),
  };
}

/**
 * Reads the text boxes, charts, comments, headers and footers of a workbook of Excel 97 or later by the index of the sheet; none of an
 * older one. Throws ConversionError `too_complex` for too much text.
 */
export function readSheetObjects(stream: Buffer): SheetObjects[] {
  if (!isBiff8(stream)) return [];
  const budget = createDocumentBudget();
  const bytes = { bytes: MAX_READ * stream.length };
  return [...substream(stream, 0, { bytes: stream.length })]
    .filter(({ type }) => type === BOUND_SHEET)
    .map(({ data }) => readObjects(substream(stream, long(data, 0), bytes, true), sheetName(data), budget));
}
