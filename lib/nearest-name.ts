/** Returns the name in one case and without separators, so that `fileId` equals `file_id`. */
const plain = (name: string): string => name.toLowerCase().replaceAll(/[-_ ]/g, '');

/** Names longer than this are not compared: the comparison takes the product of both lengths. */
const MAX_LENGTH = 64;

/** Counts the insertions, deletions, replacements and swaps of neighbours between two words (optimal string alignment). */
const editsBetween = (one: string, two: string): number => {
  let older: readonly number[] = [];
  let row = Array.from({ length: two.length + 1 }, (_, index) => index);
  for (let i = 1; i <= one.length; i += 1) {
    const next = [i];
    for (let j = 1; j <= two.length; j += 1) {
      const same = one[i - 1] === two[j - 1];
      const swapped = one[i - 1] === two[j - 2] && one[i - 2] === two[j - 1];
      next[j] = Math.min(
        (row[j] ?? 0) + 1,
        (next[j - 1] ?? 0) + 1,
        (row[j - 1] ?? 0) + (same ? 0 : 1),
        swapped ? (older[j - 2] ?? 0) + 1 : Number.POSITIVE_INFINITY,
      );
    }
    older = row;
    row = next;
  }
  return row[two.length] ?? 0;
};

/**
 * Returns the known name that a wrong one was probably meant to be; undefined if none is close.
 *
 * Close is at most one edit for each three letters, or the only known name that contains the wrong one as a word (`key` for
 * `api_key`). Case, hyphens and underscores do not count.
 */
export const nearestName = (name: string, known: readonly string[]): string | undefined => {
  const wanted = plain(name);
  if (wanted === '' || name.length > MAX_LENGTH) return undefined;
  const close = known
    .filter((candidate) => candidate.length <= MAX_LENGTH)
    .map((candidate) => ({ candidate, edits: editsBetween(wanted, plain(candidate)) }))
    .filter(({ edits }) => edits <= wanted.length / 3)
    .sort((a, b) => a.edits - b.edits);
  if (close[0] !== undefined) return close[0].candidate;
  const [only, ...others] = known.filter((candidate) => candidate.split(/[-_]/).includes(name.toLowerCase()));
  return others.length === 0 ? only : undefined;
};
