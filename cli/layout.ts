import { printable } from '../lib/conversions/base/printable.ts';

/** The columns that help and lists use: those of the terminal up to 100, and 80 for a file or a pipe. */
export const columnsOf = ({ isTTY, columns }: NodeJS.WriteStream): number =>
  isTTY === true ? Math.min(columns || 80, 100) : 80;

/** Breaks text between its words into lines of at most `width` characters; a longer word has its own line. */
export const wrapped = (text: string, width: number): string[] => {
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

/** Minimum columns of the last cell. A narrower one starts on a line of its own. */
const minLastColumns = 20;

/** Lays out rows of cells in columns, and wraps the last cell of each row at `columns`. */
export const table = (rows: readonly (readonly string[])[], columns: number): string => {
  const widths: number[] = [];
  for (const row of rows)
    for (const [column, cell] of row.slice(0, -1).entries())
      widths[column] = Math.max(widths[column] ?? 0, printable(cell).length);
  const start = widths.reduce((sum, width) => sum + width + 2, 0);
  const isNarrow = columns - start < minLastColumns;
  const indent = isNarrow ? 8 : start;
  return rows
    .flatMap((row) => {
      const cells = row
        .slice(0, -1)
        .map((cell, column) => `${printable(cell).padEnd(widths[column] ?? 0)}  `)
        .join('');
      const last = wrapped(row.at(-1) ?? '', columns - indent).map((line) => ' '.repeat(indent) + line);
      if (!isNarrow) return [cells + (last[0] ?? '').trimStart(), ...last.slice(1)];
      return [cells, ...last].filter((line) => line.trim() !== '');
    })
    .map((line) => line.trimEnd())
    .join('\n');
};
