import { streamSafe } from '../../../../backends/fonts/stream-safe.ts';
import { appendAll } from '../../../../base/arrays.ts';
import { MAX_WORD, tooLongWord } from '../../../../base/long-word.ts';
import { oneLine } from '../../../../document/clean-text.ts';
import type { Inline } from '../../../../document/document-tree.ts';
import { safeHref } from '../../../../document/safe-href.ts';
import { ConversionError } from '../../../../errors.ts';
import type { Frame, LayoutContext } from './layout-context.ts';
import { linesIn } from './measure-columns.ts';
import type { InlineData, InlineText, LineData } from './typst-data.ts';

// Typst rejects longer addresses.
const MAX_HREF = 2_000;
// Words in these scripts break only at spaces. Other scripts break anywhere or have short words.
const LONG_TOKEN = /[\u0021-\u052f]{4,}/g;
const AFTER_SIGN = /[^/?&=._:;,|\\-]{1,8}[/?&=._:;,|\\-]*|[/?&=._:;,|\\-]+/g;

const roundLength = (length: number): number => Math.round(length * 100) / 100;

// A footnote in a nested table repeats the layout of both tables, once per footnote.
const DEEPEST_NOTE = 2;

// Each break opportunity costs 80 µs, so long data strings get fewer.
const LONG_DATA = 2_000;
const PIECES_OF_DATA = /.{1,30}/gu;

// 40 s at 80 µs each.
const MAX_BREAKS = 500_000;

// Typst needs 0.1 ms and 4 KB for each piece of a paragraph. One that is formatted word by word has some hundreds.
const MAX_LINE_PIECES = 100_000;

function checkPieces(pieces: number): void {
  if (pieces <= MAX_LINE_PIECES) return;
  const message = `A paragraph has more than ${MAX_LINE_PIECES} differently formatted pieces. Split it into several.`;
  throw new ConversionError('too_complex', message);
}

function countBreaks(context: LayoutContext, breaks: number): void {
  context.seen.breaks += breaks;
  if (context.seen.breaks <= MAX_BREAKS) return;
  const message = `The document needs more than ${MAX_BREAKS} break opportunities in long words. Split the document, or use wider columns.`;
  throw new ConversionError('too_complex', message);
}

/** Break opportunities in a word wider than the line: after punctuation, otherwise anywhere. */
function breakable(text: string, { room, size }: Frame, context: LayoutContext): string[] {
  if (text.length * size * 0.2 < room && !/\S{4}/.test(text)) return [text];
  const widest = room / size;
  const parts: string[] = [];
  let end = 0;
  for (const match of text.matchAll(LONG_TOKEN)) {
    const [token] = match;
    // No glyph is wider than 1 em.
    if (token.length <= widest || context.textWidth(token) * 1.04 <= widest) {
      if (token.length * 0.2 <= widest) continue;
    }
    if (token.length > MAX_WORD) throw tooLongWord(token.length);
    const pieces = token.match(token.length > LONG_DATA ? PIECES_OF_DATA : AFTER_SIGN) ?? [token];
    const fit = Math.max(1, Math.floor(widest / 0.75));
    const fitting = pieces.flatMap((piece) =>
      piece.length <= fit ? [piece] : (piece.match(new RegExp(`.{1,${fit}}`, 'gu')) ?? [piece]),
    );
    parts.push(text.slice(end, match.index) + (fitting[0] ?? ''));
    appendAll(parts, fitting.slice(1, -1));
    const last = fitting.length > 1 ? (fitting.at(-1) ?? '') : '';
    end = match.index + token.length - last.length;
  }
  if (parts.length === 0) return [text];
  countBreaks(context, parts.length);
  return [...parts, text.slice(end)].filter((part) => part !== '');
}

