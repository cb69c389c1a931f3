import { maxOf, minOf } from '../base/arrays.ts';
import type { ModelPlace } from './document-model.ts';
import type { PlainText, TextSpan } from './plain-text.ts';
import { toModelPlace } from './to-model.ts';
import type { CountTokens } from './tokens.ts';

/** A section of a document for a search index, as `extract` to chunks returns it; the API defines these fields. */
export interface Chunk {
  readonly index: number;
  /** The text from `char_start` to `char_end`, after `context` and the header rows of a table that an earlier chunk began. */
  readonly text: string;
  /** The heading above the start of the chunk. */
  readonly heading: string | null;
  /** The headings above the start of the chunk, from the outermost to the nearest. */
  readonly path: readonly string[];
  /** What it contains. */
  readonly kinds: readonly TextSpan['kind'][];
  readonly page_start: number | null;
  readonly page_end: number | null;
  /** Where its blocks are in the file, see docs/document-model.md; empty if the format has no places. */
  readonly places: readonly ModelPlace[];
  /** Unicode code points (not UTF-16 units) into the output of `extract` to text; the end is exclusive. */
  readonly char_start: number;
  readonly char_end: number;
  /** Tokens of the o200k_base encoding. */
  readonly token_count: number;
}

/** How a document is split. */
export interface ChunkOptions {
  readonly maxTokens: number;
  /** Tokens at the end of a chunk that the next one repeats. */
  readonly overlap: number;
  /** Whether the text of each chunk starts with its path. */
  readonly hasContext: boolean;
}

// Share of the limit below which a section shares a chunk with the next one.
const MIN_SHARE = 0.6;
// Characters of an English token, for first estimates.
const CHARACTERS_PER_TOKEN = 3;
// Characters of a token of long words; a cell that has more is longer than a chunk.
const MAX_CHARACTERS_PER_TOKEN = 16;
// Two tokens for the blank line between pieces.
const GAP_TOKENS = 2;
// Share of the limit that context or repeated header rows take at most.
const MAX_ADDED_SHARE = 0.25;

interface Piece {
  readonly start: number;
  readonly end: number;
  readonly span: TextSpan;
  readonly path: readonly string[];
  readonly tokens: number;
}

const sentenceEnds = ['. ', '! ', '? ', '.\n', '。', '！', '？', '؟ ', '\n'];

/** Returns where to cut a text, at most at `limit`: after a sentence, else at a space, but never inside a character. */
function cutAt(text: string, limit: number): number {
  const window = text.slice(0, limit);
  const sentence = maxOf(sentenceEnds.map((end) => window.lastIndexOf(end) + end.length));
  if (sentence > limit / 2) return sentence;
  const space = window.lastIndexOf(' ') + 1;
  if (space > limit / 2) return space;
  return /[\ud800-\udbff]/.test(window.at(-1) ?? '') ? limit - 1 : limit;
}

/** Where to cut a table, at most at `limit`: after a row, else after a cell, else as other text. */
function cutTableAt(text: string, limit: number): number {
  const window = text.slice(0, limit);
  const row = window.lastIndexOf('\n') + 1;
  if (row > 0) return row;
  const cell = window.lastIndexOf('\t') + 1;
  return cell > 0 ? cell : cutAt(text, limit);
}

/** The end of the cell of a table that starts at an offset; the offset itself if it is not within `limit`. */
function cellEnd(text: string, start: number, spanEnd: number, limit: number): number {
  const end = text.slice(start, Math.min(spanEnd, limit)).search(/[\t\n]/);
  if (end >= 0) return start + end + 1;
  return spanEnd <= limit ? spanEnd : start;
}

/** Tokens of a piece at most. */
interface PieceLimits {
  readonly maxTokens: number;
  /** Tokens of a cell that is a piece of its own, which leaves no room for a repeated header. */
  readonly maxCellTokens: number;
}

