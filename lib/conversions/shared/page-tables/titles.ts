import { figureWords, tableWords } from '../../document/caption-words.ts';
import { type TableLine, textOf } from './lines.ts';

// Names of other numbered parts.
const otherWords: ReadonlySet<string> = new Set([...figureWords, 'box', 'annex', 'appendix']);

// A word and a number such as 3, A.1 or II. In prose, lower case follows the word.
const NUMBERED = /^(\p{L}{1,12}\.?)\s{0,2}(?:[A-Z]{0,2}[.-]?\d|[A-Z]\b|[IVX]{2,5}\b)/u;

const startsWith = (line: TableLine, words: ReadonlySet<string>): boolean =>
  words.has(NUMBERED.exec(textOf(line))?.[1]?.toLowerCase() ?? '');

/** Whether a line is the title of a table. */
export const isTableTitle = (line: TableLine): boolean => startsWith(line, tableWords);
/** Whether a line is the title of a table, a figure or a part. */
export const isCaption = (line: TableLine): boolean => isTableTitle(line) || startsWith(line, otherWords);
