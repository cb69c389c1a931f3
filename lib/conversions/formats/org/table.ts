import { type Content, h, tableElement } from '../html/build-elements.ts';

const RULE = /^\s*\|-/;
const COOKIE = /^<([lcr]?)\d{0,4}>$/;
const aligns: Readonly<Partial<Record<string, string>>> = { c: 'center', r: 'right' };

const cellsOf = (line: string): string[] => {
  const text = line.trim().slice(1);
  return (text.endsWith('|') ? text.slice(0, -1) : text).split('|').map((cell) => cell.trim());
};

/** Reads a table. The rows before its first rule are the header; rows of widths and groups are not shown. */
export function readTable(
  lines: readonly string[],
  caption: Content,
  readCell: (text: string) => Content,
): Content {
  const rows: string[][] = [];
  const align: (string | undefined)[] = [];
  let headerRows = 0;
  for (const line of lines) {
    if (RULE.test(line)) {
      if (headerRows === 0) headerRows = rows.length;
      continue;
    }
    const cells = cellsOf(line);
    const filled = cells.filter((cell) => cell !== '');
    if (filled.length > 0 && filled.every((cell) => COOKIE.test(cell))) {
      for (const [column, cell] of cells.entries()) align[column] = aligns[COOKIE.exec(cell)?.[1] ?? ''];
      continue;
    }
    // A row for the program: groups of columns, parameters and names.
    if (cells[0] === '/' || cells[0] === '<>' || cells[0] === '!') continue;
    rows.push(cells);
  }
  // A rule after the last row sets nothing apart.
  const headers = headerRows === rows.length ? 0 : headerRows;
  const read = rows.map((cells, row) =>
    h(
      'tr',
      cells.map((text, column) => h(row < headers ? 'th' : 'td', readCell(text), { align: align[column] })),
    ),
  );
  return tableElement(read, headers, caption);
}
