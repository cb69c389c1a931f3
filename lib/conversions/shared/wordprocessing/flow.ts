import { trimLineEnds } from '../../base/trim-text.ts';
import { createPendingAnchors, type PendingAnchors } from '../../document/anchors.ts';
import { endCode, type FlatBlock } from '../../document/assemble-blocks.ts';
import { type Inline, inlineText, type TreeBlock } from '../../document/document-tree.ts';
import { trimLine, withoutCommon } from '../../document/trim-line.ts';
import type { RtfLists } from './numbering.ts';
import { type CellDefinition, type RtfRow, rtfTable } from './table.ts';
import { readTypedNumber, type TypedNumber } from './typed-labels.ts';

/** Paragraph properties. */
export interface ParagraphProperties {
  readonly style: number;
  readonly outlineLevel: number | undefined;
  readonly list: number | undefined;
  readonly listLevel: number;
  /** Markers of older writers, which precede the text without a list. */
  readonly mark: 'bullet' | 'number' | undefined;
  readonly align: 'center' | 'right' | 'justify' | undefined;
  readonly indent: number;
  /** Whether it starts a page. Has no effect in tables. */
  readonly breaksBefore: boolean;
  /** Table nesting depth: 0 outside tables. */
  readonly tableLevel: number;
}

/** Properties of a paragraph style. */
export interface RtfStyle {
  readonly headingLevel: number | undefined;
  readonly isQuote: boolean;
  readonly isCode: boolean;
}

interface OpenTable {
  readonly rows: RtfRow[];
  cells: FlatBlock[][];
  current: FlatBlock[];
}

/** A text being read: the body, a note or a text box. */
export interface Flow {
  readonly line: Inline[];
  /** Identifies the current paragraph. */
  readonly paragraph: () => object;
  readonly boxes: FlatBlock[];
  readonly anchors: PendingAnchors;
  readonly endParagraph: (properties: ParagraphProperties) => void;
  readonly endCell: (properties: ParagraphProperties, level: number) => void;
  readonly endRow: (level: number, row: RowDefinition) => void;
  /** Notes that changed text was left out. A row without other text is left out with it. */
  readonly leaveOut: () => void;
  readonly breakPage: (properties: ParagraphProperties) => void;
  readonly finish: (properties: ParagraphProperties) => FlatBlock[];
}

/** Row properties, known at the end of the row. */
interface RowDefinition {
  readonly definitions: readonly CellDefinition[];
  readonly left: number;
  readonly isHeader: boolean;
}

// Deeper than any real layout; the cells of deeper tables are read as text.
const MAX_TABLE_DEPTH = 6;
const MARK = /^([•◦▪‣●○■·\u2013-]|\(?(?:\d{1,3}|[A-Za-z]|[ivxl]{2,7}|[IVXL]{2,7})[.)])[ ]*\t[ \t]*/;
// Word's indentation per list level, in twips.
const LEVEL_TWIPS = 360;

/** Styles and lists for reading paragraphs. */
export interface FlowContext {
  readonly styles: ReadonlyMap<number, RtfStyle>;
  readonly lists: RtfLists;
}

const pageBreak: FlatBlock = { kind: 'block', block: { kind: 'page_break' } };

const paragraphOf = (content: readonly Inline[], { align }: ParagraphProperties): TreeBlock => ({
  kind: 'paragraph',
  content,
  align,
});

/** The numbers in letters that were typed last, by the level of their lists. */
type TypedNumbers = Map<number, TypedNumber>;

/** Returns a list item whose marker is part of its text, as some writers produce it. */
function markedItem(
  content: readonly Inline[],
  properties: ParagraphProperties,
  typed: TypedNumbers,
): FlatBlock | undefined {
  const [first, ...rest] = content;
  if (first?.kind !== 'text') return undefined;
  const found = MARK.exec(first.text);
  const mark = found?.[1] ?? (properties.mark === undefined ? undefined : '');
  if (mark === undefined) return undefined;
  const level = Math.min(8, Math.max(0, Math.floor(properties.indent / LEVEL_TWIPS) - 1));
  const letters = mark.replaceAll(/[^A-Za-z]/g, '');
  const own = letters === '' ? undefined : readTypedNumber(letters, typed.get(level));
  // Without an indent, letters are those of a heading.
  if (letters !== '' && (own === undefined || properties.indent <= 0)) return undefined;
  if (own !== undefined) typed.set(level, own);
  const text = first.text.slice(found?.[0].length ?? 0);
  const number = own?.number ?? Number.parseInt(mark.replace('(', ''), 10);
  const isNumber = Number.isFinite(number);
  return {
    kind: 'item',
    list: 'marked',
    level,
    ordered: isNumber || properties.mark === 'number',
    number: isNumber ? number : 1,
    ...(isNumber ? { label: mark } : {}),
    indent: properties.indent,
    blocks: [paragraphOf([{ ...first, text }, ...rest], properties)],
  };
}

