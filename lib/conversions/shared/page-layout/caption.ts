// With its number, and what separates that from the text. Prose has neither: "Table 3 shows".
const NUMBERED =
  /^(?:fig(?:ure|\.)?|table|tab\.|abb(?:ildung|\.)|tabelle|listing|algorithm|chart|scheme|plate|exhibit|figura|tabla|tableau|tab)\s{0,2}(?:\d{1,4}(?:[.-]\d{1,3}){0,2}[a-z]?|[A-Z](?:[.-]?\d{1,3})|[IVX]{1,5})\s{0,2}(?:[.:|–—-](?:\s|$)|$)/i;

/** Whether a line starts with the number of a figure or table and what separates it from its text. */
export const isNumberedCaption = (line: string): boolean => NUMBERED.test(line.trimStart());

const CAPTION = /^(?:fig(?:ure|\.)|table|tab\.|abb(?:ildung|\.)|tabelle|listing|algorithm)\s/i;

/** Whether a line starts like the caption of a figure, table, listing or algorithm. */
export const isCaption = (line: string): boolean => CAPTION.test(line);
