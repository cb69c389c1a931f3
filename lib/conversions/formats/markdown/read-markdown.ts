import type { MarkdownIt, Token } from 'markdown-it';
import type { TreeBlock } from '../../document/document-tree.ts';
import { createFlow, flush, type HtmlTextStyle } from '../html/flow.ts';
import type { HtmlElement } from '../html/html-node.ts';
import { leftOutElements } from '../html/left-out-elements.ts';
import { type HtmlParts, loadHtmlParts } from '../html/parse-html.ts';
import { type HtmlReading, readNodes } from '../html/read-elements.ts';
import { linkResolver, type ReadHtml, type ReadHtmlOptions, readHtml } from '../html/read-html.ts';
import { checkNodes } from '../html/tree-builder.ts';
import { loadMarkdown, noteIdOf, notePlace, notesOf, unusedNotes } from './parse-markdown.ts';
import { isInlineHtml, nodesOf } from './token-nodes.ts';

// Always the same object, so that adjacent runs are joined.
const plainStyle: HtmlTextStyle = {};

const isHtml = ({ type, children }: Token): boolean =>
  type === 'html_block' || (children?.some(isInlineHtml) ?? false);

// HTML notes and `base` elements affect the whole document.
const WHOLE_PAGE = /note-?ref|<base\b/i;

const needsPage = ({ content, children }: Token): boolean =>
  children === null
    ? WHOLE_PAGE.test(content)
    : children.some((piece) => isInlineHtml(piece) && WHOLE_PAGE.test(piece.content));

/** Numbers notes by `id` in reference order: first those in the text, then those in notes. */
function numberNotes(
  tokens: readonly Token[],
  notes: readonly (readonly Token[])[],
  first: number,
): Map<number, number> {
  const numbers = new Map<number, number>();
  if (notes.length === 0) return numbers;
  for (const part of [tokens, ...notes])
    for (const { children } of part)
      for (const piece of children ?? []) {
        if (piece.type !== 'footnote_ref') continue;
        const id = noteIdOf(piece);
        if (notes[id] !== undefined && !numbers.has(id)) numbers.set(id, first + numbers.size);
      }
  return numbers;
}

/** Returns the index after the block that starts at a token. */
function endOf(tokens: readonly Token[], from: number): number {
  let depth = 0;
  for (let at = from; at < tokens.length; at += 1) {
    depth += tokens[at]?.nesting ?? 0;
    if (depth <= 0) return at + 1;
  }
  return tokens.length;
}

function render(markdown: MarkdownIt, tokens: Token[]): string {
  return markdown.renderer.render(tokens, markdown.options, {});
}

interface Readings {
  readonly markdown: MarkdownIt;
  readonly html: HtmlReading;
  readonly createParts: () => HtmlParts;
  /** What was read as HTML. */
  readonly elements: HtmlElement[];
}

/**
 * Reads blocks in order: those without HTML as elements, the others through the HTML parser. An unclosed element includes the
 * blocks after it.
 */
function readParts(
  tokens: readonly Token[],
  { markdown, html, createParts, elements }: Readings,
): TreeBlock[] {
  const flow = createFlow();
  let open: HtmlParts | undefined;
  const close = ({ root }: HtmlParts): void => {
    elements.push(root);
    readNodes(root.children, flow, plainStyle, html);
    open = undefined;
  };
  let end = 0;
  for (let at = 0; at < tokens.length; at = end) {
    end = endOf(tokens, at);
    const block = tokens.slice(at, end);
    // Notes are read separately, regardless of unclosed elements.
    if (block[0]?.type === 'notes') break;
    if (open === undefined && !block.some(isHtml)) {
      readNodes(nodesOf(block, markdown), flow, plainStyle, html);
      continue;
    }
    open ??= createParts();
    open.write(render(markdown, block));
    if (open.depth() === 0) close(open);
  }
  if (open !== undefined) close(open);
  flush(flow);
  return flow.blocks;
}

const countTokens = (tokens: readonly Token[]): number =>
  tokens.reduce((sum, { children }) => sum + 1 + (children?.length ?? 0), 0);

/** Reads a Markdown document. Throws ConversionError `too_complex` if it has too many tokens. */
export async function readMarkdown(
  text: string,
  {
    placeImage,
    firstNote = 0,
  }: Pick<ReadHtmlOptions, 'placeImage'> & Partial<Pick<ReadHtmlOptions, 'firstNote'>>,
): Promise<Pick<ReadHtml, 'blocks' | 'notes' | 'leftOut'>> {
  const markdown = await loadMarkdown();
  const tokens = markdown.parse(text, {});
  const resolveRelative = (href: string): string => href;
  const notes = notesOf(tokens);
  const unused = unusedNotes(tokens);
  const leftOutNotes = Array.from({ length: unused }, () => 'unused footnote');
  const parts = [tokens, ...notes];
  if (parts.some((part) => part.some((token) => isHtml(token) && needsPage(token)))) {
    const page = { placeImage, resolveRelative, firstNote };
    const { blocks, notes: pageNotes, leftOut } = await readHtml(render(markdown, tokens), page);
    return { blocks, notes: pageNotes, leftOut: [...leftOutNotes, ...leftOut] };
  }
  checkNodes(parts.reduce((sum, part) => sum + countTokens(part), 0));
  const noteNumbers = numberNotes(tokens, notes, firstNote);
  const readings: Readings = {
    markdown,
    html: {
      resolveLink: linkResolver(undefined, resolveRelative),
      placeImage,
      anchorOf: (id) => id,
      noteNumbers: new Map([...noteNumbers].map(([id, number]) => [notePlace(id), number])),
      elsewhere: new Set(),
    },
    createParts: await loadHtmlParts(),
    elements: [],
  };
  return {
    blocks: readParts(tokens, readings),
    notes: [...noteNumbers.keys()].map((id) => readParts(notes[id] ?? [], readings)),
    leftOut: [...leftOutNotes, ...leftOutElements({ name: '', attributes: {}, children: readings.elements })],
  };
}
