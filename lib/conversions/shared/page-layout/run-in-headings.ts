import { isSection, isSubsection } from './section-number.ts';
import { MAX_HEADING_CHARACTERS, type TextBlock } from './text-blocks.ts';
import type { Span, TextLine } from './text-line.ts';

// `1) Sampling of Rivers:`, or with a full stop, in italics. Words of four letters and more are capitalized, unlike those of an item of a list.
const CLOSED = /^(?:\d{1,2}|[a-z])\)\s+\p{Lu}.*[.:]$/u;
const LONG_WORD_IN_LOWER_CASE = /\s\p{Ll}{4}/u;

const isEmphasized = ({ bold, italic, smallCaps }: Span): boolean =>
  bold === true || italic === true || smallCaps === true;

/** Returns true if a text in a different style from the rest of its line is a heading: numbered, with a full stop, colon or dash at its end. */
function isRunIn(text: string, isItalic: boolean): boolean {
  if (text.length > MAX_HEADING_CHARACTERS || !/\p{Ll}/u.test(text)) return false;
  if (isItalic && CLOSED.test(text)) return !LONG_WORD_IN_LOWER_CASE.test(text);
  if (!/[.:—–]$/.test(text)) return false;
  return isSubsection(text) || (isSection(text) && /^[A-Z]/.test(text));
}

const lineOf = (line: TextLine, spans: readonly Span[], x: number, right: number): TextLine => ({
  ...line,
  spans,
  text: spans.map(({ text }) => text).join(''),
  x,
  right,
  bold: spans.every(({ bold }) => bold === true),
  italic: spans.every(({ italic }) => italic === true),
  isEntry: false,
});

/** Splits a paragraph such as `2.1. Rivers. The rivers of ...` into heading and paragraph. */
export function withoutRunIn(block: TextBlock): readonly TextBlock[] {
  const [line, ...others] = block.lines;
  if (line === undefined || line.rtl || line.mono || line.bold || line.italic || line.spans.length < 2)
    return [block];
  // The number of an italic heading can be upright.
  const from = /^[\d.\s]+$/.test(line.spans[0]?.text ?? '') ? 1 : 0;
  const first = line.spans[from];
  if (first === undefined || !isEmphasized(first)) return [block];
  const rest = line.spans.findIndex(
    (span, at) =>
      at > from &&
      (span.bold !== first.bold || span.italic !== first.italic || span.smallCaps !== first.smallCaps),
  );
  if (rest < 0) return [block];
  const spans = line.spans.slice(0, rest);
  const text = spans
    .map((span) => span.text)
    .join('')
    .trim();
  if (!isRunIn(text, first.italic === true)) return [block];
  const middle = line.x + ((line.right - line.x) * text.length) / Math.max(1, line.text.length);
  const heading = lineOf(line, spans, line.x, middle);
  const body = lineOf(line, line.spans.slice(rest), line.x, line.right);
  return [
    { ...block, lines: [heading], marker: undefined, isRunIn: true },
    { ...block, lines: [body, ...others], marker: undefined, isApart: false },
  ];
}
