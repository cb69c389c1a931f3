// With its number, and what separates that from the text. Prose has neither: "Table 3 shows".
const NUMBERED =
  /^(?:fig(?:ure|\.)?|table|tab\.|abb(?:ildung|\.)|tabelle|listing|algorithm|chart|scheme|plate|exhibit|figura|tabla|tableau|tab)\s{0,2}(?:\d{1,4}(?:[.-]\d{1,3}){0,2}[a-z]?|[A-Z](?:[.-]?\d{1,3})|[IVX]{1,5})\s{0,2}(?:[.:|–—-](?:\s|$)|$)/i;

// Prose goes on in lower case after the number: "Table 3 shows".
const TITLED =
  /^(?:fig(?:ure|\.)|table|abb(?:ildung|\.)|tabelle)\s{0,2}\d{1,4}(?:[.-]\d{1,3}){0,2}\s{1,4}(?!and\b|und\b)["“(]?[A-ZÄÖÜ]/i;
const LOWER_CASE = /^\S+\s+\S+\s+["“(]?\p{Ll}/u;

/** Whether a line starts with the number of a figure or table and what separates it from its text, or its text in capitals. */
export const isNumberedCaption = (line: string): boolean => {
  const text = line.trimStart();
  return NUMBERED.test(text) || (TITLED.test(text) && !LOWER_CASE.test(text));
};

const FIGURE = /^(?:fig|abb|chart|scheme|plate|exhibit)/i;

/** Whether a line starts with the number of a figure and what separates it from its text. */
export const isFigureCaption = (line: string): boolean =>
  FIGURE.test(line.trimStart()) && isNumberedCaption(line);

const NUMBER =
  /^(?:fig(?:ure|\.)?|table|tabelle|tableau|tabla|abb(?:ildung|\.)|figura)\s{0,2}(?:\d{1,4}(?:[.-]\d{1,3}){0,2}[a-z]?|[IVXL]{1,6})[.:]?$/i;

/** Whether a line is nothing but the number of a figure or table, such as `TABLE II`. */
export const isCaptionNumber = (line: string): boolean => NUMBER.test(line.trim());

const CAPTION = /^(?:fig(?:ure|\.)|table|tab\.|abb(?:ildung|\.)|tabelle|listing|algorithm)\s/i;

/** Whether a line starts like the caption of a figure, table, listing or algorithm. */
export const isCaption = (line: string): boolean => CAPTION.test(line);
