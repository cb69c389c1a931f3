// Characters of prose, and the share of small letters among them.
const MIN_PROSE = 30;
const PROSE_LETTERS = 0.5;

/** Whether a text is part of running text: it is long, and most of it is small letters. */
export const isProse = (text: string): boolean =>
  text.length >= MIN_PROSE && (text.match(/\p{Ll}/gu)?.length ?? 0) > text.length * PROSE_LETTERS;
