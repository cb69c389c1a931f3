// Shares of the lines above which columns or indents are no accident.
const COLUMN_LINES = 0.1;
const INDENTED_LINES = 0.3;

const COLUMNS = /\S(?: {3,}|\t+)\S|[\u2500-\u259f]|^\s*[|+][-=+|\s]{2,}[|+]\s*$/;
const INDENTED = /^(?: {2,}|\t)\S/;

/** Whether a text needs a monospaced font: it has columns of spaces or tabs, box drawings or program code. */
export function needsMono(lines: readonly string[]): boolean {
  const filled = lines.filter((line) => line.trim() !== '');
  const columns = filled.filter((line) => COLUMNS.test(line)).length;
  const indented = filled.filter((line) => INDENTED.test(line)).length;
  return columns > filled.length * COLUMN_LINES || indented > filled.length * INDENTED_LINES;
}
