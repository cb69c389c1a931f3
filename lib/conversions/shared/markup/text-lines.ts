import { cleanText } from '../../document/clean-text.ts';

// Lines of plain text whose indentation is markup.

const TAB = 8;

/** The lines of a text without control characters and white space at their ends, with tabs as blanks up to the next multiple of 8. */
export const linesOf = (text: string): string[] =>
  cleanText(text)
    .split('\n')
    .map((line) => {
      const trimmed = line.trimEnd();
      if (!trimmed.includes('\t')) return trimmed;
      let expanded = '';
      for (const part of trimmed.split(/(\t)/)) {
        expanded += part === '\t' ? ' '.repeat(TAB - (expanded.length % TAB)) : part;
      }
      return expanded;
    });

/** Blanks at the start of a line; that of an empty line is its length. */
export function indentOf(line: string): number {
  let indent = 0;
  while (line.charCodeAt(indent) === 0x20) indent += 1;
  return indent;
}

/** Removes up to `columns` blanks from the start of a line. */
export const outdented = (line: string, columns: number): string =>
  line.slice(Math.min(columns, indentOf(line)));

/** Lines without their common indentation, and without empty ones at either end. */
export function dedented(lines: readonly string[]): string[] {
  const filled = (line: string): boolean => line !== '';
  const from = lines.findIndex(filled);
  if (from < 0) return [];
  const inside = lines.slice(from, lines.findLastIndex(filled) + 1);
  let common = Number.POSITIVE_INFINITY;
  for (const line of inside) if (line !== '') common = Math.min(common, indentOf(line));
  return inside.map((line) => outdented(line, common));
}

/** Index of the first line from `at` that is neither empty nor indented by `columns`. */
export function endOfIndented(lines: readonly string[], at: number, columns = 1): number {
  let end = at;
  for (let line = lines[end]; line !== undefined; line = lines[end]) {
    if (line !== '' && indentOf(line) < columns) break;
    end += 1;
  }
  return end;
}

/** Index of the first empty line from `at`. */
export function endOfFilled(lines: readonly string[], at: number): number {
  let end = at;
  while (end < lines.length && lines[end] !== '') end += 1;
  return end;
}
