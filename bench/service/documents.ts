/** A little more than one A4 page. */
const lines = 60;

/** Lines that our PDF has on ten A4 pages. */
const linesOfTenPages = 460;

/** Returns a small plain text document. */
export const smallText = (): Buffer => textOf(lines);

/** Returns a plain text document of ten pages. */
export const tenPagesOfText = (): Buffer => textOf(linesOfTenPages);

const textOf = (length: number): Buffer =>
  Buffer.from(
    Array.from(
      { length },
      (_, index) => `${index + 1}. The quick brown fox jumps over the lazy dog, and über naïve cafés, too.`,
    ).join('\n'),
  );
