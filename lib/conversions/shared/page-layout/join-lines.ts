import { type Inline, textRun } from '../../document/document-tree.ts';
import { haveSameStyle } from '../../document/merge-runs.ts';
import { plainGlyphs, shortLeaders } from './glyphs.ts';
import { endsEarly } from './text-blocks.ts';
import type { Span, TextLine } from './text-line.ts';

// Characters from which the parts of a URL at two line ends are no accident.
const MIN_URL_PARTS = 8;

/** Hyphenated words found within lines, in lower case. */
export type Hyphenated = ReadonlySet<string>;

const COMPOUND = /(?<!\p{L})\p{L}+(?:-\p{L}+){1,20}/gu;

/** Finds the hyphenated words within lines of a document. */
export function hyphenatedWords(texts: Iterable<string>): Hyphenated {
  const words = new Set<string>();
  for (const text of texts)
    if (text.includes('-')) for (const [word] of text.matchAll(COMPOUND)) words.add(word.toLowerCase());
  return words;
}

const WIDE = /[\p{sc=Han}\p{sc=Hiragana}\p{sc=Katakana}，。、；：？！（）「」『』《》]/u;
// The word before a hyphen; the longest words of dictionaries have 50 letters.
const BROKEN = /(\p{L}+)[-\u2010]$/u;
const LONGEST_WORD = 100;

/** What joins two lines: nothing, a space, or nothing after removing the hyphen. */
function seam(before: string, after: string, known: Hyphenated): 'none' | 'space' | 'unhyphen' {
  const broken = BROKEN.exec(before);
  if (broken !== null) {
    const rest = /^\p{L}+/u.exec(after)?.[0] ?? '';
    const isKept =
      rest === '' ||
      !/^\p{Ll}/u.test(rest) ||
      known.has(`${broken[1]}-${rest}`.toLowerCase()) ||
      (broken[1]?.length ?? 0) < 2;
    return isKept ? 'none' : 'unhyphen';
  }
  if (/[-–/]$/.test(before) && /\S[-–/]$/.test(before) && /^\p{L}/u.test(after) && !/\s[-–/]$/.test(before))
    return 'none';
  if (WIDE.test(before.at(-1) ?? '') && WIDE.test(after[0] ?? '')) return 'none';
  return 'space';
}

/** Converts a span. White space at its ends gets no style. */
function toInlines(span: Span): Inline[] {
  const text = shortLeaders(plainGlyphs(span.text)).replaceAll(/ {2,}/g, ' ');
  const style = {
    ...(span.bold ? { bold: true as const } : {}),
    ...(span.italic ? { italic: true as const } : {}),
    ...(span.mono ? { code: true as const } : {}),
    ...(span.superscript ? { superscript: true as const } : {}),
    ...(span.subscript ? { subscript: true as const } : {}),
    ...(span.href === undefined ? {} : { href: span.href }),
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

/** Whether the words at the seam of two lines are parts of one URL that is printed in full. */
function isPartOf(href: string, before: string, after: string): boolean {
  const joined = `${/\S+$/.exec(before.trimEnd())?.[0] ?? ''}${/^\S+/.exec(after.trimStart())?.[0] ?? ''}`;
  return joined.length > MIN_URL_PARTS && href.includes(joined.replace(/[.,;]$/, ''));
}

/** Appends text that continues on another line or page. */
export function joinInlines(content: Inline[], other: readonly Inline[], known: Hyphenated): void {
  const last = content.at(-1);
  const [first, ...rest] = other;
  if (last?.kind !== 'text' || first?.kind !== 'text') {
    for (const inline of other) content.push(inline);
    return;
  }
  const [before, after] = [last.text.trimEnd(), first.text.trimStart()];
  const [end, start] = [before.slice(-LONGEST_WORD), after.slice(0, LONGEST_WORD)];
  const isOneAddress = last.href !== undefined && isPartOf(last.href, end, start);
  const kind = isOneAddress ? 'none' : seam(end, start, known);
  const text = kind === 'unhyphen' ? before.slice(0, -1) : before;
  content[content.length - 1] = { ...last, text: kind === 'space' ? `${text} ` : text };
  push(content, { ...first, text: after });
  for (const inline of rest) push(content, inline);
}

export interface JoinOptions {
  readonly known: Hyphenated;
  /** Edges of the column, in points. */
  readonly left: number;
  readonly right: number;
  /** Whether to keep breaks after lines that were ended on purpose. */
  readonly keepBreaks: boolean;
}

/** Joins the lines of a paragraph and the words that are broken at line ends. */
export function joinLines(
  lines: readonly TextLine[],
  { known, left, right, keepBreaks }: JoinOptions,
): Inline[] {
  const content: Inline[] = [];
  lines.forEach((line, at) => {
    const spans: Inline[] = [];
    for (const span of line.spans) for (const inline of toInlines(span)) push(spans, inline);
    const before = lines[at - 1];
    const isKept =
      before === undefined || (keepBreaks && (before.isEntry || endsEarly(before, line, left, right)));
    if (!isKept) joinInlines(content, spans, known);
    else {
      if (before !== undefined) content.push({ kind: 'line_break' });
      for (const span of spans) content.push(span);
    }
  });
  return trimEnds(content);
}

/** Removes white space at the ends, and empty inlines. */
export function trimEnds(content: readonly Inline[]): Inline[] {
  const trimmed = content.filter((inline) => inline.kind !== 'text' || inline.text !== '');
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
