import { nameTable } from '../../../base/name-table.ts';
import { oneLine } from '../../../document/clean-text.ts';
import type { TreeBlock, TreeCell } from '../../../document/document-tree.ts';
import { labelPattern, withLabelsAsText } from '../../../document/list-labels.ts';
import type { ParagraphLook, TableLook } from '../../../document/look.ts';
import { cellText } from '../../../document/plain-text.ts';
import { type GridSlot, tableGrid } from '../../../document/table-grid.ts';
import { escapeMarkup } from '../../../shared/markup/escape-markup.ts';
import { columnWidths } from '../../../shared/wordprocessing/column-widths.ts';
import { LIST_INDENT, LIST_LEVELS, QUOTE_LEVELS } from './styles.ts';
import {
  borderTags,
  type DocxWriting,
  isRightToLeftLine,
  runText,
  shading,
  writeRuns,
} from './write-runs.ts';

/** The position of a block. Lengths in twentieths of a point. */
interface Place {
  readonly indent: number;
  readonly width: number;
  readonly listLevel: number;
  readonly quotes: number;
  readonly tables: number;
  readonly depth: number;
  /** Style of paragraphs that have none. */
  readonly style?: string | undefined;
  readonly align?: 'left' | 'center' | 'right' | undefined;
  readonly isHead?: boolean | undefined;
}

// Points between text and the borders of its paragraph.
const BORDER_SPACE = 3;

interface ParagraphProperties {
  readonly style?: string | undefined;
  /** List number and level. */
  readonly list?: { readonly number: number; readonly level: number } | undefined;
  readonly align?: string | undefined;
  readonly isRightToLeft?: boolean;
  readonly look?: ParagraphLook | undefined;
}

const alignments: Readonly<Record<string, string>> = nameTable({
  center: 'center',
  right: 'right',
  justify: 'both',
});

/** The properties of a paragraph in the schema's order (ECMA-376 17.3.1). */
function paragraphTag(properties: ParagraphProperties, place: Place, writing: DocxWriting): string {
  const { style, list, align, isRightToLeft, look } = properties;
  const breaks = writing.isPageBreakDue && place.tables === 0;
  if (breaks) writing.isPageBreakDue = false;
  const around = place.indent + (list === undefined ? Math.round((look?.left ?? 0) * 20) : 0);
  const isIndented = list === undefined && around > 0;
  const left = around + (style?.startsWith('Quote') ? place.quotes * LIST_INDENT : 0);
  const inside = [
    style === undefined ? '' : `<w:pStyle w:val="${style}"/>`,
    breaks ? '<w:pageBreakBefore/>' : '',
    list === undefined
      ? ''
      : `<w:numPr><w:ilvl w:val="${list.level}"/><w:numId w:val="${list.number}"/></w:numPr>`,
    look?.borders === undefined ? '' : `<w:pBdr>${borderTags(look.borders, BORDER_SPACE)}</w:pBdr>`,
    shading(look?.background),
    isRightToLeft === true ? '<w:bidi/>' : '',
    isIndented ? `<w:ind w:left="${left}"/>` : '',
    align === undefined || alignments[align] === undefined ? '' : `<w:jc w:val="${alignments[align]}"/>`,
  ].join('');
  return inside === '' ? '<w:p>' : `<w:p><w:pPr>${inside}</w:pPr>`;
}

function paragraph(
  inside: string,
  properties: ParagraphProperties,
  place: Place,
  writing: DocxWriting,
): void {
  writing.out.push(paragraphTag(properties, place, writing), inside, '</w:p>');
}

function writeList(list: Extract<TreeBlock, { kind: 'list' }>, place: Place, writing: DocxWriting): void {
  const pattern = list.ordered ? labelPattern(list) : undefined;
  const block = list.ordered && pattern === undefined ? withLabelsAsText(list) : list;
  const level = Math.min(place.listLevel, LIST_LEVELS - 1);
  // Readers join lists with the same bullets across a paragraph, so two in a row have different ones.
  if (place.listLevel === 0) writing.bullets = writing.bullets === 1 ? 2 : 1;
  let number: number = writing.bullets;
  if (pattern !== undefined) {
    writing.lists.push({
      level,
      pattern,
      tables: place.tables,
      start: Math.min(32_767, Math.max(0, Math.floor(block.start ?? 1))),
    });
    number = writing.lists.length + 2;
  }
  const inside = {
    ...place,
    indent: LIST_INDENT * (level + 1),
    listLevel: place.listLevel + 1,
    depth: place.depth + 1,
  };
  for (const { blocks, checked } of block.items) {
    const [first, ...others] = blocks;
    const box = checked === undefined ? '' : `<w:r>${runText(checked ? '\u2611 ' : '\u2610 ')}</w:r>`;
    const isLine = first?.kind === 'paragraph';
    if (isLine) writeAnchor(first, writing);
    const content = isLine ? writeRuns(first, writing) : '';
    const isRightToLeft = isLine && isRightToLeftLine(first.content);
    paragraph(
      `${box}${content}`,
      {
        style: place.style ?? 'ListParagraph',
        list: { number, level },
        isRightToLeft,
        ...(isLine ? { align: first.align, look: first.look } : {}),
      },
      place,
      writing,
    );
    writeBlocks(isLine ? others : blocks, inside, writing);
  }
}

