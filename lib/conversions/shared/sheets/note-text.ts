/** The text of a cell's note without its author's name, which programs write above it. `author` is empty or null if unknown. */
export const noteText = (author: string | null, text: string): string =>
  author && text.startsWith(`${author}:`) ? text.slice(author.length + 1).trim() : text;
