import { nameTable } from '../../base/name-table.ts';
import { createResultBudget, type ResultBudget } from '../../base/result-size.ts';
import type { DocumentTree, Inline, ListItem, TreeBlock, TreeCell } from '../../document/document-tree.ts';
import { headingLine, labelOf, labelPattern, withLabelsAsText } from '../../document/list-labels.ts';
import { cellText } from '../../document/plain-text.ts';
import { isOrigin, tableGrid, tableTexts } from '../../document/table-grid.ts';
import { escapeDefinition, escapeLineStart, longestRun } from './escape-text.ts';
import { type InlineStyle, writeInline } from './write-inline.ts';

type Kind<K extends TreeBlock['kind']> = Extract<TreeBlock, { kind: K }>;
/** Context for writing Markdown. */
interface MarkdownWriting {
  readonly imageAddress: InlineStyle['imageAddress'];
  readonly budget: ResultBudget;
  /** Whether a comment before the first block of each page names the page. */
  readonly marksPages: boolean;
}

type Align = 'left' | 'center' | 'right' | undefined;

// Each level repeats its indent on every line, and Markdown parsers stop at 100 levels.
const MAX_DEPTH = 50;

const inLine = ({ imageAddress }: MarkdownWriting): InlineStyle => ({ lineBreak: ' ', imageAddress });
const inCell = ({ imageAddress }: MarkdownWriting, isPart: boolean): InlineStyle => ({
  lineBreak: '<br>',
  imageAddress,
  isPart,
});

function paragraphLines(content: readonly Inline[], writing: MarkdownWriting): string[] {
  const [only, ...others] = content.filter((piece) => piece.kind !== 'text' || piece.text.trim() !== '');
  if (only?.kind === 'math' && only.display && others.length === 0) {
    return ['$$', ...only.tex.split('\n').filter((line) => line.trim() !== ''), '$$'];
  }
  // Write line breaks as `\` because trailing spaces are easily lost.
  const text = writeInline(content, { lineBreak: '\\\n', imageAddress: writing.imageAddress });
  // Merge consecutive breaks: an empty line would end the paragraph.
  return escapeDefinition(text)
    .split('\n')
    .map((line) => escapeLineStart(line.trim()))
    .filter((line) => line !== '\\' && line !== '');
}

