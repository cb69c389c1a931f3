import { printable } from '../lib/conversions/base/printable.ts';

/** The columns of help and lists. */
export const columns = 80;

/** Breaks text between its words into lines of at most `width` characters; a longer word has its own line. */
const wrapped = (text: string, width: number): string[] => {
  const lines: string[] = [];
  let line = '';
  for (const word of printable(text).split(' ')) {
    const longer = line === '' ? word : `${line} ${word}`;
    if (longer.length > width && line !== '') {
      lines.push(line);
      line = word;
    } else line = longer;
  }
  return [...lines, line];
};

/** Lays out rows of cells in columns. The last cell of a row is broken into lines at 80 columns. */
export const table = (rows: readonly (readonly string[])[]): string => {
  const widths: number[] = [];
  for (const row of rows)
    for (const [column, cell] of row.slice(0, -1).entries())
      widths[column] = Math.max(widths[column] ?? 0, printable(cell).length);
  const indent = widths.reduce((sum, width) => sum + width + 2, 0);
  return rows
    .flatMap((row) => {
      const start = row
        .slice(0, -1)
        .map((cell, column) => `${printable(cell).padEnd(widths[column] ?? 0)}  `);
      const [first = '', ...more] = wrapped(row.at(-1) ?? '', Math.max(columns - indent, 20));
      return [start.join('') + first, ...more.map((line) => ' '.repeat(indent) + line)];
    })
    .map((line) => line.trimEnd())
    .join('\n');
};
