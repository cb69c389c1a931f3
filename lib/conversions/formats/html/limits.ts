/** Maximum characters of a web page that the browser shows. Larger ones exceed the memory, whatever their content. */
export const MAX_CHARACTERS = 20_000_000;

/** Maximum pixels of an image of a web page. */
export const MAX_PIXELS = 100_000_000;
