import { maxOf, minOf } from '../base/arrays.ts';
import { type ChunkOptions, groupPieces, type Piece } from './chunk-groups.ts';
import type { ModelPlace } from './document-model.ts';
import type { PlainText } from './plain-text.ts';
import type { Chunk } from './result-schemas.ts';
import type { CountTokens } from './tokens.ts';

const codePoints = (text: string): number => {
  let count = text.length;
  for (let at = 0; at < text.length; at += 1) if ((text.charCodeAt(at) & 0xfc00) === 0xdc00) count -= 1;
  return count;
};

function distinctPlaces(pieces: readonly Piece[]): ModelPlace[] {
  // Blocks of one shape share their places.
  const places = new Set(pieces.map(({ span }) => span.block?.places));
  return [...places].flatMap((each) => each ?? []);
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
export function* chunkText(plain: PlainText, count: CountTokens, options: ChunkOptions): Generator<Chunk> {
  const { text } = plain;
  const pointsAt = pointCounter(text);
  for (const [index, { pieces, added, start }] of groupPieces(plain, count, options).entries()) {
    const [first] = pieces;
    const last = pieces.at(-1);
    if (first === undefined || last === undefined) continue;
    const part = `${added}${text.slice(start, last.end)}`;
    yield {
      index,
      text: part,
      heading: first.path.at(-1) ?? null,
      path: first.path,
      kinds: [...new Set(pieces.map(({ span }) => span.kind))],
      ...pagesOf(pieces),
      places: distinctPlaces(pieces),
      char_start: pointsAt(start),
      char_end: pointsAt(last.end),
      token_count: count(part),
    };
  }
}
