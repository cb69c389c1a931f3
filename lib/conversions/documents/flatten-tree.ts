import { composeDocument, type LooseBlock, type TextDocument } from './document.ts';
import type { DocumentTree, Inline, ListItem, TreeBlock, TreeCell } from './document-tree.ts';
import { isOrigin, tableGrid, tableTexts } from './table-grid.ts';

function plainOf(inline: Inline): string {
  switch (inline.kind) {
    case 'text':
      return inline.text;
    case 'line_break':
      return '\n';
    case 'image':
      return inline.alt;
    case 'math':
      return inline.tex;
    case 'note':
      return `[${inline.note + 1}]`;
  }
}

/** The text of a line; a reference to a note is its number in brackets. */
export const plainLine = (content: readonly Inline[]): string => content.map(plainOf).join('');

const blocksText = (blocks: readonly TreeBlock[]): string =>
  flattenBlocks(blocks)
    .map(({ text }) => text)
    .filter((text) => text.trim() !== '')
    .join('\n');

/** The text of a cell, its blocks on lines of their own. */
export const cellText = (cell: TreeCell): string =>
  typeof cell === 'string' ? cell : blocksText(cell.blocks);

const indented = (text: string, indent: string): string =>
  indent === '' ? text : indent + text.replaceAll('\n', `\n${indent}`);

const taskMark = ({ checked }: ListItem): string => (checked === undefined ? '' : checked ? '[x] ' : '[ ] ');

interface Walk {
  readonly out: LooseBlock[];
  page: number | null;
}

function addList(block: TreeBlock & { readonly kind: 'list' }, walk: Walk): void {
  for (const [index, item] of block.items.entries()) {
    const marker = `${block.ordered ? `${(block.start ?? 1) + index}.` : '-'} `;
    const inner: Walk = { out: [], page: walk.page };
    addBlocks(item.blocks, inner);
    walk.page = inner.page;
    const indent = ' '.repeat(marker.length);
    const filled = inner.out.filter(({ text }) => text.trim() !== '');
    for (const [at, loose] of filled.entries()) {
      const text = indented(loose.text, indent);
      const kind = loose.kind === 'paragraph' || loose.kind === 'heading' ? 'list_item' : loose.kind;
      const first = `${marker}${taskMark(item)}${text.slice(indent.length)}`;
      walk.out.push({ ...loose, kind, text: at === 0 ? first : text });
    }
  }
}

function addTable(block: TreeBlock & { readonly kind: 'table' }, walk: Walk): void {
  if (block.caption !== undefined) walk.out.push({ kind: 'paragraph', text: block.caption, page: walk.page });
  const lines = tableGrid(block.rows).map((line, row) =>
    line.map((slot, column) =>
      slot !== undefined && isOrigin(slot, row, column)
        ? cellText(slot.cell).replaceAll(/\s+/g, ' ').trim()
        : '',
    ),
  );
  // Without the tabs of empty cells at the ends of rows.
  const text = lines.map((line) => line.join('\t').trimEnd()).join('\n');
  walk.out.push({ kind: 'table', text, page: walk.page, rows: tableTexts(block.rows, cellText) });
}

function addBlocks(blocks: readonly TreeBlock[], walk: Walk): void {
  for (const block of blocks) {
    walk.page = block.page ?? walk.page;
    const { page } = walk;
    switch (block.kind) {
      case 'heading': {
        const text = plainLine(block.content).replaceAll('\n', ' ').trim();
        walk.out.push({ kind: 'heading', level: Math.min(6, Math.max(1, block.level)), text, page });
        break;
      }
      case 'paragraph':
        walk.out.push({ kind: 'paragraph', text: plainLine(block.content).trim(), page });
        break;
      case 'list':
        addList(block, walk);
        break;
      case 'table':
        addTable(block, walk);
        break;
      case 'code':
        walk.out.push({ kind: 'code', text: block.text.replace(/\n+$/, ''), page });
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

function flattenBlocks(blocks: readonly TreeBlock[]): LooseBlock[] {
  const walk: Walk = { out: [], page: null };
  addBlocks(blocks, walk);
  return walk.out;
}

/**
 * A document as text with blocks and their places: lists with their markers, tables as rows of cells parted by tabs,
 * notes at the end behind their numbers.
 */
export function flattenTree(tree: DocumentTree): TextDocument {
  const notes = tree.notes.flatMap((note, index): LooseBlock[] => {
    const text = blocksText(note);
    return text === '' ? [] : [{ kind: 'paragraph', text: `[${index + 1}] ${text}`, page: null }];
  });
  return composeDocument(tree.fileType, tree.pages, [...flattenBlocks(tree.blocks), ...notes]);
}
