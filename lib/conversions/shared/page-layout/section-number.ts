/** The numbering scheme of a heading: `3.1`, `IV.`, `A.`, `2)`, or `Chapter 3`. */
export type NumberScheme = 'decimal' | 'roman' | 'letter' | 'closed';

/** The number of a heading. */
export interface SectionNumber {
  readonly scheme: NumberScheme;
  /** Number of its parts: 2 for `3.1`. */
  readonly parts: number;
}

const DECIMAL = /^(?:chapter |kapitel |appendix |§ ?)?(\d{1,3}(?:\.\d{1,3}){0,20})\.?\s+\p{L}/iu;
const ROMAN = /^[IVX]{1,6}\.\s+\p{L}/u;
const LETTER = /^(?:appendix )?([A-Z](?:\.\d{1,3}){0,20})\.?\s+\p{L}/u;
const CLOSED = /^(?:\d{1,2}|[a-z])\)\s+\p{Lu}/u;

/** Returns the number at the start of a heading. `I.` to `X.` count as Roman. */
export function sectionNumberOf(text: string): SectionNumber | undefined {
  const decimal = DECIMAL.exec(text)?.[1];
  if (decimal !== undefined) return { scheme: 'decimal', parts: decimal.split('.').length };
  if (ROMAN.test(text)) return { scheme: 'roman', parts: 1 };
  const letter = LETTER.exec(text)?.[1];
  if (letter !== undefined) return { scheme: 'letter', parts: letter.split('.').length };
  return CLOSED.test(text) ? { scheme: 'closed', parts: 1 } : undefined;
}

/** Whether a text starts with the number of a section in a section, such as `4.2. Results`. */
export const isSubsection = (text: string): boolean => /^\d{1,2}(?:\.\d{1,2}){1,4}\.?\s+\p{Lu}/u.test(text);

/** Whether a text starts with the number of a section, such as `4. Results`, `IV. Results` or `B. Results`. */
export const isSection = (text: string): boolean => /^(?:\d{1,2}|[IVX]{1,5}|[A-Z])\.\s+\p{Lu}/u.test(text);

const PART =
  /^(?:chapter|part|appendix|kapitel|teil|anhang|chapitre|partie|annexe|cap[ií]tulo|capitolo|hoofdstuk)\s+(?:\d{1,3}|[IVXLC]{1,7}|[A-Z])[.:]?$/iu;

/** Returns true if a line is only the number of a chapter or part, whose title follows. */
export const isPartNumber = (text: string): boolean => PART.test(text.trim());
