import { oneLine } from '../documents/clean-text.ts';
import type { Inline } from '../documents/document-tree.ts';
import { safeHref } from '../documents/safe-href.ts';
import { type InlineToken, type Mark, writeMarks } from './emphasis.ts';
import { escapeText } from './escape-text.ts';

/** How pieces of a line are written. */
export interface InlineStyle {
  /** What a line break becomes. */
  readonly lineBreak: string;
  /** Address of a picture by its index; undefined where its alternative text stands for it. */
  readonly imageAddress: (image: number) => string | undefined;
}

type TextRun = Extract<Inline, { kind: 'text' }>;

const marks: readonly Mark[] = ['strike', 'bold', 'italic', 'superscript', 'subscript'];

/** Code with a fence longer than any in it (CommonMark 0.31, 6.1). */
function codeSpan(text: string): string {
  const code = text.replaceAll(/\s+/g, ' ');
  if (code.trim() === '') return code === '' ? '' : ' ';
  const longest = Math.max(0, ...Array.from(code.matchAll(/`+/g), ([run]) => run.length));
  const fence = '`'.repeat(longest + 1);
  const pad = code.startsWith('`') || code.endsWith('`') || (code.startsWith(' ') && code.endsWith(' '));
  return pad ? `${fence} ${code} ${fence}` : `${fence}${code}${fence}`;
}

/** An address as it may stand in parentheses. */
function linkTarget(href: string): string {
  const address = href.replaceAll(/[<>\s]/g, encodeURIComponent);
  return /[()\\]/.test(address) ? `<${address.replaceAll('\\', '%5C')}>` : address;
}

const isAutolink = (text: string, href: string): boolean =>
  (text === href && /^https?:\/\/[^\s<>]+$/.test(href)) ||
  (`mailto:${text}` === href && /^[\w.+-]+@[\w-]+(?:\.[\w-]+)+$/.test(text));

/** Signs that may find a partner in the block: those there twice, and those its own marks are written with. */
function pairedSigns(content: readonly Inline[]): Set<string> {
  const counts = new Map<string, number>();
  const count = (sign: string, by: number): void => {
    counts.set(sign, (counts.get(sign) ?? 0) + by);
  };
  for (const piece of content) {
    if (piece.kind === 'math') count('$', 2);
    if (piece.kind !== 'text') continue;
    if (piece.bold || piece.italic) count('*', 2);
    if (piece.strike) count('~', 2);
    if (piece.code) count('`', 2);
    else for (const [run] of piece.text.matchAll(/\*+|_+|~+|`+|\$+/g)) count(run.charAt(0), run.length);
  }
  return new Set([...counts].filter(([, number]) => number > 1).map(([sign]) => sign));
}

interface Writing {
  readonly content: readonly Inline[];
  readonly style: InlineStyle;
  readonly paired: ReadonlySet<string>;
  readonly tokens: InlineToken[];
  pairs: number;
}

/** The character at the edge of a neighbour, as it will be written. */
function edgeOf(piece: Inline | undefined, isLast: boolean): string {
  if (piece === undefined) return '';
  if (piece.kind === 'line_break') return '\n';
  if (piece.kind === 'math') return '$';
  if (piece.kind !== 'text') return isLast ? ')' : '[';
  if (piece.code) return '`';
  if (piece.href !== undefined && safeHref(piece.href) !== undefined) return isLast ? ')' : '[';
  return (isLast ? piece.text.at(-1) : piece.text[0]) ?? '';
}

function writePiece(writing: Writing, at: number, isLink: boolean): string {
  const { content, style, paired } = writing;
  const piece = content[at];
  if (piece === undefined) return '';
  const before = (): string => edgeOf(content[at - 1], true);
  const after = (): string => edgeOf(content[at + 1], false);
  switch (piece.kind) {
    case 'text': {
      if (piece.code) return codeSpan(piece.text);
      const text = oneLine(piece.text);
      return escapeText(text, { before: before(), after: after(), paired, isLink });
    }
    case 'line_break':
      return style.lineBreak;
    case 'image': {
      const address = style.imageAddress(piece.image);
      const alt = escapeText(oneLine(piece.alt), {
        before: before(),
        after: after(),
        paired,
        isLink: true,
      });
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

const has = (piece: Inline | undefined, mark: Mark): piece is TextRun =>
  piece?.kind === 'text' && piece[mark] === true;

function firstBeyond(from: number, end: number, belongs: (at: number) => boolean): number {
  let at = from;
  while (at < end && belongs(at)) at += 1;
  return at;
}

/** Sets white space at the edges of marked text outside, where delimiters are read. */
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
  const all = core.length === 0 ? [...lead, ...trail] : [...lead, ...wrapWith(core), ...trail];
  return all.filter((token) => token !== '');
}

/** Pushes one by one: arguments of a call would not hold a paragraph of a hundred thousand pieces. */
function append(tokens: InlineToken[], more: readonly InlineToken[]): void {
  for (const token of more) tokens.push(token);
}

/** Pieces from `from` to `end`: of the marks each has left, the one that reaches furthest is set around the others. */
function writeRange(
  writing: Writing,
  from: number,
  end: number,
  open: readonly Mark[],
  isLink: boolean,
): InlineToken[] {
  const { content } = writing;
  const out: InlineToken[] = [];
  let at = from;
  while (at < end) {
    const reach = marks
      .filter((mark) => !open.includes(mark) && has(content[at], mark))
      .map((mark) => ({ mark, to: firstBeyond(at, end, (other) => has(content[other], mark)) }))
      .reduce<{ mark: Mark; to: number } | undefined>(
        (best, next) => (best === undefined || next.to > best.to ? next : best),
        undefined,
      );
    if (reach === undefined) {
      const text = writePiece(writing, at, isLink);
      if (text !== '') out.push(text);
      at += 1;
      continue;
    }
    const { mark, to } = reach;
    const inner = writeRange(writing, at, to, [...open, mark], isLink);
    append(
      out,
      wrap(inner, (core) => {
        writing.pairs += 1;
        const pair = writing.pairs;
        return [{ mark, isOpening: true, pair }, ...core, { mark, isOpening: false, pair }];
      }),
    );
    at = to;
  }
  return out;
}

/** Pieces that share an address, as one link. */
function writeLinks(writing: Writing): void {
  const { content, tokens } = writing;
  const hrefOf = (at: number): string | undefined => {
    const piece = content[at];
    return piece?.kind === 'text' ? safeHref(piece.href, { takesRelative: true }) : undefined;
  };
  let at = 0;
  while (at < content.length) {
    const href = hrefOf(at);
    const to = firstBeyond(at, content.length, (other) => hrefOf(other) === href);
    const inner = writeRange(writing, at, to, [], href !== undefined);
    if (href === undefined) append(tokens, inner);
    else {
      const only = content[at];
      const text = only?.kind === 'text' && to === at + 1 && !only.code ? only.text : '';
      append(
        tokens,
        wrap(inner, (core) =>
          isAutolink(text, href) ? [`<${text}>`] : ['[', ...core, `](${linkTarget(href)})`],
        ),
      );
    }
    at = to;
  }
}

/** Neighbours of the same looks as one piece, and no empty ones. */
function joinRuns(content: readonly Inline[]): Inline[] {
  const joined: Inline[] = [];
  for (const piece of content) {
    const last = joined.at(-1);
    if (piece.kind === 'text' && piece.text === '') continue;
    if (
      piece.kind === 'text' &&
      last?.kind === 'text' &&
      piece.href === last.href &&
      piece.code === last.code &&
      marks.every((mark) => piece[mark] === last[mark])
    )
      joined[joined.length - 1] = { ...last, text: last.text + piece.text };
    else joined.push(piece);
  }
  return joined;
}

/** A line in GitHub-flavoured markdown, without white space at its ends. */
export function writeInline(content: readonly Inline[], style: InlineStyle): string {
  const pieces = joinRuns(content);
  while (pieces.at(-1)?.kind === 'line_break') pieces.pop();
  while (pieces[0]?.kind === 'line_break') pieces.shift();
  const writing: Writing = { content: pieces, style, paired: pairedSigns(pieces), tokens: [], pairs: 0 };
  writeLinks(writing);
  return writeMarks(writing.tokens).trim();
}
