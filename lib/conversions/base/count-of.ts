/** Writes a count with its noun: `1 page`, `3 pages`. Only for nouns whose plural adds an s. */
export const countOf = (count: number, noun: string): string => `${count} ${noun}${count === 1 ? '' : 's'}`;

/** Counts equal nouns: `2 videos`, `1 iframe`. */
export function countEach(nouns: readonly string[]): string[] {
  const counts = new Map<string, number>();
  for (const noun of nouns) counts.set(noun, (counts.get(noun) ?? 0) + 1);
  return [...counts].map(([noun, count]) => countOf(count, noun));
}

/** Starts a sentence about something that happened to several: `1 page was`, `3 pages were`. */
export const countWere = (count: number, noun: string): string =>
  `${countOf(count, noun)} ${count === 1 ? 'was' : 'were'}`;

/** Numbers of pages or slides as a list, cut after ten. */
export const listed = (numbers: readonly number[]): string =>
  numbers.length > 10
    ? `${numbers.slice(0, 10).join(', ')} and ${numbers.length - 10} more`
    : numbers.join(', ');
