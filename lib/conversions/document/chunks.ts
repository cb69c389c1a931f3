import { maxOf } from '../base/arrays.ts';
import type { Block, TextDocument } from './document.ts';
import type { CountTokens } from './tokens.ts';

/** A section of a document for a search index, as `extract` to chunks returns it; the API defines these fields. */
export interface Chunk {
  readonly index: number;
  readonly text: string;
  /** The heading above the start of the chunk. */
  readonly heading: string | null;
  readonly page_start: number | null;
  readonly page_end: number | null;
  /** Unicode code points (not UTF-16 units) into the output of `extract` to text; the end is exclusive. */
  readonly char_start: number;
  readonly char_end: number;
  /** Tokens of the o200k_base encoding. */
  readonly token_count: number;
}

// The input limit of common embedding models, and enough context for an answer.
const MAX_TOKENS = 512;
// Sections shorter than this share a chunk with the next one.
const MIN_TOKENS = 64;
// First estimate: 512 tokens of English are about 2,000 characters.
const SPLIT_CHARACTERS = 1_600;

interface Piece {
  readonly start: number;
  readonly end: number;
  readonly page: number | null;
  readonly heading: string | null;
  readonly isHeading: boolean;
  readonly tokens: number;
}

/** Returns where to cut a text, at most at `limit`: after a sentence, else at a space, but never inside a character. */
function cutAt(text: string, limit: number): number {
  const window = text.slice(0, limit);
  const sentence = maxOf(
    ['. ', '! ', '? ', '.\n', '。', '！', '？', '؟ ', '\n'].map(
      (end) => window.lastIndexOf(end) + end.length,
    ),
  );
  if (sentence > limit / 2) return sentence;
  const space = window.lastIndexOf(' ') + 1;
  if (space > limit / 2) return space;
  return /[\ud800-\udbff]/.test(window.at(-1) ?? '') ? limit - 1 : limit;
}

function* splitBlock(block: Block, text: string, count: CountTokens): Generator<[number, number, number]> {
  let start = block.start;
  while (start < block.end) {
    let end = Math.min(block.end, start + SPLIT_CHARACTERS);
    if (end < block.end) end = start + cutAt(text.slice(start, end), end - start);
    let tokens = count(text.slice(start, end));
    // Dense scripts and tables: halve until the text fits. A single character always fits.
    while (tokens > MAX_TOKENS && end - start > 2) {
      const half = Math.ceil((end - start) / 2);
      end = start + cutAt(text.slice(start, end), half);
      tokens = count(text.slice(start, end));
    }
    yield [start, end, tokens];
    start = end;
  }
}

function* piecesOf(document: TextDocument, count: CountTokens): Generator<Piece> {
  let heading: string | null = null;
  for (const block of document.blocks) {
    const isHeading = block.kind === 'heading';
    if (isHeading) heading = document.text.slice(block.start, block.end);
    for (const [start, end, tokens] of splitBlock(block, document.text, count)) {
      yield { start, end, tokens, page: block.page, heading, isHeading };
    }
  }
}

/** Groups adjacent pieces while they fit. A heading starts a new group unless the current one is short. */
function groupPieces(pieces: Iterable<Piece>): Piece[][] {
  const groups: Piece[][] = [];
  let tokens = 0;
  for (const piece of pieces) {
    const group = groups.at(-1);
    const last = group?.at(-1);
    const beginsSection = piece.isHeading && last?.isHeading === false && tokens >= MIN_TOKENS;
    // Two tokens for the blank line between pieces.
    if (group === undefined || beginsSection || tokens + piece.tokens + 2 > MAX_TOKENS) {
      groups.push([piece]);
      tokens = piece.tokens;
    } else {
      group.push(piece);
      tokens += piece.tokens + 2;
    }
  }
  return groups;
}

const codePoints = (text: string): number => {
  let count = text.length;
  for (let at = 0; at < text.length; at += 1) if ((text.charCodeAt(at) & 0xfc00) === 0xdc00) count -= 1;
  return count;
};

/** Splits a document at headings and paragraphs into chunks of at most 512 tokens, without overlap. */
export function* chunkDocument(document: TextDocument, count: CountTokens): Generator<Chunk> {
  const { text } = document;
  let at = 0;
  let points = 0;
  const pointsAt = (offset: number): number => {
    points += codePoints(text.slice(at, offset));
    at = offset;
    return points;
  };
  for (const [index, group] of groupPieces(piecesOf(document, count)).entries()) {
    const [first] = group;
    const last = group.at(-1);
    if (first === undefined || last === undefined) continue;
    const part = text.slice(first.start, last.end);
    yield {
      index,
      text: part,
      heading: first.heading,
      page_start: first.page,
      page_end: last.page,
      char_start: pointsAt(first.start),
      char_end: pointsAt(last.end),
      token_count: count(part),
    };
  }
}
