/** A line as the Typst template takes it; an empty line has no parts. */
export interface TypstLine {
  /** Between two parts the line may be broken. */
  readonly parts: readonly string[];
  readonly rtl: boolean;
}

const STRONG_RTL = /[\p{sc=Arabic}\p{sc=Hebrew}\p{sc=Syriac}\p{sc=Thaana}\p{sc=Nko}]/u;
const STRONG = /\p{L}/u;

// Typst breaks between words only. No word people write is this long, and at most sizes it still fits a line.
const LONGEST_WORD = 30;
const LONG_WORD = new RegExp(
  `[\\x21-\\x7e\\u00c0-\\u052f]{${LONGEST_WORD}}(?=[\\x21-\\x7e\\u00c0-\\u052f])`,
  'gu',
);

/** Direction of a line: of its first strong character (Unicode Bidirectional Algorithm, UAX 9, rules P2 and P3). */
const isRightToLeft = (line: string): boolean => STRONG_RTL.test(STRONG.exec(line)?.[0] ?? '');

/** Spaces that hold: of a run the last may be where the line breaks, all at the line's beginning stay. */
function holdSpaces(line: string): string {
  return line
    .replace(/^ +/, (run) => '\u00a0'.repeat(run.length))
    .replaceAll(/ {2,}/g, (run) => `${'\u00a0'.repeat(run.length - 1)} `);
}

/** Prepares a line of text for the template. */
export function typstLine(line: string): TypstLine {
  if (line === '') return { parts: [], rtl: false };
  const parts = holdSpaces(line).replaceAll(LONG_WORD, '$&\0').split('\0');
  return { parts, rtl: isRightToLeft(line) };
}
