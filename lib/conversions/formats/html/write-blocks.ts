import { nameTable } from '../../base/name-table.ts';
import type { TextSink } from '../../base/result-size.ts';
import type { DocumentTree, Inline, ListItem, TreeBlock, TreeCell } from '../../document/document-tree.ts';
import { headingLine, labelPattern, withLabelsAsText } from '../../document/list-labels.ts';
import { cellText } from '../../document/plain-text.ts';
import { cellColumns } from '../../document/table-grid.ts';
import { escapeMarkup } from '../../shared/markup/escape-markup.ts';
import { type HtmlPlaces, type HtmlWriting, writeInline } from './write-inline.ts';

const RIGHT_TO_LEFT = /[\u0590-\u08ff\ufb1d-\ufdff\ufe70-\ufefc]/;

const direction = (content: readonly Inline[]): string =>
  content.some((piece) => piece.kind === 'text' && RIGHT_TO_LEFT.test(piece.text)) ? ' dir="auto"' : '';

const alignment = (align: string | undefined): string =>
  align === undefined || align === 'left' ? '' : ` style="text-align:${align}"`;

/** Writes the blocks of an item or cell. A single paragraph, optionally followed by lists, gets no `p` element. */
function writeInner(blocks: readonly TreeBlock[], writing: HtmlWriting, depth: number): void {
  const [first, ...others] = blocks;
  if (first?.kind !== 'paragraph' || others.some(({ kind }) => kind !== 'list')) {
    writeAll(blocks, writing, depth);
    return;
  }
  if (first.id !== undefined) writing.out.push(`<a${idOf(first)}></a>`);
  writeInline(first.content, writing);
  if (others.length > 0) writing.out.push('\n');
  writeAll(others, writing, depth);
}

function writeItem({ blocks, checked }: ListItem, writing: HtmlWriting, depth: number): void {
  const box =
    checked === undefined
      ? ''
      : `<input type="checkbox" disabled="disabled"${checked ? ' checked="checked"' : ''}/> `;
  writing.out.push(checked === undefined ? '<li>' : '<li class="task">', box);
  writeInner(blocks, writing, depth);
  writing.out.push('</li>\n');
}

// WHATWG HTML 4.9.11: maximum colspan.
const MAX_COLUMN_SPAN = 1_000;

function writeCell(
  cell: TreeCell,
  scope: 'col' | 'row' | undefined,
  rowsLeft: number,
  writing: HtmlWriting,
  depth: number,
): void {
  const name = scope === undefined ? 'td' : 'th';
  const ofScope = scope === undefined ? '' : ` scope="${scope}"`;
  if (typeof cell === 'string') {
    const text = escapeMarkup(cell).replaceAll('\n', '<br/>');
    const auto = RIGHT_TO_LEFT.test(cell) ? ' dir="auto"' : '';
    writing.out.push(`<${name}${ofScope}${auto}>${text}</${name}>`);
    return;
  }
  const columns = Math.min(MAX_COLUMN_SPAN, Math.floor(cell.column_span ?? 1));
  const rows = Math.min(rowsLeft, Math.floor(cell.row_span ?? 1));
  const spans = `${columns > 1 ? ` colspan="${columns}"` : ''}${rows > 1 ? ` rowspan="${rows}"` : ''}`;
  writing.out.push(`<${name}${ofScope}${spans}${alignment(cell.align)}>`);
  writeInner(cell.blocks, writing, depth);
  writing.out.push(`</${name}>`);
}

const langOf = ({ lang }: TreeBlock): string => (lang === undefined ? '' : ` lang="${escapeMarkup(lang)}"`);

/** The `id` attribute of a link target. */
const idOf = ({ id }: TreeBlock): string => (id === undefined ? '' : ` id="${escapeMarkup(id)}"`);

type Table = Extract<TreeBlock, { kind: 'table' }>;

function writeTable(block: Table, writing: HtmlWriting, depth: number): void {
  const { out } = writing;
  out.push(`<table${idOf(block)}>\n`);
  if (block.caption !== undefined) out.push(`<caption>${escapeMarkup(block.caption)}</caption>\n`);
  const headerRows = Math.min(block.header_rows, block.rows.length);
  const { header_columns: headerColumns = 0 } = block;
  const starts = headerColumns > 0 ? cellColumns(block.rows) : undefined;
  const part = (name: string, from: number, to: number): void => {
    if (from >= to) return;
    out.push(`<${name}>\n`);
    for (let row = from; row < to; row += 1) {
      out.push('<tr>');
      for (const [at, cell] of (block.rows[row] ?? []).entries()) {
        const isRowHeader = (starts?.[row]?.[at] ?? headerColumns) < headerColumns;
        const scope = name === 'thead' ? 'col' : isRowHeader ? 'row' : undefined;
        writeCell(cell, scope, to - row, writing, depth);
      }
      out.push('</tr>\n');
    }
    out.push(`</${name}>\n`);
  };
  part('thead', 0, headerRows);
  part('tbody', headerRows, block.rows.length);
  out.push('</table>\n');
}

// HTML, 4.4.5: the types of ordered lists, whose numbers are followed by a full stop.
const listTypes: Readonly<Record<string, string>> = nameTable({
  decimal: '1',
  lowerLetter: 'a',
  upperLetter: 'A',
  lowerRoman: 'i',
  upperRoman: 'I',
});

