const CAPTION = /^(?:fig(?:ure|\.)|table|tab\.|abb(?:ildung|\.)|tabelle|listing|algorithm)\s/i;

/** Whether a line starts like the caption of a figure, table, listing or algorithm. */
export const isCaption = (line: string): boolean => CAPTION.test(line);
