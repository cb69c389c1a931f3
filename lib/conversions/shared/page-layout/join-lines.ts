import { type Inline, textRun } from '../../document/document-tree.ts';
import { haveSameStyle } from '../../document/merge-runs.ts';
import type { KnownWords } from '../text/known-words.ts';
import { lineSeam } from '../text/line-seam.ts';
import { isProse } from '../text/prose.ts';
import { plainGlyphs, shortLeaders } from './glyphs.ts';
import { endsEarly, isAtRight, isHyphenated, justifiedEdges, type LineEdges } from './text-blocks.ts';
import type { Span, TextLine } from './text-line.ts';

// Minimum characters of the parts of a URL at two line ends; fewer can match by chance.
const MIN_URL_PARTS = 8;
/** Maximum characters of a word or URL at the seam of two lines. */
export const LONGEST_WORD = 100;
const STARTS_SMALL = /^\s*\p{Ll}/u;
// Minimum lines of a list of short entries, such as an address. None starts as a line within a sentence, but for addresses.
const MIN_ENTRIES = 3;
const STARTS_ENTRY = /^ {0,4}(?:[^\s\p{Ll}\p{Lo}]|[^\s@/]{1,60}[@/])/u;

/** Converts a span. White space at its ends gets no style. */
function toInlines(span: Span): Inline[] {
  const text = shortLeaders(plainGlyphs(span.text)).replaceAll(/ {2,}/g, ' ');
  const style = {
    ...(span.bold ? { bold: true as const } : {}),
    ...(span.italic ? { italic: true as const } : {}),
    ...(span.mono ? { code: true as const } : {}),
    ...(span.strike ? { strike: true as const } : {}),
    ...(span.superscript ? { superscript: true as const } : {}),
    ...(span.subscript ? { subscript: true as const } : {}),
    ...(span.href === undefined ? {} : { href: span.href }),
    ...(span.look === undefined ? {} : { look: span.look }),
  };
  const core = text.trim();
  if (core === '') return text === '' ? [] : [textRun(text)];
  const from = text.indexOf(core);
  return [textRun(text.slice(0, from)), textRun(core, style), textRun(text.slice(from + core.length))].filter(
    (inline) => inline.kind !== 'text' || inline.text !== '',
  );
}

/** Appends an inline, merging text of the same style. */
function push(content: Inline[], inline: Inline): void {
  const last = content.at(-1);
  if (last?.kind === 'text' && inline.kind === 'text' && haveSameStyle(last, inline))
    content[content.length - 1] = { ...last, text: last.text + inline.text };
  else content.push(inline);
}

/** Returns true if the words at the seam of two lines are parts of one URL that is printed in full. */
function isPartOf(href: string, before: string, after: string): boolean {
  const joined = `${/\S+$/.exec(before.trimEnd())?.[0] ?? ''}${/^\S+/.exec(after.trimStart())?.[0] ?? ''}`;
  return joined.length > MIN_URL_PARTS && href.includes(joined.replace(/[.,;]$/, ''));
}

/** Appends text that continues on another line or page. What is between them is found from their words unless it is given. */
export function joinInlines(
  content: Inline[],
  other: readonly Inline[],
  known: KnownWords,
  seam?: 'space' | 'none' | undefined,
): void {
  // A space at a line's end has no style, and would be between the parts of what has one.
  const space = content.at(-1);
  if (space?.kind === 'text' && space.text.trim() === '' && content.at(-2)?.kind === 'text') content.pop();
  const last = content.at(-1);
  const [first, ...rest] = other;
  if (last?.kind !== 'text' || first?.kind !== 'text') {
    for (const inline of other) content.push(inline);
    return;
  }
  const [before, after] = [last.text.trimEnd(), first.text.trimStart()];
  const [end, start] = [before.slice(-LONGEST_WORD), after.slice(0, LONGEST_WORD)];
  const isOneAddress = last.href !== undefined && isPartOf(last.href, end, start);
  const kind = isOneAddress ? 'none' : (seam ?? lineSeam(end, start, known));
  const text = kind === 'unhyphen' ? before.slice(0, -1) : before;
  content[content.length - 1] = { ...last, text: kind === 'space' ? `${text} ` : text };
  push(content, { ...first, text: after });
  for (const inline of rest) push(content, inline);
}

