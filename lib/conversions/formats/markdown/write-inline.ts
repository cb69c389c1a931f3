import { appendAll } from '../../base/arrays.ts';
import { oneLine } from '../../document/clean-text.ts';
import type { Inline } from '../../document/document-tree.ts';
import { type MarkNode, nestStyles } from '../../document/nested-styles.ts';
import { safeHref } from '../../document/safe-href.ts';
import { trimLine } from '../../document/trim-line.ts';
import { type InlineToken, type Mark, writeMarks } from './emphasis.ts';
import { escapeText, longestRun, type TextSurroundings } from './escape-text.ts';

/** How inline content is written. */
export interface InlineStyle {
  /** Replacement for line breaks. */
  readonly lineBreak: string;
  /** Whether the line is part of a longer one, with whose signs its own may form pairs. */
  readonly isPart?: boolean;
  readonly isHeading?: boolean;
  /** Returns the URL of an image by index; undefined to write its alternative text instead. */
  readonly imageAddress: (image: number) => string | undefined;
}

/** A digit right after a formula, which would make its delimiters those of prices. */
const asEntity = (digit: string): string => `&#${digit.charCodeAt(0)};`;

const marks: readonly Mark[] = ['strike', 'bold', 'italic', 'superscript', 'subscript'];

/** Writes a code span with a fence longer than any run of backticks in it (CommonMark 0.31, 6.1). */
function codeSpan(text: string): string {
  const code = text.replaceAll(/\s+/g, ' ');
  if (code.trim() === '') return code === '' ? '' : ' ';
  const longest = longestRun(code, '`');
  const fence = '`'.repeat(longest + 1);
  const pad = code.startsWith('`') || code.endsWith('`') || (code.startsWith(' ') && code.endsWith(' '));
  return pad ? `${fence} ${code} ${fence}` : `${fence}${code}${fence}`;
}

/** Escapes a link destination. */
function linkTarget(href: string): string {
  const address = href.replaceAll(/[<>\s]/g, encodeURIComponent);
  return /[()\\]/.test(address) ? `<${address.replaceAll('\\', '%5C')}>` : address;
}

const isAutolink = (text: string, href: string): boolean =>
  (text === href && /^https?:\/\/[^\s<>]+$/.test(href)) ||
  (`mailto:${text}` === href && /^[\w.+-]+@[\w-]+(?:\.[\w-]+){1,20}$/.test(text));