/** Splits a span into parts within the limits. */
function* splitSpan(
  span: TextSpan,
  text: string,
  count: CountTokens,
  { maxTokens, maxCellTokens }: PieceLimits,
): Generator<[start: number, end: number, tokens: number]> {
  const cut = span.kind === 'table' ? cutTableAt : cutAt;
  let start = span.start;
  while (start < span.end) {
    let end = Math.min(span.end, start + maxTokens * CHARACTERS_PER_TOKEN);
    if (end < span.end) end = start + cut(text.slice(start, end), end - start);
    if (span.kind === 'table') {
      // The estimate may end inside a cell that fits.
      const cell = cellEnd(text, start, span.end, start + maxCellTokens * MAX_CHARACTERS_PER_TOKEN);
      const tokens = cell > start ? count(text.slice(start, cell)) : Number.POSITIVE_INFINITY;
      if (tokens <= maxCellTokens && (cell > end || tokens > maxTokens)) {
        yield [start, cell, tokens];
        start = cell;
        continue;
      }
    }
    let tokens = count(text.slice(start, end));
    // Dense scripts and numbers: halve until the text fits. A single character always fits.
    while (tokens > maxTokens && end - start > 2) {
      const half = Math.ceil((end - start) / 2);
      end = start + cut(text.slice(start, end), half);
      tokens = count(text.slice(start, end));
    }
    yield [start, end, tokens];
    start = end;
  }
}

interface Heading {
  readonly level: number;
  readonly text: string;
}

function* piecesOf({ spans, text }: PlainText, count: CountTokens, limits: PieceLimits): Generator<Piece> {
  const headings: Heading[] = [];
  for (const span of spans) {
    if (span.kind === 'heading') {
      const { level = 1 } = span;
      while ((headings.at(-1)?.level ?? 0) >= level) headings.pop();
      headings.push({ level, text: text.slice(span.start, span.end) });
    }
    const path = headings.map((heading) => heading.text);
    for (const [start, end, tokens] of splitSpan(span, text, count, limits))
      yield { start, end, span, path, tokens };
  }
}

/** Groups adjacent pieces while they fit. A heading starts a new group unless the current one is short. */
function groupPieces(
  pieces: Iterable<Piece>,
  maxTokens: number,
  headerTokens: (piece: Piece) => number,
): Piece[][] {
  const groups: Piece[][] = [];
  let tokens = 0;
  for (const piece of pieces) {
    const group = groups.at(-1);
    const last = group?.at(-1);
    const beginsSection =
      piece.span.kind === 'heading' &&
      last?.span.kind !== 'heading' &&
      tokens >= Math.ceil(maxTokens * MIN_SHARE);
    if (group === undefined || beginsSection || tokens + piece.tokens + GAP_TOKENS > maxTokens) {
      tokens = headerTokens(piece) + piece.tokens + GAP_TOKENS;
      const next = [piece];
      // A heading belongs to the text below it.
      if (group !== undefined && group.length > 1 && last?.span.kind === 'heading') {
        const joined = tokens + last.tokens + GAP_TOKENS;
        if (joined <= maxTokens) {
          group.pop();
          next.unshift(last);
          tokens = joined;
        }
      }
      groups.push(next);
    } else {
      group.push(piece);
      tokens += piece.tokens + GAP_TOKENS;
    }
  }
  return groups;
}

/** Where a chunk starts that repeats at most `overlap` tokens before its first piece: at a sentence or a word. */
function overlapStart(
  text: string,
  [from, to]: readonly [number, number],
  count: CountTokens,
  overlap: number,
): number {
  let start = Math.max(from, to - overlap * CHARACTERS_PER_TOKEN);
  while (start < to) {
    const part = text.slice(start, to);
    const ends = sentenceEnds.map((end) => part.indexOf(end) + end.length).filter((end) => end > 2);
    const sentence = start === from ? 0 : minOf(ends);
    const word = part.indexOf(' ') + 1;
    const at = start === from ? 0 : sentence < part.length ? sentence : word;
    if (start !== from && at === 0) return to;
    if (count(part.slice(at)) <= overlap) return start + at;
    start += Math.max(1, Math.ceil((to - start) / 2));
  }
  return to;
}

const codePoints = (text: string): number => {
  let count = text.length;
  for (let at = 0; at < text.length; at += 1) if ((text.charCodeAt(at) & 0xfc00) === 0xdc00) count -= 1;
  return count;
};

/** How many lines at the start of a span are header rows of its table. */
const headerRowsOf = ({ kind, block }: TextSpan): number =>
  kind === 'table' && block?.kind === 'table' ? block.headerRows : 0;