/** How to join lines. The edges are those of the column. */
interface JoinOptions extends LineEdges {
  readonly known: KnownWords;
  /** Whether to keep breaks after lines that were ended on purpose. */
  readonly keepBreaks: boolean;
  /** Returns what the file shows to be between two lines. */
  readonly seamOf?: ((line: TextLine, next: TextLine) => 'space' | 'none' | undefined) | undefined;
}

/**
 * Returns a predicate: does the paragraph continue on the next line even though that line's first word would have fitted? It does
 * in ragged text that hyphenates a word or continues a sentence in lower case, unless every line starts so, as in a list.
 */
function continuationOf(paragraph: readonly TextLine[]): (line: TextLine, next: TextLine) => boolean {
  const isDivided = paragraph.some((line, at) => {
    const next = paragraph[at + 1];
    return next !== undefined && isHyphenated(line, next);
  });
  const isList = STARTS_SMALL.test(paragraph[0]?.text ?? '');
  return (line, next) =>
    isProse(line.text) &&
    (isDivided || (!isList && /[\p{L}\p{N}]\s*$/u.test(line.text) && STARTS_SMALL.test(next.text)));
}

/** Returns true if a line ends within a word, a number or an address. */
const isBroken = ({ text }: TextLine, next: TextLine, known: KnownWords): boolean =>
  text.trimEnd().endsWith('-') &&
  lineSeam(text.trimEnd().slice(-LONGEST_WORD), next.text.slice(0, LONGEST_WORD), known) !== 'space';

/** Joins the lines of a paragraph and the words that are broken at line ends. */
export function joinLines(
  lines: readonly TextLine[],
  { known, keepBreaks, seamOf, ...column }: JoinOptions,
): Inline[] {
  // The last line of a paragraph is shorter.
  const edges = justifiedEdges(lines.slice(0, -1), column);
  const continuesOn = continuationOf(lines);
  const areEntries =
    lines.length >= MIN_ENTRIES && lines.every(({ text }) => !isProse(text) && STARTS_ENTRY.test(text));
  const areApart = areEntries || (isAtRight(lines, column) && lines.every(({ rtl }) => !rtl));
  const content: Inline[] = [];
  lines.forEach((line, at) => {
    const spans: Inline[] = [];
    for (const span of line.spans) for (const inline of toInlines(span)) push(spans, inline);
    const before = lines[at - 1];
    const seam = before === undefined ? undefined : seamOf?.(before, line);
    const isKept =
      before === undefined ||
      (keepBreaks &&
        seam !== 'none' &&
        !isBroken(before, line, known) &&
        (areApart ||
          line.isAfterBreak ||
          before.isEntry ||
          before.isSplit ||
          line.isSplit ||
          (endsEarly(before, line, edges) && !continuesOn(before, line))));
    if (!isKept) joinInlines(content, spans, known, seam);
    else {
      if (before !== undefined) content.push({ kind: 'line_break' });
      for (const span of spans) content.push(span);
    }
  });
  return trimEnds(content);
}

/** Removes white space at the ends, and empty inlines. */
function trimEnds(content: readonly Inline[]): Inline[] {
  const trimmed = [...content];
  const [first] = trimmed;
  if (first?.kind === 'text') trimmed[0] = { ...first, text: first.text.trimStart() };
  const last = trimmed.at(-1);
  if (last?.kind === 'text') trimmed[trimmed.length - 1] = { ...last, text: last.text.trimEnd() };
  return trimmed.filter((inline) => inline.kind !== 'text' || inline.text !== '');
}

/** Removes the first characters: the marker of a list item. */
export function dropStart(content: readonly Inline[], characters: number): Inline[] {
  let left = characters;
  const rest = content.flatMap((inline): Inline[] => {
    if (left <= 0 || inline.kind !== 'text') return [inline];
    const text = inline.text.slice(left);
    left -= inline.text.length;
    return text === '' ? [] : [{ ...inline, text }];
  });
  return trimEnds(rest);
}