/** Content of a cell. Word requires a paragraph at its end. */
function writeCell(cell: TreeCell, place: Place, writing: DocxWriting): void {
  const blocks: readonly TreeBlock[] =
    typeof cell === 'string' ? [{ kind: 'paragraph', content: [{ kind: 'text', text: cell }] }] : cell.blocks;
  const before = writing.out.length;
  writeBlocks(blocks, place, writing);
  const last = blocks.at(-1);
  if (writing.out.length === before || last?.kind === 'table') writing.out.push('<w:p/>');
}

type Table = Extract<TreeBlock, { kind: 'table' }>;

// Word's limit.
const MAX_COLUMNS = 63;
// Layout time of nested tables is superlinear in most programs.
const MAX_TABLES = 5;
const CELL_MARGINS = 216;
// Twentieths of a point.
const TWIPS = 20;

function writeRow(
  line: readonly (GridSlot | undefined)[],
  row: number,
  widths: readonly number[],
  { header_rows: headerRows, look }: Pick<Table, 'header_rows' | 'look'>,
  place: Place,
  writing: DocxWriting,
): void {
  const isHead = row < headerRows;
  writing.out.push(
    '<w:tr>',
    look?.isLayout === true ? '' : `<w:trPr><w:cantSplit/>${isHead ? '<w:tblHeader/>' : ''}</w:trPr>`,
  );
  for (let column = 0; column < line.length; ) {
    const slot = line[column];
    // The cell that spans down from above can cover less of this row than its span.
    let end = column + 1;
    while (slot !== undefined && end < line.length && line[end] === slot) end += 1;
    const width = widths.slice(column, end).reduce((sum, each) => sum + each, 0);
    const isFirst = slot?.row === row;
    const merge =
      slot === undefined || slot.rowSpan === 1 ? '' : `<w:vMerge${isFirst ? ' w:val="restart"' : ''}/>`;
    const span = end - column > 1 ? `<w:gridSpan w:val="${end - column}"/>` : '';
    const own = slot === undefined || typeof slot.cell === 'string' ? undefined : slot.cell.look;
    const shade = shading(own?.background ?? (isHead && look === undefined ? '#f2f2f2' : undefined));
    const sides = borderTags(own?.borders);
    const borders = sides === '' ? '' : `<w:tcBorders>${sides}</w:tcBorders>`;
    writing.out.push(
      `<w:tc><w:tcPr><w:tcW w:w="${width}" w:type="dxa"/>${span}${merge}${borders}${shade}</w:tcPr>`,
    );
    if (slot === undefined || !isFirst) writing.out.push('<w:p/>');
    else {
      const align = typeof slot.cell === 'string' ? undefined : slot.cell.align;
      const inner = { indent: 0, quotes: 0, listLevel: 0, tables: place.tables + 1, depth: place.depth + 1 };
      writeCell(slot.cell, { ...inner, width: Math.max(400, width - CELL_MARGINS), align, isHead }, writing);
    }
    writing.out.push('</w:tc>');
    column = end;
  }
  writing.out.push('</w:tr>');
}

/** The borders of a table, in place of the grid of its style. */
const tableBorders = (look: TableLook | undefined): string =>
  look === undefined
    ? ''
    : `<w:tblBorders>${borderTags(look.borders, 0, 'nil')}<w:insideH w:val="nil"/><w:insideV w:val="nil"/></w:tblBorders>`;

function writeTable(block: Table, place: Place, writing: DocxWriting): void {
  const { caption } = block;
  if (caption !== undefined) {
    paragraph(`<w:r>${runText(caption)}</w:r>`, { style: 'Caption' }, place, writing);
  }
  const grid = tableGrid(block.rows);
  const columns = grid[0]?.length ?? 0;
  if (columns === 0) return;
  if (columns > MAX_COLUMNS || place.tables >= MAX_TABLES) {
    for (const row of block.rows) {
      const text = row.map((cell) => cellText(cell).replaceAll(/\s+/g, ' ')).join('\t');
      paragraph(`<w:r>${runText(text)}</w:r>`, {}, place, writing);
    }
    return;
  }
  // A page break before a table needs its own paragraph.
  if (writing.isPageBreakDue && place.tables === 0) paragraph('', {}, place, writing);
  const room = (place.width - place.indent) / TWIPS;
  const widths = columnWidths(grid, block.look, room, writing.tree.textSize).map((width) =>
    Math.max(200, Math.round(width * TWIPS)),
  );
  const indent = place.indent > 0 ? `<w:tblInd w:w="${place.indent}" w:type="dxa"/>` : '';
  // Readers, which see a paragraph above it, are told that it is the caption of this table.
  const named = caption === undefined ? '' : `<w:tblCaption w:val="${escapeMarkup(oneLine(caption))}"/>`;
  const all = widths.reduce((sum, width) => sum + width, 0);
  writing.out.push(
    `<w:tbl><w:tblPr><w:tblStyle w:val="TableGrid"/><w:tblW w:w="${all}" w:type="dxa"/>${indent}${tableBorders(block.look)}<w:tblLayout w:type="fixed"/>${named}</w:tblPr><w:tblGrid>`,
    widths.map((width) => `<w:gridCol w:w="${width}"/>`).join(''),
    '</w:tblGrid>',
  );
  for (const [row, line] of grid.entries()) writeRow(line, row, widths, block, place, writing);
  // Word merges adjacent tables that have no paragraph between them.
  writing.out.push(
    '</w:tbl><w:p><w:pPr><w:spacing w:after="0" w:line="160" w:lineRule="exact"/></w:pPr></w:p>',
  );
}

