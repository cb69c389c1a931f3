/** Maximum length of the JSON for the template: about twice that of the text. A page has about 3,000 characters. */
export const MAX_CHARACTERS = 12_000_000;

/** Maximum number of table cells: Typst needs about 23 KB per cell, 1.8 GB of a worker's 3 GB. */
export const MAX_CELLS = 80_000;