function headingLines(block: Kind<'heading'>, writing: MarkdownWriting): string[] {
  // Hashes after a space at the end would be parsed as a closing sequence.
  const text = writeInline(headingLine(block), { ...inLine(writing), isHeading: true }).replace(
    /(^|\s)(#+)$/,
    '$1\\$2',
  );
  return text === '' ? [] : [`${'#'.repeat(Math.min(6, Math.max(1, block.level)))} ${text}`];
}

function codeLines({ text, language }: Kind<'code'>): string[] {
  const fence = '`'.repeat(Math.max(3, longestRun(text, '`') + 1));
  const name = language?.replaceAll(/[`\s]+/g, '') ?? '';
  return [`${fence}${name}`, ...text.replace(/\n$/, '').split(/\r\n?|\n/), fence];
}

/** Returns the content of a cell for one line: paragraphs and list items to join with breaks, other blocks as text. */
function cellParts(blocks: readonly TreeBlock[], writing: MarkdownWriting, style: InlineStyle): string[] {
  return blocks.flatMap((block): string[] => {
    switch (block.kind) {
      case 'heading':
        return [writeInline(headingLine(block), style)];
      case 'paragraph':
        return [writeInline(block.content, style)];
      case 'list':
        return block.items.map((item, index) => {
          const box = item.checked === undefined ? '•' : item.checked ? '☑' : '☐';
          const marker = block.ordered ? labelOf(block, index) : box;
          return `${marker} ${cellParts(item.blocks, writing, style).join('<br>')}`;
        });
      case 'code':
        return block.text
          .trim()
          .split('\n')
          .map((text) => writeInline([{ kind: 'text', text, code: true }], style));
      case 'quote':
        return cellParts(block.blocks, writing, style);
      case 'table':
        return [
          writeInline(
            [{ kind: 'text', text: cellText({ blocks: [block] }).replaceAll(/\t+/g, ', ') }],
            style,
          ),
        ];
      default:
        return [];
    }
  });
}

function writeCell(cell: TreeCell, writing: MarkdownWriting): string {
  const blocks = typeof cell === 'string' ? [] : cell.blocks;
  const parts =
    typeof cell === 'string'
      ? cell
          .split('\n')
          .map((text) => writeInline([{ kind: 'text', text }], inCell(writing, cell.includes('\n'))))
      : cellParts(blocks, writing, inCell(writing, blocks.length > 1 || blocks[0]?.kind !== 'paragraph'));
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

/** Returns the alignment of each column; undefined if its cells differ. */
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

/** Writes a table. Markdown requires exactly one header row, so the first row is always used. */
function tableLines(block: Kind<'table'>, writing: MarkdownWriting): string[] {
  const [header, ...body] = tableTexts(block.rows, (cell) => writeCell(cell, writing), false);
  if (header === undefined || header.length === 0) return [];
  const line = (cells: readonly string[]): string => `|${cells.map((cell) => ` ${cell} |`).join('')}`;
  const rule = columnAligns(block.rows).map((align) => rules[align ?? 'none']);
  const caption =
    block.caption === undefined
      ? []
      : [...paragraphLines([{ kind: 'text', text: block.caption }], writing), ''];
  return [...caption, line(header), line(rule), ...body.map(line)];
}

/** Whether a block after a paragraph needs no blank line: a list, whose number must be 1 (CommonMark 0.31, 5.3). */
const interruptsParagraph = (block: TreeBlock): boolean =>
  block.kind === 'list' && (numbered(block).sign === undefined || (block.start ?? 1) === 1);

/** Whether a list needs no blank lines: each item is one paragraph, optionally followed by lists. */
const isTight = (items: readonly ListItem[]): boolean =>
  items.every(({ blocks }) =>
    blocks.every((block, at) =>
      at === 0 ? block.kind === 'paragraph' || block.kind === 'list' : interruptsParagraph(block),
    ),
  );

/** Prefixes lines. Each nesting level adds a prefix to every line, so they count against the budget. */
function prefixed(lines: readonly string[], prefix: string, { budget }: MarkdownWriting): string[] {
  budget.spend('bytes', prefix.length * lines.length);
  return lines.map((line) => (line === '' ? prefix.trimEnd() : `${prefix}${line}`));
}

// CommonMark 0.31, 5.2: the signs after a number, and what shows numbers without one.
const numberSigns: Readonly<Record<string, string>> = nameTable({ '.': '.', ')': ')', '': '.' });

/**
 * Returns a list as Markdown can number it, with the sign after its numbers; undefined for bullets. Markdown has only decimal
 * numbers: other labels, such as `b)` or `3.1.`, are the start of the text of bullets, since a number beside them would contradict them.
 */
function numbered(list: Kind<'list'>): { readonly block: Kind<'list'>; readonly sign: string | undefined } {
  if (!list.ordered) return { block: list, sign: undefined };
  const pattern = labelPattern(list);
  const isDecimal = pattern?.format === 'decimal' && pattern.prefix === '';
  const sign = isDecimal ? numberSigns[pattern.suffix] : undefined;
  return { block: sign === undefined ? withLabelsAsText(list) : list, sign };
}

const BULLET = '-';

/** The sign of a list's markers. */
const listMarker = (list: Kind<'list'>): string => numbered(list).sign ?? BULLET;

function listLines(list: Kind<'list'>, isSecond: boolean, writing: MarkdownWriting, depth: number): string[] {
  const { block, sign } = numbered(list);
  const tight = isTight(block.items);
  const lines: string[] = [];
  for (const [index, item] of block.items.entries()) {
    const number = Math.min(999_999_999, Math.max(0, (block.start ?? 1) + index));
    const marker = block.ordered ? `${number}${sign}` : isSecond ? '*' : BULLET;
    const indent = ' '.repeat(marker.length + 1);
    const task = item.checked === undefined ? '' : item.checked ? '[x] ' : '[ ] ';
    const inner = writeBlocks(item.blocks, writing, depth + 1, tight);
    if (index > 0 && !tight) lines.push('');
    const [first = '', ...rest] = inner;
    // A literal `[x]` would be parsed as a task.
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
      // In a list, `- ---` would be a single rule.
      return [depth === 0 ? '---' : '***'];
    case 'page_break':
      return [];
  }
}

/** Writes the name of a link target before the block. Headings need none: viewers derive it from their text. */
function withAnchor({ kind, id }: TreeBlock, lines: string[]): string[] {
  const [first, ...rest] = lines;
  if (first === undefined || id === undefined || kind === 'heading') return lines;
  const anchor = `<a id="${id}"></a>`;
  return kind === 'paragraph' ? [`${anchor}${first}`, ...rest] : [anchor, '', ...lines];
}

/** Returns the lines of blocks, separated by blank lines unless the list is tight. */
function writeBlocks(
  blocks: readonly TreeBlock[],
  writing: MarkdownWriting,
  depth: number,
  tight = false,
): string[] {
  const lines: string[] = [];
  let before: { readonly marker: string | undefined; readonly isSecond: boolean } | undefined;
  let page: number | undefined;
  for (const block of blocks) {
    const marker = block.kind === 'list' ? listMarker(block) : undefined;
    // Adjacent lists of the same kind would merge. Bullets alternate; numbers are kept as they are.
    const follows = marker !== undefined && marker === before?.marker;
    const isSecond = follows && marker === BULLET && before?.isSecond === false;
    const own = withAnchor(block, blockLines(block, isSecond, writing, depth));
    if (own.length === 0) continue;
    if (writing.marksPages && depth === 0 && block.page !== undefined && block.page !== page) {
      page = block.page;
      if (lines.length > 0) lines.push('');
      lines.push(`<!-- page ${page} -->`);
    } else if (follows && marker !== BULLET) lines.push('', '<!-- -->');
    if (lines.length > 0 && !tight) lines.push('');
    for (const line of own) lines.push(line);
    before = { marker, isSecond };
  }
  return lines;
}

/** How a document is written. */
interface MarkdownSettings {
  readonly imageAddress: InlineStyle['imageAddress'];
  readonly marksPages?: boolean;
  readonly budget?: ResultBudget;
}

/**
 * Writes a document as GitHub Flavored Markdown. `imageAddress` as in {@link InlineStyle}; `marksPages` writes
 * `<!-- page 3 -->` before the first block of the third page. Throws ConversionError `too_complex` if the budget is exceeded.
 */
export function writeMarkdown(
  tree: DocumentTree,
  { imageAddress: addressOf, marksPages = false, budget = createResultBudget() }: MarkdownSettings,
): string {
  const writing: MarkdownWriting = {
    budget,
    marksPages,
    imageAddress: (image) => {
      const address = addressOf(image);
      // An embedded image adds its full length at each use.
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
