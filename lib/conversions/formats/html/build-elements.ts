import type { HtmlElement, HtmlNode } from './html-node.ts';
import { checkNodes } from './tree-builder.ts';

/** Content of an element: text, elements and lists of content. An empty string stands for none. */
export type Content = HtmlNode | readonly Content[];

const isNode = (content: Content): content is HtmlNode => typeof content === 'string' || 'name' in content;

function append(nodes: HtmlNode[], content: Content): HtmlNode[] {
  const last = nodes.at(-1);
  if (!isNode(content)) for (const part of content) append(nodes, part);
  else if (typeof content === 'string' && typeof last === 'string') nodes[nodes.length - 1] = last + content;
  else if (content !== '') nodes.push(content);
  return nodes;
}

/** The nodes of content in document order, with neighbouring text joined. */
export const nodesOf = (content: Content): HtmlNode[] => append([], content);

/** Creates an element. Leaves out attributes that are undefined. */
export function h(
  name: string,
  content: Content = '',
  attributes: Readonly<Record<string, string | undefined>> = {},
): HtmlElement {
  const own: Record<string, string> = Object.create(null);
  for (const [key, value] of Object.entries(attributes)) if (value !== undefined) own[key] = value;
  return { name, attributes: own, children: nodesOf(content) };
}

/** A formula in TeX. */
export const texElement = (tex: string, isBlock: boolean): HtmlElement =>
  h('math', h('annotation', tex, { encoding: 'application/x-tex' }), {
    display: isBlock ? 'block' : undefined,
  });

/** Creates a code block. `language` is empty if it is unknown. */
export const codeElement = (code: string, language = ''): HtmlElement =>
  h('pre', h('code', code, { class: language === '' ? undefined : `language-${language}` }));

/** Creates a link target. */
export const anchor = (id: string): HtmlElement => h('a', '', { id });

/** Creates a reference to the note with this id. */
export const noteReference = (id: string, label: string): HtmlElement =>
  h('a', label, { role: 'doc-noteref', href: `#${id}` });

/** Creates the notes section at the end of a page from notes by id. */
export const notesElement = (notes: Iterable<readonly [id: string, content: Content]>): HtmlElement =>
  h(
    'section',
    h(
      'ol',
      Array.from(notes, ([id, content]) => h('li', content, { id })),
    ),
    {
      role: 'doc-endnotes',
    },
  );

/** Creates a block with a bold title, such as a warning. */
export const titledQuote = (title: Content, content: Content): HtmlElement =>
  h('blockquote', [h('p', h('strong', title)), content]);

/** Creates a table whose first rows are its header. */
export const tableElement = (
  rows: readonly HtmlElement[],
  headerRows: number,
  caption: Content = '',
): HtmlElement =>
  h('table', [
    h('caption', caption),
    h('thead', rows.slice(0, headerRows)),
    h('tbody', rows.slice(headerRows)),
  ]);

/** Findings of a reader of a line-based format, besides the content. */
export interface LineReading {
  /** Kinds of content that were left out. */
  readonly leftOut: Set<string>;
  readonly warnings: Set<string>;
  /** Counts nodes of the page. Throws ConversionError `too_complex` if there are too many. */
  readonly count: (nodes?: number) => void;
}

export function createLineReading(): LineReading {
  let nodes = 0;
  return {
    leftOut: new Set(),
    warnings: new Set(),
    count: (more = 1) => {
      nodes += more;
      checkNodes(nodes);
    },
  };
}

/** Lines at one level of indentation, and the number of blocks around them. */
export interface Part {
  readonly lines: readonly string[];
  readonly depth: number;
}

// Maximum depth of nested blocks; deeper ones become text.
const MAX_DEPTH = 40;

/** Returns the plain text of a part that is nested too deeply; undefined for other parts. */
export function flattened({ lines, depth }: Part, { warnings }: LineReading): Content | undefined {
  if (depth <= MAX_DEPTH) return undefined;
  warnings.add(`Content nested deeper than ${MAX_DEPTH} levels was flattened.`);
  return h('p', lines.join('\n'));
}

/** A read piece of content, and its end as an index into the text or the lines. */
export interface Piece {
  readonly content: Content;
  readonly end: number;
  /** Its start, if that is before the sign. */
  readonly start?: number;
}

/**
 * Reads a text with inline markup.
 *
 * @param pieceAt reads the markup at a match of `signs`. `plain` is the start of the plain text before the match. Returns undefined
 *   if the match is plain text too.
 */
export function readPieces(
  text: string,
  signs: RegExp,
  { count }: Pick<LineReading, 'count'>,
  pieceAt: (at: number, sign: string, plain: number) => Piece | undefined,
): Content {
  const out: Content[] = [];
  let plain = 0;
  for (let found = signs.exec(text); found !== null; found = signs.exec(text)) {
    const piece = pieceAt(found.index, found[0], plain);
    if (piece === undefined) continue;
    // The element, its text and the text before it.
    if (typeof piece.content !== 'string') count(3);
    out.push(text.slice(plain, piece.start ?? found.index), piece.content);
    plain = piece.end;
    signs.lastIndex = piece.end;
  }
  out.push(text.slice(plain));
  return out;
}
