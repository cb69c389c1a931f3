/**
 * Parses CSV (RFC 4180, any line ending), at most `maxRows` rows. The last row may be truncated like the text.
 *
 * @param delimiter The character between fields.
 */
export const parseCsv = (text: string, maxRows: number, delimiter = ','): readonly (readonly string[])[] => {
  const rows: string[][] = [];
  let row: string[] = [];
  let cell = '';
  let isQuoted = false;
  const endCell = (): void => {
    row.push(cell);
    cell = '';
  };
  for (let index = 0; index < text.length && rows.length < maxRows; index += 1) {
    const char = text.charAt(index);
    if (isQuoted) {
      if (char !== '"') cell += char;
      else if (text.charAt(index + 1) === '"') {
        cell += '"';
        index += 1;
      } else isQuoted = false;
    } else if (char === '"' && cell === '') isQuoted = true;
    else if (char === delimiter) endCell();
    else if (char === '\n' || char === '\r') {
      if (char === '\r' && text.charAt(index + 1) === '\n') index += 1;
      endCell();
      rows.push(row);
      row = [];
    } else cell += char;
  }
  if (rows.length < maxRows && (cell !== '' || row.length > 0)) {
    endCell();
    rows.push(row);
  }
  return rows;
};
