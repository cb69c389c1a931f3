/** A table's cells, by row; the first row has the headings. */
export type Cells = readonly (readonly string[])[];

/** A number of milliseconds, short. */
export const ms = (value: number): string =>
  Number.isNaN(value) ? '-' : value.toFixed(value < 10 ? 2 : value < 100 ? 1 : 0);

/** Whether an aim is met, in words. */
export const against = (value: number, aim: number): string =>
  `< ${aim} ms: ${value < aim ? 'met' : 'missed'}`;

/** Prints a table under its title: the first column to the left, numbers to the right. */
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