function* textData(
  inline: Inline & { kind: 'text' },
  text: string,
  frame: Frame,
  context: LayoutContext,
): Generator<InlineData> {
  const address = safeHref(inline.href)?.toWellFormed();
  const href = address?.startsWith('#') || (address?.length ?? 0) > MAX_HREF ? undefined : address;
  const styles: Omit<InlineText, 'k' | 't'> = {
    b: inline.bold,
    i: inline.italic,
    u: inline.underline,
    s: inline.strike,
    code: inline.code,
    sup: inline.superscript,
    sub: inline.subscript,
    href,
  };
  const isPlain = Object.values(styles).every((value) => value === undefined);
  for (const [index, part] of breakable(text, frame, context).entries()) {
    if (index > 0) yield { k: 'z' };
    yield isPlain ? part : { k: 't', t: part, ...styles };
  }
}

function* imageData(
  inline: Inline & { kind: 'image' },
  { room, size }: Frame,
  context: LayoutContext,
): Generator<InlineData> {
  const alt = oneLine(inline.alt).trim();
  const image = context.images[inline.image];
  if (image === undefined) {
    if (alt !== '') yield { k: 't', t: `[${alt}]`, i: true };
    return;
  }
  context.seen.images.add(inline.image);
  const ratio = image.height / image.width;
  const given = [inline.width, inline.height].map((length) =>
    length !== undefined && length > 0 && Number.isFinite(length) ? length : undefined,
  );
  const wanted = given[0] ?? (given[1] === undefined ? image.width : given[1] / ratio);
  const tall = given[1] ?? wanted * ratio;
  // An image that fills the page leaves no room for its line.
  const scale = Math.min(1, room / wanted, (context.height - 2 * size) / tall);
  const [w, h] = [wanted * scale, tall * scale].map((length) => Math.max(0.5, roundLength(length)));
  if (w === undefined || h === undefined) return;
  yield { k: 'img', file: image.file.name, w, h, alt: alt || null };
}

/** Converts an inline to pieces of a line. `text` replaces the text of a run. */
function* inlineData(
  inline: Inline,
  text: string,
  frame: Frame,
  context: LayoutContext,
): Generator<InlineData> {
  switch (inline.kind) {
    case 'text':
      if (text !== '') yield* textData(inline, text, frame, context);
      return;
    case 'line_break':
      yield { k: 'br' };
      return;
    case 'image':
      yield* imageData(inline, frame, context);
      return;
    case 'math': {
      const x = context.formula?.(inline.tex, false);
      if (x === undefined) context.seen.unreadFormulas += 1;
      const alt = oneLine(inline.tex);
      yield x === undefined ? { k: 't', t: alt, code: true } : { k: 'math', x, alt };
      return;
    }
    case 'note': {
      if (frame.isNote || context.notes[inline.note] === undefined) return;
      if (frame.depth > DEEPEST_NOTE) {
        yield {
          k: 't',
          t: ` [${linesIn(context.notes[inline.note] ?? [])
            .map(oneLine)
            .join(' ')}]`,
          i: true,
        };
        return;
      }
      const isAgain = context.seen.notes.has(inline.note);
      context.seen.notes.add(inline.note);
      yield isAgain ? { k: 'note', n: inline.note, again: true } : { k: 'note', n: inline.note };
    }
  }
}

/** Converts a line and removes invisible spaces. Returns an empty string for an empty line. */
export function lineData(content: readonly Inline[], frame: Frame, context: LayoutContext): LineData {
  checkPieces(content.length);
  const data: InlineData[] = [];
  let isAfterSpace = true;
  for (const inline of content) {
    let text = inline.kind === 'text' ? streamSafe(oneLine(inline.text)).replaceAll(/ {2,}/g, ' ') : '';
    if (isAfterSpace && text.startsWith(' ')) text = text.slice(1);
    if (inline.kind === 'text' && text === '') continue;
    isAfterSpace = inline.kind === 'line_break' || text.endsWith(' ');
    for (const each of inlineData(inline, text, frame, context)) {
      const last = data.at(-1);
      if (typeof each === 'string' && typeof last === 'string') data[data.length - 1] = last + each;
      else data.push(each);
    }
  }
  const [only = ''] = data;
  return data.length <= 1 && typeof only === 'string' ? only.trimEnd() : data;
}