// Deeper content is written as text, because readers of Word documents do not nest deeper.
const MAX_DEPTH = 60;

/** Writes a bookmark before a block that is a link target. */
function writeAnchor(block: TreeBlock, { bookmarks, out }: DocxWriting): void {
  const bookmark = block.id === undefined ? undefined : bookmarks.get(block.id);
  if (bookmark === undefined) return;
  const { id, name } = bookmark;
  out.push(`<w:bookmarkStart w:id="${id}" w:name="${name}"/><w:bookmarkEnd w:id="${id}"/>`);
}

/** The style of paragraphs in this many quotes. */
const quoteStyle = (quotes: number): string | undefined =>
  quotes === 0 ? undefined : quotes === 1 ? 'Quote' : `Quote${Math.min(quotes, QUOTE_LEVELS)}`;

function writeBlock(block: TreeBlock, place: Place, writing: DocxWriting): void {
  writeAnchor(block, writing);
  if (place.depth > MAX_DEPTH) {
    paragraph(`<w:r>${runText(cellText({ blocks: [block] }))}</w:r>`, {}, place, writing);
    return;
  }
  const plain = place.style ?? quoteStyle(place.quotes);
  switch (block.kind) {
    case 'heading':
      writeHeading(block, place, writing);
      break;
    case 'paragraph': {
      const { content } = block;
      const isRightToLeft = isRightToLeftLine(content);
      paragraph(
        writeRuns(block, writing),
        {
          style: plain ?? (block.role === 'caption' ? 'Caption' : place.isHead ? 'TableHeading' : undefined),
          align: block.align ?? place.align,
          isRightToLeft,
          look: block.look,
        },
        place,
        writing,
      );
      break;
    }
    case 'list':
      writeList(block, place, writing);
      break;
    case 'table':
      writeTable(block, place, writing);
      break;
    case 'code':
      for (const line of block.text.split(/\r\n?|\n/)) {
        paragraph(line === '' ? '' : `<w:r>${runText(line)}</w:r>`, { style: 'Code' }, place, writing);
      }
      writing.out.push('<w:p><w:pPr><w:spacing w:after="0" w:line="160" w:lineRule="exact"/></w:pPr></w:p>');
      break;
    case 'quote':
      writeBlocks(
        block.blocks,
        { ...place, quotes: Math.min(10, place.quotes + 1), depth: place.depth + 1 },
        writing,
      );
      break;
    case 'rule':
      paragraph('', { style: 'HorizontalLine' }, place, writing);
      break;
    case 'page_break':
      writing.isPageBreakDue = true;
      break;
  }
}

/** A list whose label is this text. */
function fixedLabel(
  label: string,
  level: number,
  { lists }: DocxWriting,
): { readonly number: number; readonly level: number } {
  lists.push({ level, label });
  return { number: lists.length + 2, level };
}

function writeHeading(
  block: Extract<TreeBlock, { kind: 'heading' }>,
  place: Place,
  writing: DocxWriting,
): void {
  const level = Math.min(6, Math.max(1, block.level));
  const id = writing.headings.get(block);
  const [start, end] =
    id === undefined
      ? ['', '']
      : [`<w:bookmarkStart w:id="${id}" w:name="_h${id}"/>`, `<w:bookmarkEnd w:id="${id}"/>`];
  const isRightToLeft = isRightToLeftLine(block.content);
  const inside = `${start}${writeRuns(block, writing)}${end}`;
  const list = block.label === undefined ? undefined : fixedLabel(block.label, level - 1, writing);
  paragraph(
    inside,
    { style: `Heading${level}`, list, align: block.align, isRightToLeft, look: block.look },
    place,
    writing,
  );
}

function writeBlocks(blocks: readonly TreeBlock[], place: Place, writing: DocxWriting): void {
  for (const block of blocks) writeBlock(block, place, writing);
}

/** Writes blocks as paragraphs and tables. `style` applies to paragraphs that have none. */
export function writeDocxBlocks(blocks: readonly TreeBlock[], writing: DocxWriting, style?: string): void {
  const width = Math.round(writing.page.room.width * 20);
  writeBlocks(blocks, { indent: 0, width, listLevel: 0, quotes: 0, tables: 0, depth: 0, style }, writing);
}
