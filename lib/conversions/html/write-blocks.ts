import { cleanText } from '../documents/clean-text.ts';
import type { DocumentTree, Inline, ListItem, TreeBlock, TreeCell } from '../documents/document-tree.ts';
import { cellText } from '../documents/flatten-tree.ts';
import { joinRuns, type Mark, type MarkNode, markTree } from '../documents/mark-tree.ts';
import { safeHref } from '../documents/safe-href.ts';

/** What the places of a document are called where it is written to. */
export interface HtmlPlaces {
  /** Address of a picture by its index; undefined where its alternative text stands for it. */
  readonly imageAddress: (image: number) => string | undefined;
  /** The identifier of a heading, where it has one. */
  readonly headingId: (block: TreeBlock) => string | undefined;
  /** Where a link inside the document leads, by its name without `#`; undefined where there is no such place. */
  readonly localAddress: (name: string) => string | undefined;
  /** Address of a note by its index, and the identifier of the reference to it; none where a file has no notes. */
  readonly noteAddress: (note: number) => string;
  /** A formula in MathML; undefined where its TeX stands for it. */
  readonly formula: (tex: string, isDisplay: boolean) => string | undefined;
}

const signs: Readonly<Record<string, string>> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' };

/** Text as it stands in HTML and XML, in elements and in quoted attributes. */
export const escapeHtml = (text: string): string =>
  cleanText(text).replaceAll(/[&<>"]/g, (sign) => signs[sign] ?? sign);

const tags: Readonly<Record<Mark, string>> = {
  bold: 'strong',
  italic: 'em',
  underline: 'u',
  strike: 's',
  superscript: 'sup',
  subscript: 'sub',
  code: 'code',
};
const marks: readonly Mark[] = ['bold', 'italic', 'underline', 'strike', 'superscript', 'subscript', 'code'];

const RIGHT_TO_LEFT = /[\u0590-\u08ff\ufb1d-\ufdff\ufe70-\ufefc]/;

interface Writing {
  readonly tree: DocumentTree;
  readonly places: HtmlPlaces;
  readonly out: string[];
  /** Notes that were referred to already: an identifier stands once. */
  readonly referred: Set<number>;
}

const PIXELS_PER_POINT = 96 / 72;

function imageTag(piece: Extract<Inline, { kind: 'image' }>, { tree, places }: Writing): string {
  const address = places.imageAddress(piece.image);
  if (address === undefined) return escapeHtml(piece.alt);
  const image = tree.images[piece.image];
  const [width, height] =
    piece.widthPoints !== undefined
      ? [piece.widthPoints * PIXELS_PER_POINT, (piece.heightPoints ?? 0) * PIXELS_PER_POINT]
      : [image?.widthPixels ?? 0, image?.heightPixels ?? 0];
  const size = Object.entries({ width, height })
    .filter(([, length]) => length >= 1)
    .map(([name, length]) => ` ${name}="${Math.round(length)}"`);
  return `<img src="${escapeHtml(address)}" alt="${escapeHtml(piece.alt)}"${size.join('')}/>`;
}

function writePiece(piece: Inline, writing: Writing): void {
  const { out, places, referred } = writing;
  switch (piece.kind) {
    case 'text':
      out.push(escapeHtml(piece.text));
      break;
    case 'line_break':
      out.push('<br/>');
      break;
    case 'image':
      out.push(imageTag(piece, writing));
      break;
    case 'math':
      out.push(
        places.formula(piece.tex, piece.display === true) ??
          `<code class="math">${escapeHtml(piece.tex)}</code>`,
      );
      break;
    case 'note': {
      const number = piece.note + 1;
      const id = referred.has(piece.note) ? '' : ` id="ref-${number}"`;
      referred.add(piece.note);
      out.push(
        `<sup><a${id} role="doc-noteref" href="${escapeHtml(places.noteAddress(piece.note))}">${number}</a></sup>`,
      );
    }
  }
}

function writeNodes(nodes: readonly MarkNode[], writing: Writing): void {
  for (const node of nodes) {
    if (node.kind === 'piece') {
      writePiece(node.piece, writing);
      continue;
    }
    const [name, attributes] =
      node.kind === 'link' ? ['a', ` href="${escapeHtml(node.href)}"`] : [tags[node.mark], ''];
    writing.out.push(`<${name}${attributes}>`);
    writeNodes(node.nodes, writing);
    writing.out.push(`</${name}>`);
  }
}

function writeInline(content: readonly Inline[], writing: Writing): void {
  const nodes = markTree(joinRuns(content), marks, (href) => {
    const address = safeHref(href);
    return address?.startsWith('#') ? writing.places.localAddress(address.slice(1)) : address;
  });
  writeNodes(nodes, writing);
}

const direction = (content: readonly Inline[]): string =>
  content.some((piece) => piece.kind === 'text' && RIGHT_TO_LEFT.test(piece.text)) ? ' dir="auto"' : '';

const alignment = (align: string | undefined): string =>
  align === undefined || align === 'left' ? '' : ` style="text-align:${align}"`;

/** Blocks of an item or a cell; a single paragraph, with lists behind it, needs no element of its own. */
function writeInner(blocks: readonly TreeBlock[], writing: Writing, depth: number): void {
  const [first, ...others] = blocks;
  if (first?.kind !== 'paragraph' || others.some(({ kind }) => kind !== 'list')) {
    writeAll(blocks, writing, depth);
    return;
  }
  writeInline(first.content, writing);
  if (others.length > 0) writing.out.push('\n');
  writeAll(others, writing, depth);
}

function writeItem({ blocks, checked }: ListItem, writing: Writing, depth: number): void {
  const box =
    checked === undefined
      ? ''
      : `<input type="checkbox" disabled="disabled"${checked ? ' checked="checked"' : ''}/> `;
  writing.out.push(checked === undefined ? '<li>' : '<li class="task">', box);
  writeInner(blocks, writing, depth);
  writing.out.push('</li>\n');
}

// WHATWG HTML 4.9.11: what browsers take a span for at most.
const MAX_COLUMN_SPAN = 1_000;

function writeCell(cell: TreeCell, isHead: boolean, rowsLeft: number, writing: Writing, depth: number): void {
  const name = isHead ? 'th' : 'td';
  const scope = isHead ? ' scope="col"' : '';
  if (typeof cell === 'string') {
    const text = escapeHtml(cell).replaceAll('\n', '<br/>');
    const auto = RIGHT_TO_LEFT.test(cell) ? ' dir="auto"' : '';
    writing.out.push(`<${name}${scope}${auto}>${text}</${name}>`);
    return;
  }
  const columns = Math.min(MAX_COLUMN_SPAN, Math.floor(cell.columnSpan ?? 1));
  const rows = Math.min(rowsLeft, Math.floor(cell.rowSpan ?? 1));
  const spans = `${columns > 1 ? ` colspan="${columns}"` : ''}${rows > 1 ? ` rowspan="${rows}"` : ''}`;
  writing.out.push(`<${name}${scope}${spans}${alignment(cell.align)}>`);
  writeInner(cell.blocks, writing, depth);
  writing.out.push(`</${name}>`);
}

function writeTable(block: Extract<TreeBlock, { kind: 'table' }>, writing: Writing, depth: number): void {
  const { out } = writing;
  out.push('<table>\n');
  if (block.caption !== undefined) out.push(`<caption>${escapeHtml(block.caption)}</caption>\n`);
  const heads = Math.min(block.headerRows, block.rows.length);
  const part = (name: string, from: number, to: number): void => {
    if (from >= to) return;
    out.push(`<${name}>\n`);
    for (let row = from; row < to; row += 1) {
      out.push('<tr>');
      for (const cell of block.rows[row] ?? []) writeCell(cell, name === 'thead', to - row, writing, depth);
      out.push('</tr>\n');
    }
    out.push(`</${name}>\n`);
  };
  part('thead', 0, heads);
  part('tbody', heads, block.rows.length);
  out.push('</table>\n');
}

function writeList(block: Extract<TreeBlock, { kind: 'list' }>, writing: Writing, depth: number): void {
  const name = block.ordered ? 'ol' : 'ul';
  const start = block.ordered && (block.start ?? 1) !== 1 ? ` start="${Math.floor(block.start ?? 1)}"` : '';
  writing.out.push(`<${name}${start}>\n`);
  for (const item of block.items) writeItem(item, writing, depth);
  writing.out.push(`</${name}>\n`);
}

// Browsers stop at 512 elements inside each other; what is deeper stands there as text.
const MAX_DEPTH = 150;

function writeBlock(block: TreeBlock, writing: Writing, depth: number): void {
  const { out, places } = writing;
  if (depth > MAX_DEPTH) {
    out.push(`<p>${escapeHtml(cellText({ blocks: [block] }))}</p>\n`);
    return;
  }
  switch (block.kind) {
    case 'heading': {
      const name = `h${Math.min(6, Math.max(1, block.level))}`;
      const id = places.headingId(block);
      out.push(`<${name}${id === undefined ? '' : ` id="${escapeHtml(id)}"`}${direction(block.content)}>`);
      writeInline(block.content, writing);
      out.push(`</${name}>\n`);
      break;
    }
    case 'paragraph':
      out.push(`<p${direction(block.content)}${alignment(block.align)}>`);
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
      out.push(`<pre><code${attributes}>${escapeHtml(block.text)}</code></pre>\n`);
      break;
    }
    case 'quote':
      out.push('<blockquote>\n');
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

function writeAll(blocks: readonly TreeBlock[], writing: Writing, depth: number): void {
  for (const block of blocks) writeBlock(block, writing, depth);
}

/** Blocks in HTML that is well-formed XML too, and so fits in pages and in books. */
export function writeHtmlBlocks(
  tree: DocumentTree,
  blocks: readonly TreeBlock[],
  places: HtmlPlaces,
): string {
  const writing: Writing = { tree, places, out: [], referred: new Set() };
  writeAll(blocks, writing, 0);
  return writing.out.join('');
}

/** The notes of a document as a list, each with a link back; `addressBack` by the note's index. */
export function writeHtmlNotes(
  tree: DocumentTree,
  places: HtmlPlaces,
  addressBack: (note: number) => string,
): string {
  if (tree.notes.length === 0) return '';
  const writing: Writing = { tree, places, out: [], referred: new Set(tree.notes.keys()) };
  writing.out.push('<section class="notes" role="doc-endnotes">\n<hr/>\n<ol>\n');
  for (const [index, note] of tree.notes.entries()) {
    writing.out.push(`<li id="note-${index + 1}">`);
    writeAll(note, writing, 1);
    const back = escapeHtml(addressBack(index));
    writing.out.push(`<a role="doc-backlink" href="${back}">\u21a9</a></li>\n`);
  }
  writing.out.push('</ol>\n</section>\n');
  return writing.out.join('');
}
