import { composeDocument, type LooseBlock, type TextDocument } from './document.ts';
import { createDocumentBudget, type DocumentBudget } from './document-limits.ts';
import {
  type DocumentTree,
  type Inline,
  inlineText,
  type ListItem,
  type TreeBlock,
  type TreeCell,
} from './document-tree.ts';
import { labelOf } from './list-labels.ts';
import type { Place } from './places.ts';
import { isOrigin, tableGrid, tableTexts } from './table-grid.ts';

/** Returns the text of a line, with note references as bracketed numbers. */
export const plainLine = (content: readonly Inline[]): string =>
  inlineText(content, (note) => `[${note + 1}]`);

const blocksText = (blocks: readonly TreeBlock[]): string =>
  flattenBlocks(blocks, false)
    .map(({ text }) => text)
    .filter((text) => text.trim() !== '')
    .join('\n');

/** Returns the text of a cell, one line per block. */
export const cellText = (cell: TreeCell): string =>
  typeof cell === 'string' ? cell : blocksText(cell.blocks);

const taskMark = ({ checked }: ListItem): string => (checked === undefined ? '' : checked ? '[x] ' : '[ ] ');

// Ten levels. Deeper lists are not indented further, so that their lines do not grow.
const MAX_INDENT = 40;

interface Walk {
  readonly out: LooseBlock[];
  page: number | null;
  places: readonly Place[] | undefined;
  /** Prefix of each line inside a list. */
  indent: string;
  /** Prefix of the next block instead: its item's marker. */
  markerPrefix: string | undefined;
  lists: number;
  /** Whether tables retain their rows. Nested tables become text; otherwise each level would be read twice. */
  readonly keepsRows: boolean;
  /** Limits what indentation adds: line ends deep inside lists would grow the text fortyfold. */
  readonly budget: DocumentBudget;
}

function countLineEnds(text: string): number {
  let count = 0;
  for (let at = text.indexOf('\n'); at >= 0; at = text.indexOf('\n', at + 1)) count += 1;
  return count;
}

function add(walk: Walk, block: Omit<LooseBlock, 'page'>): void {
  if (block.text.trim() === '') return;
  const { page, places } = walk;
  const where = places === undefined ? { page } : { page, places };
  if (walk.lists === 0) {
    walk.out.push({ ...block, ...where });
    return;
  }
  const isText = block.kind === 'paragraph' || block.kind === 'heading';
  if (walk.indent !== '') walk.budget.spend('characters', walk.indent.length * countLineEnds(block.text));
  const lines = walk.indent === '' ? block.text : block.text.replaceAll('\n', `\n${walk.indent}`);
  const { level: _, ...unlevelled } = block;
  walk.out.push({
    ...unlevelled,
    kind: isText ? 'list_item' : block.kind,
    text: `${walk.markerPrefix ?? walk.indent}${lines}`,
    ...where,
  });
  walk.markerPrefix = undefined;
}

function addList(block: TreeBlock & { readonly kind: 'list' }, walk: Walk): void {
  const { indent, markerPrefix } = walk;
  let before = markerPrefix;
  walk.lists += 1;
  for (const [index, item] of block.items.entries()) {
    const marker = `${block.ordered ? labelOf(block, index) : '-'} `;
    walk.indent = indent.length < MAX_INDENT ? indent + ' '.repeat(marker.length) : indent;
    walk.markerPrefix = `${before ?? indent}${marker}${taskMark(item)}`;
    addBlocks(item.blocks, walk);
    // An item without text passes its prefix on to the next item.
    if (walk.markerPrefix === undefined) before = undefined;
  }
  walk.lists -= 1;
  walk.indent = indent;
  walk.markerPrefix = before;
}

function addTable(block: TreeBlock & { readonly kind: 'table' }, walk: Walk): void {
  if (block.caption !== undefined) add(walk, { kind: 'paragraph', text: block.caption });
  const lines = tableGrid(block.rows).map((line, row) =>
    line.map((slot, column) =>
      slot !== undefined && isOrigin(slot, row, column)
        ? cellText(slot.cell).replaceAll(/\s+/g, ' ').trim()
        : '',
    ),
  );
  // Trim the tabs of empty cells at the ends of rows.
  const text = lines.map((line) => line.join('\t').trimEnd()).join('\n');
  const rows = walk.keepsRows ? { rows: tableTexts(block.rows, cellText, true) } : {};
  const header = block.headerRows > 0 ? { headerRows: block.headerRows } : {};
  add(walk, { kind: 'table', text, ...rows, ...header });
}

function addBlocks(blocks: readonly TreeBlock[], walk: Walk): void {
  for (const block of blocks) {
    walk.page = block.page ?? walk.page;
    walk.places = block.places;
    switch (block.kind) {
      case 'heading': {
        const text = plainLine(block.content).replaceAll('\n', ' ').trim();
        add(walk, { kind: 'heading', level: Math.min(6, Math.max(1, block.level)), text });
        break;
      }
      case 'paragraph':
        add(walk, { kind: 'paragraph', text: plainLine(block.content).trim() });
        break;
      case 'list':
        addList(block, walk);
        break;
      case 'table':
        addTable(block, walk);
        break;
      case 'code':
        add(walk, { kind: 'code', text: block.text.trimEnd() });
        break;
      case 'quote':
        addBlocks(block.blocks, walk);
        break;
      case 'rule':
      case 'page_break':
      case 'page_setup':
      case 'slide':
      case 'sheet':
        break;
    }
  }
}

function flattenBlocks(blocks: readonly TreeBlock[], keepsRows: boolean): LooseBlock[] {
  const walk: Walk = {
    out: [],
    page: null,
    places: undefined,
    indent: '',
    markerPrefix: undefined,
    lists: 0,
    keepsRows,
    budget: createDocumentBudget(),
  };
  addBlocks(blocks, walk);
  return walk.out;
}

/**
 * Converts a document to text with blocks: lists with markers, tables as tab-separated rows, numbered notes at the end.
 * Throws ConversionError `too_complex`.
 */
export function flattenTree(tree: DocumentTree): TextDocument {
  const notes = tree.notes.flatMap((note, index): LooseBlock[] => {
    const text = blocksText(note);
    return text === '' ? [] : [{ kind: 'paragraph', text: `[${index + 1}] ${text}`, page: null }];
  });
  return composeDocument(tree.fileType, tree.pages, [...flattenBlocks(tree.blocks, true), ...notes]);
}
