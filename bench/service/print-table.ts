/** The cells of a table by row. The first row is the header row. */
export type Cells = readonly (readonly string[])[];

/** Formats milliseconds. */
export const ms = (value: number): string =>
  Number.isNaN(value) ? '-' : value.toFixed(value < 10 ? 2 : value < 100 ? 1 : 0);

/** Formats a target and whether it was met. */
export const formatTarget = (value: number, target: number): string =>
  `< ${target} ms: ${value < target ? 'met' : 'missed'}`;

/** Prints a table with a title. The first column is left-aligned, the others are right-aligned. */
export const printTable = (title: string, cells: Cells): void => {
  const widths = (cells[0] ?? []).map((_, column) =>
    Math.max(...cells.map((row) => (row[column] ?? '').length)),
  );
  const isText = (column: number): boolean =>
    cells.slice(1).some((row) => /^[<a-z]/i.test(row[column] ?? ''));
  const lines = cells.map((row) =>
    row
      .map((cell, column) =>
        isText(column) ? cell.padEnd(widths[column] ?? 0) : cell.padStart(widths[column] ?? 0),
      )
      .join('   ')
      .trimEnd(),
  );
  console.log(`\n${title}\n`);
  for (const line of lines) console.log(`  ${line}`);
};
