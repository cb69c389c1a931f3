/** A little more than one A4 page. */
const lines = 60;

/** Returns a small plain text document. */
export const smallText = (): Buffer =>
  Buffer.from(
    Array.from(
      { length: lines },
      (_, index) => `${index + 1}. The quick brown fox jumps over the lazy dog, and über naïve cafés, too.`,
    ).join('\n'),
  );
