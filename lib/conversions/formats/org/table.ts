const RULE = /^\s*\|-/;
const COOKIE = /^<([lcr]?)\d{0,4}>$/;
const aligns: Readonly<Partial<Record<string, string>>> = { c: 'center', r: 'right' };

const cellsOf = (line: string): string[] => {
  const text = line.trim().slice(1);
  return (text.endsWith('|') ? text.slice(0, -1) : text).split('|').map((cell) => cell.trim());
};

/** Writes a table as HTML. The rows before its first rule are the header; rows of widths and groups are not shown. */
export function readTable(
  lines: readonly string[],
  caption: string,
  write: (text: string) => string,
): string {
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
  const written = rows.map((cells, row) => {
    const name = row < headers ? 'th' : 'td';
    const cell = cells.map((text, column) => {
      const style = align[column] === undefined ? '' : ` style="text-align: ${align[column]}"`;
      return `<${name}${style}>${write(text)}</${name}>`;
    });
    return `<tr>${cell.join('')}</tr>`;
  });
  const head = written.slice(0, headers).join('');
  const title = caption === '' ? '' : `<caption>${caption}</caption>`;
  return `<table>${title}${head === '' ? '' : `<thead>${head}</thead>`}<tbody>${written.slice(headers).join('')}</tbody></table>`;
}
