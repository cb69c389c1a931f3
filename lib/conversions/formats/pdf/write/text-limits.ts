/** Maximum characters of plain text in one PDF. */
export const MAX_PLAIN_TEXT_CHARACTERS = 10_000_000;

/** Maximum characters that Typst typesets. */
export const MAX_TYPST_CHARACTERS = 2_000_000;
