/** Maximum characters of a book's chapters. The longest novels have 10 MB of markup. A larger tree would not fit in memory. */
export const MAX_CHARACTERS = 64 * 1024 * 1024;
