import { figureWords, tableWords } from '../../document/caption-words.ts';
import { type Line, textOf } from './lines.ts';

// What other parts with a number are called.
const otherWords: ReadonlySet<string> = new Set([...figureWords, 'box', 'annex', 'appendix']);

// A word, and a number such as 3, A.1 or II: prose goes on in lower case.
const NUMBERED = /^(\p{L}{1,12}\.?)\s{0,2}(?:[A-Z]{0,2}[.-]?\d|[A-Z]\b|[IVX]{2,5}\b)/u;

const startsWith = (line: Line, words: ReadonlySet<string>): boolean =>
  words.has(NUMBERED.exec(textOf(line))?.[1]?.toLowerCase() ?? '');

/** Whether a line is the title of a table. */
export const isTableTitle = (line: Line): boolean => startsWith(line, tableWords);
/** Whether a line is the title of a table, a figure or a part. */
export const isCaption = (line: Line): boolean => isTableTitle(line) || startsWith(line, otherWords);