/** The header rows of a table, if the piece goes on with it and leaves room for them within `maxTokens`. */
function repeatedHeader(
  { span, start, tokens }: Piece,
  text: string,
  count: CountTokens,
  maxTokens: number,
): string {
  const headerRows = headerRowsOf(span);
  if (headerRows === 0 || start === span.start) return '';
  const rows = text.slice(span.start, span.end).split('\n', headerRows).join('\n');
  if (span.start + rows.length >= start) return '';
  const header = `${rows}\n`;
  const room = Math.min(maxTokens * MAX_ADDED_SHARE, maxTokens - tokens - GAP_TOKENS);
  return count(header) <= room ? header : '';
}

function contextOf({ path, span }: Piece, count: CountTokens, maxTokens: number): string {
  // A heading at the start is in the text already.
  const above = span.kind === 'heading' ? path.slice(0, -1) : path;
  if (above.length === 0) return '';
  const context = `${above.join(' > ').replaceAll(/\s+/g, ' ')}\n\n`;
  return count(context) <= maxTokens * MAX_ADDED_SHARE ? context : '';
}

function distinctPlaces(pieces: readonly Piece[]): ModelPlace[] {
  const blocks = new Set(pieces.map(({ span }) => span.block));
  return [...blocks].flatMap((block) => block?.places?.map(toModelPlace) ?? []);
}

/** The first and last page of some pieces. Notes follow the text, so that the pages of pieces may go back. */
function pagesOf(pieces: readonly Piece[]): Pick<Chunk, 'page_start' | 'page_end'> {
  const pages = pieces.map(({ span }) => span.page).filter((page) => page !== null);
  return pages.length === 0
    ? { page_start: null, page_end: null }
    : { page_start: minOf(pages), page_end: maxOf(pages) };
}

/** Counts code points up to offsets that are near the one before. */
function pointCounter(text: string): (offset: number) => number {
  let at = 0;
  let points = 0;
  return (offset) => {
    points += offset >= at ? codePoints(text.slice(at, offset)) : -codePoints(text.slice(offset, at));
    at = offset;
    return points;
  };
}

/**
 * Splits the text of a document at headings, paragraphs and rows into chunks of at most `maxTokens`. A cell is cut only if it is longer than a
 * chunk.
 */
export function* chunkText(
  plain: PlainText,
  count: CountTokens,
  { maxTokens, overlap, hasContext }: ChunkOptions,
): Generator<Chunk> {
  const { text } = plain;
  const pointsAt = pointCounter(text);
  // What is added to a chunk counts against its limit.
  const reserved = overlap + (hasContext ? Math.ceil(maxTokens * MAX_ADDED_SHARE) : 0);
  const hasTables = plain.spans.some((span) => headerRowsOf(span) > 0);
  const tableShare = hasTables ? Math.ceil(maxTokens * MAX_ADDED_SHARE) : 0;
  const room = Math.max(1, maxTokens - reserved);
  const limits = { maxTokens: Math.max(1, Math.min(room, maxTokens - tableShare)), maxCellTokens: room };
  const headerOf = (piece: Piece): string => repeatedHeader(piece, text, count, room);
  const groups = groupPieces(piecesOf(plain, count, limits), room, (piece) => count(headerOf(piece)));
  let before: Piece | undefined;
  for (const [index, group] of groups.entries()) {
    const [first] = group;
    const last = group.at(-1);
    if (first === undefined || last === undefined) continue;
    const goesOn = before !== undefined && before.span.kind !== 'table' && first.span.kind !== 'table';
    const start =
      overlap > 0 && goesOn && before !== undefined
        ? overlapStart(text, [before.start, first.start], count, overlap)
        : first.start;
    const added = (hasContext ? contextOf(first, count, maxTokens) : '') + headerOf(first);
    const part = `${added}${text.slice(start, last.end)}`;
    before = last;
    yield {
      index,
      text: part,
      heading: first.path.at(-1) ?? null,
      path: first.path,
      kinds: [...new Set(group.map(({ span }) => span.kind))],
      ...pagesOf(group),
      places: distinctPlaces(group),
      char_start: pointsAt(start),
      char_end: pointsAt(last.end),
      token_count: count(part),
    };
  }
}
