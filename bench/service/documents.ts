/** Lines of a little more than one page of A4. */
const lines = 60;

/** A small document in plain text. */
export const smallText = (): Buffer =>
  Buffer.from(
    Array.from(
      { length: lines },
      (_, index) => `${index + 1}. The quick brown fox jumps over the lazy dog, and über naïve cafés, too.`,
    ).join('\n'),
  );