/** Converts a paragraph to flat blocks. */
function flatBlocks(
  line: readonly Inline[],
  properties: ParagraphProperties,
  { styles, lists }: FlowContext,
  typed: TypedNumbers,
): FlatBlock[] {
  const style = styles.get(properties.style);
  if (style?.isCode === true) return [{ kind: 'code', text: trimLineEnds(inlineText(line)) }];
  const content = trimLine(line);
  const place = properties.list === undefined ? undefined : lists.next(properties.list, properties.listLevel);
  if (content.length === 0) {
    // Word numbers empty paragraphs, as in columns of numbers.
    const isItem = place?.ordered === true && style?.headingLevel === undefined;
    return isItem ? [{ kind: 'item', ...place, indent: properties.indent, blocks: [] }] : [];
  }
  const outline = properties.outlineLevel;
  const level = style?.headingLevel ?? (outline === undefined || outline > 8 ? undefined : outline + 1);
  if (level !== undefined) {
    const plain = withoutCommon(content, 'bold', 'italic', 'underline', 'code');
    return [{ kind: 'block', block: { kind: 'heading', level, label: place?.label, content: plain } }];
  }
  if (place !== undefined) {
    const blocks = [paragraphOf(withoutCommon(content, 'code'), properties)];
    return [{ kind: 'item', ...place, indent: properties.indent, blocks }];
  }
  const marked = markedItem(content, properties, typed);
  if (marked !== undefined) return [marked];
  if (style?.isQuote === true)
    return [{ kind: 'quote', block: paragraphOf(withoutCommon(content, 'italic'), properties) }];
  const isCode = content.every(
    (inline) => inline.kind === 'line_break' || (inline.kind === 'text' && inline.code === true),
  );
  if (isCode)
    return [
      {
        kind: 'mono',
        text: inlineText(line).trimEnd(),
        block: paragraphOf(withoutCommon(content, 'code'), properties),
      },
    ];
  return [{ kind: 'block', block: paragraphOf(content, properties), indent: properties.indent }];
}

/** Creates an empty text. */
export function createFlow(context: FlowContext): Flow {
  const out: FlatBlock[] = [];
  const tables: OpenTable[] = [];
  const line: Inline[] = [];
  const boxes: FlatBlock[] = [];
  const anchors = createPendingAnchors();
  const typed: TypedNumbers = new Map();
  let paragraph = {};
  let hasLeftOut = false;

  const placeOf = (level: number): FlatBlock[] => tables[level - 1]?.current ?? out;

  function closeTables(level: number): void {
    while (tables.length > level) {
      const table = tables.pop();
      if (table === undefined) return;
      const rest = [...table.cells, ...(table.current.length > 0 ? [table.current] : [])];
      if (rest.length > 0) table.rows.push({ cells: rest, definitions: [], left: 0, isHeader: false });
      for (const block of rtfTable(table.rows)) placeOf(tables.length).push(block);
    }
  }

  function openTables(level: number): void {
    closeTables(level);
    while (tables.length < level) tables.push({ rows: [], cells: [], current: [] });
  }

  function endParagraph(properties: ParagraphProperties): void {
    const level = Math.min(MAX_TABLE_DEPTH, properties.tableLevel);
    const blocks = anchors.putOn(flatBlocks(line, properties, context, typed));
    line.length = 0;
    paragraph = {};
    const anchored = boxes.splice(0);
    openTables(level);
    if (properties.breaksBefore && level === 0 && out.length > 0) out.push(pageBreak);
    const place = placeOf(level);
    if (blocks.length === 0 && anchored.length === 0) endCode(place);
    for (const block of [...blocks, ...anchored]) place.push(block);
  }

  return {
    line,
    paragraph: () => paragraph,
    boxes,
    anchors,
    endParagraph,
    endCell: (properties, level) => {
      if (level > MAX_TABLE_DEPTH) {
        endParagraph(properties);
        return;
      }
      endParagraph({ ...properties, tableLevel: level });
      const table = tables[level - 1];
      table?.cells.push(table.current);
      if (table !== undefined) table.current = [];
    },
    endRow: (level, row) => {
      if (level > MAX_TABLE_DEPTH) return;
      openTables(level);
      const table = tables[level - 1];
      if (table === undefined || table.cells.length === 0) return;
      const isEmptied = hasLeftOut && table.cells.every((cell) => cell.length === 0);
      if (!isEmptied) table.rows.push({ ...row, cells: table.cells });
      table.cells = [];
      hasLeftOut = false;
    },
    leaveOut: () => {
      hasLeftOut = true;
    },
    breakPage: (properties) => {
      if (line.length > 0) endParagraph(properties);
      if (properties.tableLevel === 0) closeTables(0);
      if (tables.length === 0) out.push(pageBreak);
    },
    finish: (properties) => {
      if (line.length > 0 || boxes.length > 0) endParagraph(properties);
      closeTables(0);
      return out;
    },
  };
}
