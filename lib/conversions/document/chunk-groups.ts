import { minOf } from '../base/arrays.ts';
import { type Boundary, endsOf, longestPart, tokensWithin } from './cut-text.ts';
import type { PlainText, TextSpan } from './plain-text.ts';
import type { CountTokens } from './tokens.ts';

/** How a document is split. */
export interface ChunkOptions {
  readonly maxTokens: number;
  /** Tokens at the end of a chunk that the next chunk repeats. */
  readonly overlap: number;
  /** True if the text of each chunk starts with its path. */
  readonly hasContext: boolean;
}

/** A block, or a part of one. */
export interface Piece {
  readonly start: number;
  readonly end: number;
  readonly span: TextSpan;
  readonly path: readonly string[];
  readonly tokens: number;
  /** Kinds of places where it can be cut, best first. */
  readonly boundaries: readonly Boundary[];
  /** True if it belongs to the next piece: a heading, or a table's header row. */
  readonly isLead: boolean;
}

/** The pieces of a chunk. */
interface Group {
  readonly pieces: Piece[];
  /** Context and header rows before the text. */
  readonly added: string;
  /** Start of the text: at the first piece, or earlier if it repeats the end of the previous chunk. */
  readonly start: number;
  /** Number of tokens, estimated slightly too high. */
  tokens: number;
}

// Minimum share of the limit. A shorter section shares a chunk with the next one, and a block is cut to fill a shorter chunk.
const MIN_SHARE = 0.6;
// Maximum share of the limit for context or repeated header rows.
const MAX_ADDED_SHARE = 0.25;
// Characters of an English token, for first estimates.
const CHARACTERS_PER_TOKEN = 3;
// Tokens of the blank line between blocks, and the additional tokens of a word that is tokenized with the preceding tab.
const GAP_TOKENS = 2;

const proseBoundaries: readonly Boundary[] = ['sentence'];
const tableBoundaries: readonly Boundary[] = ['row', 'cell', 'sentence'];

/** Returns the number of header rows at the start of a span. */
const headerRowsOf = ({ kind, block }: TextSpan): number =>
  kind === 'table' && block?.kind === 'table' ? block.header_rows : 0;

function* blockPieces({ spans, text }: PlainText, count: CountTokens, maxTokens: number): Generator<Piece> {
  const headings: { readonly level: number; readonly text: string }[] = [];
  for (const span of spans) {
    const { start, end, kind } = span;
    const own = text.slice(start, end);
    if (kind === 'heading') {
      const { level = 1 } = span;
      while ((headings.at(-1)?.level ?? 0) >= level) headings.pop();
      headings.push({ level, text: own });
    }
    yield {
      start,
      end,
      span,
      path: headings.map((heading) => heading.text),
      tokens: tokensWithin(own, maxTokens, count),
      boundaries: kind === 'table' ? tableBoundaries : proseBoundaries,
      isLead: kind === 'heading',
    };
  }
}

/** Cuts a piece at each of its best boundaries. */
function* cutPiece(piece: Piece, text: string, count: CountTokens, maxTokens: number): Generator<Piece> {
  const [boundary, ...boundaries] = piece.boundaries;
  if (boundary === undefined) return;
  let { start } = piece;
  let headerRows = boundary === 'row' ? headerRowsOf(piece.span) : 0;
  for (const end of endsOf(text, start, piece.end, boundary)) {
    const tokens = tokensWithin(text.slice(start, end), maxTokens, count);
    yield { ...piece, start, end, tokens, boundaries, isLead: headerRows > 0 };
    start = end;
    headerRows -= 1;
  }
}

/** Returns the table's header rows if the piece continues the table and they fit into `room` tokens. */
function repeatedHeader({ span, start }: Piece, text: string, count: CountTokens, room: number): string {
  const headerRows = headerRowsOf(span);
  if (headerRows === 0 || start === span.start) return '';
  const rows = text.slice(span.start, span.end).split('\n', headerRows).join('\n');
  if (span.start + rows.length >= start) return '';
  const header = `${rows}\n`;
  return count(header) <= room ? header : '';
}

/** Returns the headings above a piece if they fit into `room` tokens. */
function contextOf({ path, span }: Piece, count: CountTokens, room: number): string {
  // A heading at the start is in the text already.
  const above = span.kind === 'heading' ? path.slice(0, -1) : path;
  if (above.length === 0) return '';
  const context = `${above.join(' > ').replaceAll(/\s+/g, ' ')}\n\n`;
  return count(context) <= room ? context : '';
}

const overlapStarts = ['. ', '! ', '? ', '.\n', '。', '！', '？', '؟ ', '\n'];

/** Returns the start, at a sentence or word, of a chunk that repeats at most `overlap` tokens before its first piece. */
function overlapStart(
  text: string,
  [from, to]: readonly [number, number],
  count: CountTokens,
  overlap: number,
): number {
  let start = Math.max(from, to - overlap * CHARACTERS_PER_TOKEN);
  while (start < to) {
    const part = text.slice(start, to);
    const ends = overlapStarts.map((end) => part.indexOf(end) + end.length).filter((end) => end > 2);
    const sentence = start === from ? 0 : minOf(ends);
    const word = part.indexOf(' ') + 1;
    const at = start === from ? 0 : sentence < part.length ? sentence : word;
    if (start !== from && at === 0) return to;
    if (count(part.slice(at)) <= overlap) return start + at;
    start += Math.max(1, Math.ceil((to - start) / 2));
  }
  return to;
}

