import { createResultBudget, type ResultBudget } from '../../base/result-size.ts';
import type { DocumentTree, Inline, ListItem, TreeBlock, TreeCell } from '../../document/document-tree.ts';
import { cellText } from '../../document/flatten-tree.ts';
import { isOrigin, tableGrid, tableTexts } from '../../document/table-grid.ts';
import { escapeLineStart, longestRun } from './escape-text.ts';
import { type InlineStyle, writeInline } from './write-inline.ts';

type Kind<K extends TreeBlock['kind']> = Extract<TreeBlock, { kind: K }>;
/** What markdown is written with. */
interface MarkdownWriting {
  readonly imageAddress: InlineStyle['imageAddress'];
  readonly budget: ResultBudget;
}

type Align = 'left' | 'center' | 'right' | undefined;

// Each level repeats its indent on every line; nobody reads a list this deep, and markdown readers stop at 100.
const MAX_DEPTH = 50;

const inLine = ({ imageAddress }: MarkdownWriting): InlineStyle => ({ lineBreak: ' ', imageAddress });
const inCell = ({ imageAddress }: MarkdownWriting): InlineStyle => ({ lineBreak: '<br>', imageAddress });

function paragraphLines(content: readonly Inline[], writing: MarkdownWriting): string[] {
  const [only, ...others] = content.filter((piece) => piece.kind !== 'text' || piece.text.trim() !== '');
  if (only?.kind === 'math' && only.display && others.length === 0) {
    return ['$$', ...only.tex.split('\n').filter((line) => line.trim() !== ''), '$$'];
  }
  // A break is `\` at the end of a line: spaces there are lost too easily.
  const lines = writeInline(content, { lineBreak: '\\\n', imageAddress: writing.imageAddress }).split('\n');
  // A reference at the beginning with a colon behind it would be the note itself.
  const [first = ''] = lines;
  lines[0] = first.replace(/^(\[\^\d+\]):/, '$1\\:');
  // Of several breaks in a row one is left: an empty line would end the paragraph.
  return lines.map((line) => escapeLineStart(line.trim())).filter((line) => line !== '\\' && line !== '');
}

function trailingSigns(line: string): number {
  let count = 0;
  while (line.at(-1 - count) === '#') count += 1;
  return count;
}

function headingLines(block: Kind<'heading'>, writing: MarkdownWriting): string[] {
  const line = writeInline(block.content, inLine(writing));
  // Signs at the end would be taken for the closing ones.
  const end = line.endsWith('#') ? line.length - trailingSigns(line) : line.length;
  const text = end < line.length ? `${line.slice(0, end)}\${line.slice(end)}` : line;
  return text === '' ? [] : [`${'#'.repeat(Math.min(6, Math.max(1, block.level)))} ${text}`];
}

