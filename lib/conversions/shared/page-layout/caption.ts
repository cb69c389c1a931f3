import { figureWords, firstWordOf, tableWords } from '../../document/caption-words.ts';

// Words under drawings; an exhibit can also be a table.
const drawingWords: ReadonlySet<string> = new Set([...figureWords, 'exhibit']);
const captionWords: ReadonlySet<string> = new Set([...tableWords, ...drawingWords, 'listing', 'algorithm']);

// A number and its separator. Prose has no separator: "Table 3 shows".
const NUMBERED =
  /^\p{L}{1,12}\.?(?:\s{0,2}\d{1,4}(?:[.-]\d{1,3}){0,2}[a-z]?|\s{1,2}(?:[A-Z](?:[.-]?\d{1,3})|[IVX]{1,5}))\s{0,2}(?:[.:|–—：-](?:\s|$)|：|$)/iu;

// In prose, lower case follows the number: "Table 3 shows".
const TITLED = /^\p{L}{1,12}\.?\s{0,2}\d{1,4}(?:[.-]\d{1,3}){0,2}\s{1,4}["“(]?\p{Lu}/u;

/** Returns true if a line starts with the number of a figure or table, followed by a separator or a capital. */
export const isNumberedCaption = (line: string): boolean => {
  const text = line.trimStart();
  return captionWords.has(firstWordOf(text)) && (NUMBERED.test(text) || TITLED.test(text));
};

/** Returns true if a line starts with the number of a figure and a separator. */
export const isFigureCaption = (line: string): boolean =>
  drawingWords.has(firstWordOf(line.trimStart())) && isNumberedCaption(line);

const NUMBER = /^\p{L}{1,12}\.?(?:\s{0,2}\d{1,4}(?:[.-]\d{1,3}){0,2}[a-z]?|\s{1,2}[IVXL]{1,6})[.:]?$/iu;

/** Returns true if a line is only the number of a figure or table, such as `TABLE II`. */
export const isCaptionNumber = (line: string): boolean => {
  const text = line.trim();
  return (tableWords.has(firstWordOf(text)) || figureWords.has(firstWordOf(text))) && NUMBER.test(text);
};

const CAPTION = /^(?:fig(?:ure|\.)|table|tab\.|abb(?:ildung|\.)|tabelle|listing|algorithm)\s/i;
const BEFORE_NUMBER = /^\p{L}{1,12}\.?\s{0,2}\d/u;

/** Returns true if a line starts like the caption of a figure, table, listing or algorithm. */
export const isCaption = (line: string): boolean =>
  CAPTION.test(line) || (captionWords.has(firstWordOf(line)) && BEFORE_NUMBER.test(line));