/** The type of an ordered list; undefined if HTML cannot show its labels as they are. */
function listType(list: Extract<TreeBlock, { kind: 'list' }>): string | undefined {
  const { format, prefix, suffix } = labelPattern(list) ?? {};
  return format !== undefined && prefix === '' && (suffix === '.' || suffix === '')
    ? listTypes[format]
    : undefined;
}

/** The bold of a term, which browsers do not show by themselves, stays. */
function writeDefinitions(
  block: Extract<TreeBlock, { kind: 'list' }>,
  writing: HtmlWriting,
  depth: number,
): void {
  const write = (name: string, blocks: readonly TreeBlock[]): void => {
    writing.out.push(`<${name}>`);
    writeInner(blocks, writing, depth);
    writing.out.push(`</${name}>\n`);
  };
  writing.out.push(`<dl${idOf(block)}>\n`);
  for (const { blocks, terms = 0 } of block.items) {
    for (const term of blocks.slice(0, terms)) write('dt', [term]);
    if (blocks.length > terms) write('dd', blocks.slice(terms));
  }
  writing.out.push('</dl>\n');
}

function writeList(block: Extract<TreeBlock, { kind: 'list' }>, writing: HtmlWriting, depth: number): void {
  const type = block.ordered ? listType(block) : undefined;
  if (block.ordered && type === undefined) {
    writing.out.push(`<ul${idOf(block)} class="labelled">\n`);
    for (const item of withLabelsAsText(block).items) writeItem(item, writing, depth);
    writing.out.push('</ul>\n');
    return;
  }
  if (!block.ordered && block.items.every(({ terms = 0 }) => terms > 0)) {
    writeDefinitions(block, writing, depth);
    return;
  }
  const name = block.ordered ? 'ol' : 'ul';
  const start = block.ordered && (block.start ?? 1) !== 1 ? ` start="${Math.floor(block.start ?? 1)}"` : '';
  writing.out.push(
    `<${name}${idOf(block)}${type === undefined || type === '1' ? '' : ` type="${type}"`}${start}>\n`,
  );
  for (const item of block.items) writeItem(item, writing, depth);
  writing.out.push(`</${name}>\n`);
}

// Browsers limit nesting to 512 elements. Deeper blocks are written as text.
const MAX_DEPTH = 150;

function writeBlock(block: TreeBlock, writing: HtmlWriting, depth: number): void {
  const { out, places } = writing;
  if (depth > MAX_DEPTH) {
    out.push(`<p>${escapeMarkup(cellText({ blocks: [block] }))}</p>\n`);
    return;
  }
  switch (block.kind) {
    case 'heading': {
      const name = `h${Math.min(6, Math.max(1, block.level))}`;
      const id = places.headingId(block);
      out.push(
        `<${name}${id === undefined ? '' : ` id="${escapeMarkup(id)}"`}${langOf(block)}${direction(block.content)}>`,
      );
      writeInline(headingLine(block), writing);
      out.push(`</${name}>\n`);
      break;
    }
    case 'paragraph':
      out.push(
        `<p${idOf(block)}${langOf(block)}${block.role === 'caption' ? ' class="caption"' : ''}${direction(block.content)}${alignment(block.align)}>`,
      );
      writeInline(block.content, writing);
      out.push('</p>\n');
      break;
    case 'list':
      writeList(block, writing, depth + 1);
      break;
    case 'table':
      writeTable(block, writing, depth + 1);
      break;
    case 'code': {
      const language = block.language?.replaceAll(/[^\w.+#-]+/g, '') ?? '';
      const attributes = language === '' ? '' : ` class="language-${language}"`;
      out.push(`<pre${idOf(block)}><code${attributes}>${escapeMarkup(block.text)}</code></pre>\n`);
      break;
    }
    case 'quote':
      out.push(`<blockquote${idOf(block)}>\n`);
      writeAll(block.blocks, writing, depth + 1);
      out.push('</blockquote>\n');
      break;
    case 'rule':
      out.push('<hr/>\n');
      break;
    case 'page_break':
      out.push('<div class="page-break"></div>\n');
      break;
  }
}

function writeAll(blocks: readonly TreeBlock[], writing: HtmlWriting, depth: number): void {
  for (const block of blocks) writeBlock(block, writing, depth);
}

/** Writes blocks as HTML that is also well-formed XML, for web pages and EPUB. */
export function writeHtmlBlocks(
  tree: DocumentTree,
  blocks: readonly TreeBlock[],
  places: HtmlPlaces,
  out: TextSink,
): void {
  writeAll(blocks, { tree, places, out, referred: new Set() }, 0);
}

/** Writes the notes as a list with back links. `addressBack` returns the URL of the reference to a note. */
export function writeHtmlNotes(
  tree: DocumentTree,
  places: HtmlPlaces,
  addressBack: (note: number) => string,
  out: TextSink,
): void {
  if (tree.notes.length === 0) return;
  const writing: HtmlWriting = { tree, places, out, referred: new Set(tree.notes.keys()) };
  writing.out.push('<section class="notes" role="doc-endnotes">\n<hr/>\n<ol>\n');
  for (const [index, note] of tree.notes.entries()) {
    writing.out.push(`<li id="note-${index + 1}">`);
    writeAll(note, writing, 1);
    const back = escapeMarkup(addressBack(index));
    writing.out.push(`<a role="doc-backlink" href="${back}">\u21a9</a></li>\n`);
  }
  writing.out.push('</ol>\n</section>\n');
}
