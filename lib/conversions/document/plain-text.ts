import { createDocumentBudget, type DocumentBudget } from './document-limits.ts';
import {
  type DocumentTree,
  type Inline,
  inlineText,
  type ListItem,
  type TreeBlock,
  type TreeCell,
} from './document-tree.ts';
import { headingLine, labelOf } from './list-labels.ts';
import { isOrigin, tableGrid } from './table-grid.ts';

/** A part of the plain text of a document, in reading order. `start` and `end` are UTF-16 offsets into the text. */
export interface TextSpan {
  readonly kind: 'heading' | 'paragraph' | 'list_item' | 'code' | 'table';
  readonly start: number;
  readonly end: number;
  /** From 1; null if the format has no pages. */
  readonly page: number | null;
  /** Heading level, 1 to 6. */
  readonly level?: number;
  /** The block that it shows: also its caption, for a table. For a note with places, a block that has them all. */
  readonly block?: TreeBlock;
}

/** The output of `extract` to text, and where each block is in it. */
export interface PlainText {
  readonly text: string;
  readonly spans: readonly TextSpan[];
}

type Part = Omit<TextSpan, 'start' | 'end'> & { readonly text: string };

/** Joins parts with blank lines in between, except between list items. */
function joinParts(parts: readonly Part[]): PlainText {
  const texts: string[] = [];
  const spans: TextSpan[] = [];
  let length = 0;
  let before: Part | undefined;
  for (const part of parts) {
    const { text, ...span } = part;
    if (text.trim() === '') continue;
    const continuesList = before?.kind === 'list_item' && part.kind === 'list_item';
    const separator = before === undefined ? '' : continuesList ? '\n' : '\n\n';
    texts.push(separator, text);
    const start = length + separator.length;
    length = start + text.length;
    spans.push({ ...span, start, end: length });
    before = part;
  }
  return { text: texts.join(''), spans };
}

/** Returns the text of a line, with note references as bracketed numbers. */
export const plainLine = (content: readonly Inline[]): string =>
  inlineText(content, (note) => `[${note + 1}]`);

const blocksText = (blocks: readonly TreeBlock[]): string =>
  partsOf(blocks)
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
  readonly out: Part[];
  page: number | null;
  block: TreeBlock | undefined;
  /** Prefix of each line inside a list. */
  indent: string;
  /** Prefix of the next block instead: its item's marker. */
  markerPrefix: string | undefined;
  lists: number;
  /** Limits what indentation adds: line ends deep inside lists would grow the text fortyfold. */
  readonly budget: DocumentBudget;
}

function countLineEnds(text: string): number {
  let count = 0;
  for (let at = text.indexOf('\n'); at >= 0; at = text.indexOf('\n', at + 1)) count += 1;
  return count;
}

function add(walk: Walk, kind: TextSpan['kind'], text: string, level?: number): void {
  if (text.trim() === '') return;
  const { page, block, indent } = walk;
  const where = block === undefined ? { page } : { page, block };
  if (walk.lists === 0) {
    walk.out.push({ kind, text, ...where, ...(level === undefined ? {} : { level }) });
    return;
  }
  if (indent !== '') walk.budget.spend('characters', indent.length * countLineEnds(text));
  const lines = indent === '' ? text : text.replaceAll('\n', `\n${indent}`);
  walk.out.push({
    kind: kind === 'paragraph' || kind === 'heading' ? 'list_item' : kind,
    text: `${walk.markerPrefix ?? indent}${lines}`,
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
  if (block.caption !== undefined) add(walk, 'paragraph', block.caption);
  const lines = tableGrid(block.rows).map((line, row) =>
    line.map((slot, column) =>
      slot !== undefined && isOrigin(slot, row, column)
        ? cellText(slot.cell).replaceAll(/\s+/g, ' ').trim()
        : '',
    ),
  );
  // Trim the tabs of empty cells at the ends of rows.
  const text = lines.map((line) => line.join('\t').trimEnd()).join('\n');
  add(walk, 'table', text);
}

function addBlocks(blocks: readonly TreeBlock[], walk: Walk): void {
  for (const block of blocks) {
    walk.page = block.page ?? walk.page;
    walk.block = block;
    switch (block.kind) {
      case 'heading': {
        const text = plainLine(headingLine(block)).replaceAll('\n', ' ').trim();
        add(walk, 'heading', text, Math.min(6, Math.max(1, block.level)));
        break;
      }
      case 'paragraph':
        add(walk, 'paragraph', plainLine(block.content).trim());
        break;
      case 'list':
        addList(block, walk);
        break;
      case 'table':
        addTable(block, walk);
        break;
      case 'code':
        add(walk, 'code', block.text.trimEnd());
        break;
      case 'quote':
        addBlocks(block.blocks, walk);
        break;
      case 'rule':
      case 'page_break':
        break;
    }
  }
}

function partsOf(blocks: readonly TreeBlock[]): Part[] {
  const walk: Walk = {
    out: [],
    page: null,
    block: undefined,
    indent: '',
    markerPrefix: undefined,
    lists: 0,
    budget: createDocumentBudget(),
  };
  addBlocks(blocks, walk);
  return walk.out;
}

/**
 * Writes a document as plain text: lists with markers, tables as tab-separated rows, numbered notes at the end. Throws
 * ConversionError `too_complex`.
 */
export function plainTextOf(tree: DocumentTree): PlainText {
  const notes = tree.notes.flatMap((note, index): Part[] => {
    const text = blocksText(note);
    if (text === '') return [];
    const places = note.flatMap((block) => block.places ?? []);
    const page = note[0]?.page ?? null;
    const part = { kind: 'paragraph', text: `[${index + 1}] ${text}`, page } as const;
    return places.length === 0 ? [part] : [{ ...part, block: { kind: 'paragraph', content: [], places } }];
  });
  return joinParts([...partsOf(tree.blocks), ...notes]);
}