function codeLines({ text, language }: Kind<'code'>): string[] {
  const fence = '`'.repeat(Math.max(3, longestRun(text, '`') + 1));
  const name = language?.replaceAll(/[`\s]+/g, '') ?? '';
  return [`${fence}${name}`, ...text.replace(/\n$/, '').split(/\r\n?|\n/), fence];
}

/** What a cell holds in one line: paragraphs and items parted by breaks, all else as text. */
function cellParts(blocks: readonly TreeBlock[], writing: MarkdownWriting): string[] {
  return blocks.flatMap((block): string[] => {
    switch (block.kind) {
      case 'heading':
      case 'paragraph':
        return [writeInline(block.content, inCell(writing))];
      case 'list':
        return block.items.map((item, index) => {
          const marker = block.ordered ? `${(block.start ?? 1) + index}.` : '•';
          return `${marker} ${cellParts(item.blocks, writing).join('<br>')}`;
        });
      case 'code':
        return block.text
          .trim()
          .split('\n')
          .map((text) => writeInline([{ kind: 'text', text, code: true }], inCell(writing)));
      case 'quote':
        return cellParts(block.blocks, writing);
      case 'table':
        return [
          writeInline(
            [{ kind: 'text', text: cellText({ blocks: [block] }).replaceAll(/\t+/g, ', ') }],
            inCell(writing),
          ),
        ];
      default:
        return [];
    }
  });
}

function writeCell(cell: TreeCell, writing: MarkdownWriting): string {
  const parts =
    typeof cell === 'string'
      ? cell.split('\n').map((text) => writeInline([{ kind: 'text', text }], inCell(writing)))
      : cellParts(cell.blocks, writing);
  return parts
    .filter((part) => part !== '')
    .join('<br>')
    .replaceAll('|', '\\|');
}

const rules: Readonly<Record<NonNullable<Align> | 'none', string>> = {
  left: ':--',
  center: ':-:',
  right: '--:',
  none: '---',
};

/** How the cells of each column stand, where all of them agree. */
function columnAligns(rows: Kind<'table'>['rows']): Align[] {
  const grid = tableGrid(rows);
  const width = grid[0]?.length ?? 0;
  return Array.from({ length: width }, (_, column): Align => {
    const aligns = new Set<Align>();
    for (const [row, line] of grid.entries()) {
      const slot = line[column];
      if (slot === undefined || !isOrigin(slot, row, column)) continue;
      aligns.add(typeof slot.cell === 'string' ? undefined : slot.cell.align);
    }
    return aligns.size === 1 ? [...aligns][0] : undefined;
  });
}

/** A table needs one row of heads in markdown: the first row is it, whether the document says so or not. */
function tableLines(block: Kind<'table'>, writing: MarkdownWriting): string[] {
  const [head, ...body] = tableTexts(block.rows, (cell) => writeCell(cell, writing), false);
  if (head === undefined || head.length === 0) return [];
  const line = (cells: readonly string[]): string => `|${cells.map((cell) => ` ${cell} |`).join('')}`;
  const rule = columnAligns(block.rows).map((align) => rules[align ?? 'none']);
  const caption =
    block.caption === undefined
      ? []
      : [...paragraphLines([{ kind: 'text', text: block.caption }], writing), ''];
  return [...caption, line(head), line(rule), ...body.map(line)];
}

/** Whether items stand one under the other without blank lines: each is one paragraph, with lists under it. */
const isTight = (items: readonly ListItem[]): boolean =>
  items.every(({ blocks }) =>
    blocks.every((block, at) =>
      at === 0 ? block.kind === 'paragraph' || block.kind === 'list' : block.kind === 'list',
    ),
  );

/** Lines behind a prefix. Each level of nesting adds one to every line in it, so they are counted. */
function prefixed(lines: readonly string[], prefix: string, { budget }: MarkdownWriting): string[] {
  budget.spend('bytes', prefix.length * lines.length);
  return lines.map((line) => (line === '' ? prefix.trimEnd() : `${prefix}${line}`));
}

function listLines(
  block: Kind<'list'>,
  isSecond: boolean,
  writing: MarkdownWriting,
  depth: number,
): string[] {
  const tight = isTight(block.items);
  const lines: string[] = [];
  for (const [index, item] of block.items.entries()) {
    // A list right behind another of its kind would go on with it, so it has another sign.
    const number = Math.min(999_999_999, Math.max(0, (block.start ?? 1) + index));
    const marker = block.ordered ? `${number}${isSecond ? ')' : '.'}` : isSecond ? '*' : '-';
    const indent = ' '.repeat(marker.length + 1);
    const task = item.checked === undefined ? '' : item.checked ? '[x] ' : '[ ] ';
    const inner = writeBlocks(item.blocks, writing, depth + 1, tight);
    if (index > 0 && !tight) lines.push('');
    const [first = '', ...rest] = inner;
    // `[x]` of the document's own would be read as a task.
    const own = task === '' ? first.replace(/^\[(?=[ xX]\](?:\s|$))/, '\\[') : first;
    lines.push(`${marker} ${task}${own}`.trimEnd());
    for (const line of prefixed(rest, indent, writing)) lines.push(line);
  }
  return lines;
}

function blockLines(block: TreeBlock, isSecond: boolean, writing: MarkdownWriting, depth: number): string[] {
  switch (block.kind) {
    case 'heading':
      return headingLines(block, writing);
    case 'paragraph':
      return paragraphLines(block.content, writing);
    case 'list':
      return depth < MAX_DEPTH
        ? listLines(block, isSecond, writing, depth)
        : paragraphLines([{ kind: 'text', text: cellText({ blocks: [block] }) }], writing);
    case 'table':
      return tableLines(block, writing);
    case 'code':
      return codeLines(block);
    case 'quote':
      return depth < MAX_DEPTH
        ? prefixed(writeBlocks(block.blocks, writing, depth + 1), '> ', writing)
        : paragraphLines([{ kind: 'text', text: cellText({ blocks: [block] }) }], writing);
    case 'rule':
      // In a list `- ---` would be one long rule.
      return [depth === 0 ? '---' : '***'];
    case 'page_break':
      return [];
  }
}

/** The lines of blocks; a blank line between two, but for a tight list. */
function writeBlocks(
  blocks: readonly TreeBlock[],
  writing: MarkdownWriting,
  depth: number,
  tight = false,
): string[] {
  const lines: string[] = [];
  let before: { readonly block: TreeBlock; readonly isSecond: boolean } | undefined;
  for (const block of blocks) {
    const follows =
      block.kind === 'list' && before?.block.kind === 'list' && before.block.ordered === block.ordered;
    const isSecond = follows && before?.isSecond === false;
    const own = blockLines(block, isSecond, writing, depth);
    if (own.length === 0) continue;
    if (lines.length > 0 && !tight) lines.push('');
    for (const line of own) lines.push(line);
    before = { block, isSecond };
  }
  return lines;
}

/**
 * A document in GitHub-flavoured markdown. `imageAddress` as in {@link InlineStyle}. Throws ConversionError `too_complex`
 * beyond the budget.
 */
export function writeMarkdown(
  tree: DocumentTree,
  imageAddress: InlineStyle['imageAddress'],
  budget: ResultBudget = createResultBudget(),
): string {
  const writing: MarkdownWriting = {
    budget,
    imageAddress: (image) => {
      const address = imageAddress(image);
      // One that is embedded is as long as the image, each time it is placed.
      budget.spend('bytes', address?.length ?? 0);
      return address;
    },
  };
  const body = writeBlocks(tree.blocks, writing, 0);
  const notes = tree.notes.flatMap((note, index) => {
    const [first = '', ...rest] = writeBlocks(note, writing, 1);
    return ['', `[^${index + 1}]: ${first}`.trimEnd(), ...prefixed(rest, '    ', writing)];
  });
  return `${[...body, ...notes].join('\n').trim()}\n`.toWellFormed();
}
