/** A little more than one A4 page. */
const lines = 60;

/** Lines that our PDF has on ten A4 pages. */
const linesOfTenPages = 460;

/** Returns a small plain text document. */
export const smallText = (): Buffer =>
  Buffer.from(
    Array.from(
      { length: lines },
      (_, index) => `${index + 1}. The quick brown fox jumps over the lazy dog, and über naïve cafés, too.`,
    ).join('\n'),
  );

const syllables = 'ba ce di fo gu ha je ki lo mu na pe qui ro su ta ve wi xo yu an er in on st th'.split(' ');

/** Returns a plain text document of ten pages, which a compressor makes about as small as prose. */
export const tenPagesOfText = (): Buffer => {
  let state = 1;
  const next = (below: number): number => {
    state = (state * 48_271) % 2_147_483_647;
    return state % below;
  };
  const word = (): string =>
    Array.from({ length: 1 + next(3) }, () => syllables[next(syllables.length)]).join('');
  const line = (): string => Array.from({ length: 15 }, word).join(' ');
  return Buffer.from(Array.from({ length: linesOfTenPages }, line).join('\n'));
};