/** Returns the start of the text that the next group may repeat: after the last table. */
function repeatableFrom({ pieces }: Group): number | undefined {
  const table = pieces.findLastIndex(({ span }) => span.kind === 'table');
  return pieces[table + 1]?.start;
}

function add(group: Group, piece: Piece): void {
  group.tokens += piece.tokens + gapBefore(group, piece);
  group.pieces.push(piece);
}

const isCell = ({ span, boundaries }: Piece): boolean =>
  span.kind === 'table' && !boundaries.includes('cell');

const gapBefore = ({ pieces }: Group, piece: Piece): number => {
  const before = pieces.at(-1);
  return before === undefined || (before.span === piece.span && !isCell(piece)) ? 0 : GAP_TOKENS;
};

/**
 * Groups adjacent blocks of a document into chunks. A heading starts a new group unless the current one is short. A block is cut
 * if it is longer than a chunk, or if the previous group would be short.
 */
export function groupPieces(
  plain: PlainText,
  count: CountTokens,
  { maxTokens, overlap, hasContext }: ChunkOptions,
): Group[] {
  const { text } = plain;
  const maxAdded = Math.floor(maxTokens * MAX_ADDED_SHARE);
  const minTokens = Math.ceil(maxTokens * MIN_SHARE);
  // A piece leaves room for context and repeated header rows. Only a cell may fill a chunk.
  const maxPiece = Math.max(1, maxTokens - overlap - (hasContext ? maxAdded : 0));
  const limitOf = (piece: Piece): number => (isCell(piece) ? maxTokens : maxPiece);
  const groups: Group[] = [];

  function newGroup(first: Piece, pieces: readonly Piece[], before: Group | undefined): Group {
    const group: Group = { pieces: [], added: '', start: first.start, tokens: 0 };
    for (const piece of pieces) add(group, piece);
    const room = (): number => Math.max(0, maxTokens - group.tokens - GAP_TOKENS);
    const context = hasContext ? contextOf(first, count, Math.min(maxAdded, room())) : '';
    group.tokens += count(context);
    const header = repeatedHeader(first, text, count, Math.min(maxAdded, room()));
    group.tokens += count(header);
    const from = first.span.kind === 'table' || before === undefined ? undefined : repeatableFrom(before);
    const start =
      from === undefined
        ? first.start
        : overlapStart(text, [from, first.start], count, Math.min(overlap, room()));
    group.tokens += count(text.slice(start, first.start));
    return { ...group, added: context + header, start };
  }

  /** Starts a group with a piece, and moves headings and header rows from the end of the current group into it. */
  function startGroup(piece: Piece): void {
    const current = groups.at(-1);
    const leads = current?.pieces.slice(current.pieces.findLastIndex(({ isLead }) => !isLead) + 1) ?? [];
    const [first] = leads;
    if (current !== undefined && first !== undefined && leads.length < current.pieces.length) {
      const group = newGroup(first, [...leads, piece], current);
      if (group.tokens <= maxTokens) {
        current.pieces.splice(-leads.length);
        groups.push(group);
        return;
      }
    }
    groups.push(newGroup(piece, [piece], current));
  }

  function place(piece: Piece): void {
    const group = groups.at(-1);
    const room = group === undefined ? 0 : maxTokens - group.tokens - gapBefore(group, piece);
    const isShort = group !== undefined && group.tokens < minTokens;
    const isTooLong = piece.tokens > limitOf(piece);
    const isBlock = piece.start === piece.span.start && piece.end === piece.span.end;
    const startsSection = isBlock && piece.isLead && !isShort && group?.pieces.at(-1)?.isLead !== true;
    if (piece.tokens <= room && !startsSection) {
      if (group !== undefined) add(group, piece);
    } else if (piece.boundaries.length > 0 && (isTooLong || (isBlock && isShort))) {
      for (const part of cutPiece(piece, text, count, maxTokens)) place(part);
    } else if (isTooLong) {
      placeWords(piece, isShort ? room : 0);
    } else {
      startGroup(piece);
    }
  }

  /** Places the parts of a sentence that is longer than a chunk. */
  function placeWords(piece: Piece, room: number): void {
    const limit = maxPiece;
    let { start } = piece;
    while (start < piece.end) {
      const most = start === piece.start && room > 0 ? Math.min(room, limit) : limit;
      const [end, tokens] = longestPart(text, start, piece.end, most, count);
      place({ ...piece, start, end, tokens, boundaries: [] });
      start = end;
    }
  }

  for (const piece of blockPieces(plain, count, maxTokens)) place(piece);
  joinShortEnd(groups, maxTokens, minTokens);
  return groups;
}

/** Merges the last group into the previous one if it is short and fits. */
function joinShortEnd(groups: Group[], maxTokens: number, minTokens: number): void {
  const last = groups.at(-1);
  const before = groups.at(-2);
  if (last === undefined || before === undefined || last.tokens >= minTokens) return;
  const tokens = before.tokens + GAP_TOKENS + last.tokens;
  if (tokens > maxTokens) return;
  for (const piece of last.pieces) add(before, piece);
  groups.pop();
}