/** Returns the characters that may form pairs in the block: those that occur twice, and those used as delimiters. */
function pairedSigns(content: readonly Inline[]): Set<string> {
  const counts = new Map<string, number>();
  const count = (sign: string, by: number): void => {
    counts.set(sign, (counts.get(sign) ?? 0) + by);
  };
  for (const piece of content) {
    if (piece.kind === 'math') count('$', 2);
    if (piece.kind !== 'text' && piece.kind !== 'image') continue;
    if (piece.kind === 'text') {
      if (piece.bold || piece.italic) count('*', 2);
      if (piece.strike) count('~', 2);
      if (piece.code) count('`', 2);
    }
    const text = piece.kind === 'text' ? piece.text : piece.alt;
    for (const [run] of text.matchAll(/\*+|_+|~+|`+|\$+|\^+|=+/g)) {
      if (run.startsWith('=')) count(run, 1);
      else count(run.charAt(0), run.length);
    }
  }
  return new Set([...counts].filter(([, number]) => number > 1).map(([sign]) => sign));
}

const allSigns: ReadonlySet<string> = new Set(['*', '_', '~', '`', '$', '^', '==']);

interface Writing {
  readonly content: readonly Inline[];
  readonly style: InlineStyle;
  readonly paired: ReadonlySet<string>;
  pairs: number;
}

/** Returns the adjacent character of a neighbour as it will be written. */
function edgeOf(piece: Inline | undefined, isLast: boolean, { lineBreak, isPart }: InlineStyle): string {
  if (piece === undefined) return isPart ? '<' : '';
  if (piece.kind === 'line_break') return (isLast ? lineBreak.at(-1) : lineBreak[0]) ?? '';
  if (piece.kind === 'math') return '$';
  if (piece.kind !== 'text') return isLast ? ')' : '[';
  if (safeHref(piece.href, { allowRelative: true }) !== undefined) return isLast ? ')' : '[';
  if (piece.code) return '`';
  return (isLast ? piece.text.at(-1) : piece.text[0]) ?? '';
}

function writePiece(writing: Writing, at: number, isLink: boolean): string {
  const { content, style, paired } = writing;
  const piece = content[at];
  if (piece === undefined) return '';
  const around = (isInBrackets: boolean, isMarked: boolean): TextSurroundings => ({
    before: edgeOf(content[at - 1], true, style),
    after: edgeOf(content[at + 1], false, style),
    paired,
    isLink: isInBrackets,
    isMarked,
    isHeading: style.isHeading === true,
  });
  switch (piece.kind) {
    case 'text': {
      // A code span has no escapes: in a link, `]:` could end the label of a definition; in a cell, `\|` could end the cell.
      const isCell = style.lineBreak === '<br>';
      const isTagged =
        piece.code && ((isLink && piece.text.includes(']:')) || (isCell && piece.text.includes('\\|')));
      if (piece.code && !isTagged) return codeSpan(piece.text);
      const isMarked = isLink || marks.some((mark) => piece[mark] === true);
      const text = oneLine(piece.text);
      const escaped = escapeText(text, around(isLink, isMarked));
      if (isTagged) return `<code>${escaped}</code>`;
      return content[at - 1]?.kind === 'math' ? escaped.replace(/^\d/, asEntity) : escaped;
    }
    case 'line_break':
      return style.lineBreak;
    case 'image': {
      const address = style.imageAddress(piece.image);
      const alt = escapeText(oneLine(piece.alt), around(true, true));
      return address === undefined ? alt : `![${alt}](${address})`;
    }
    case 'note':
      return `[^${piece.note + 1}]`;
    case 'math': {
      const tex = piece.tex.trim().replaceAll(/\s+/g, ' ');
      if (tex === '') return '';
      return piece.display ? `$$${tex}$$` : `$${tex}$`;
    }
  }
}

/** Moves leading and trailing white space out of a mark, so that its delimiters are recognized. */
function wrap(inner: InlineToken[], wrapWith: (core: InlineToken[]) => InlineToken[]): InlineToken[] {
  const lead: string[] = [];
  const trail: string[] = [];
  let skipped = 0;
  for (let first = inner[0]; typeof first === 'string' && first.trim() === ''; first = inner[skipped]) {
    lead.push(first);
    skipped += 1;
  }
  const core = inner.slice(skipped);
  const [first] = core;
  if (typeof first === 'string') {
    core[0] = first.trimStart();
    lead.push(first.slice(0, first.length - core[0].length));
  }
  for (let last = core.at(-1); typeof last === 'string' && /\s$/.test(last); last = core.at(-1)) {
    const text = last.trimEnd();
    trail.unshift(last.slice(text.length));
    if (text !== '') {
      core[core.length - 1] = text;
      break;
    }
    core.pop();
  }
  return core.length === 0 ? [...lead, ...trail] : [...lead, ...wrapWith(core), ...trail];
}

function writeNodes(writing: Writing, nodes: readonly MarkNode[], isLink: boolean): InlineToken[] {
  const tokens: InlineToken[] = [];
  for (const node of nodes) {
    if (node.kind === 'piece') tokens.push(writePiece(writing, node.at, isLink));
    else if (node.kind === 'mark') appendAll(tokens, writeMark(writing, node, isLink));
    else appendAll(tokens, writeLink(writing, node));
  }
  return tokens.filter((token) => token !== '');
}

type MarkedNode = Extract<MarkNode, { kind: 'mark' }>;
type LinkNode = Extract<MarkNode, { kind: 'link' }>;

const isMark = (mark: MarkedNode['mark']): mark is Mark => marks.some((known) => known === mark);

function writeMark(writing: Writing, { mark, nodes }: MarkedNode, isLink: boolean): InlineToken[] {
  const inner = writeNodes(writing, nodes, isLink);
  if (!isMark(mark)) return inner;
  return wrap(inner, (core) => {
    writing.pairs += 1;
    const pair = writing.pairs;
    return [{ mark, isOpening: true, pair }, ...core, { mark, isOpening: false, pair }];
  });
}

function writeLink(writing: Writing, { href, nodes }: LinkNode): InlineToken[] {
  const [only, ...others] = nodes;
  const piece = only?.kind === 'piece' && others.length === 0 ? only.piece : undefined;
  const text = piece?.kind === 'text' && !piece.code ? piece.text : '';
  return wrap(writeNodes(writing, nodes, true), (core) =>
    isAutolink(text, href) ? [`<${text}>`] : ['[', ...core, `](${linkTarget(href)})`],
  );
}

/** Text that differs only in what Markdown does not show is one run: two code spans side by side would be read as one. */
const withoutOtherStyles = (piece: Inline): Inline =>
  piece.kind === 'text' && piece.underline ? { ...piece, underline: undefined } : piece;

/** Writes inline content as GitHub Flavored Markdown, trimmed. */
export function writeInline(content: readonly Inline[], style: InlineStyle): string {
  const pieces = trimLine(content.map(withoutOtherStyles));
  const writing: Writing = {
    content: pieces,
    style,
    paired: style.isPart ? allSigns : pairedSigns(pieces),
    pairs: 0,
  };
  const nodes = nestStyles(pieces, marks, (href) => safeHref(href, { allowRelative: true }));
  return writeMarks(writeNodes(writing, nodes, false)).trim();
}
