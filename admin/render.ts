import { isRecord } from '../lib/is-record.ts';

type Row = Readonly<Record<string, unknown>>;

const width = 80;

/** A time without its seconds' fraction, which a list has no room for. */
const shortTime = (text: string): string => text.replace(/^(\d{4}-\d\d-\d\dT\d\d:\d\d):\d\d\.\d{3}Z$/, '$1Z');

const cellOf = (value: unknown): string => {
  if (value === null || value === undefined) return '-';
  if (typeof value === 'object') return JSON.stringify(value);
  return shortTime(String(value));
};

const clip = (text: string, length: number): string =>
  text.length <= length ? text : `${text.slice(0, Math.max(1, length - 1))}…`;

/** The rows as blocks of lines, for rows that do not fit side by side. */
const blocks = (rows: readonly Row[], indent: string): string[] =>
  rows.flatMap((row, index) => [...(index === 0 ? [] : ['']), ...lines(row, indent)]);

/** A table of rows with the same members, if it fits, else a block for each row. Ids are never cut, because they are copied. */
const table = (rows: readonly Row[], indent: string): string[] => {
  const columns = [...new Set(rows.flatMap(Object.keys))];
  const cells = rows.map((row) => columns.map((column) => cellOf(row[column])));
  const widths = columns.map((column, index) =>
    Math.max(column.length, ...cells.map((row) => row[index]?.length ?? 0)),
  );
  const total = widths.reduce((sum, each) => sum + each + 2, indent.length - 2);
  if (total > width) return blocks(rows, indent);
  return [columns, ...cells].map((row) =>
    `${indent}${row.map((cell, index) => cell.padEnd(widths[index] ?? 0)).join('  ')}`.trimEnd(),
  );
};

const lines = (value: Row, indent: string): string[] => {
  const names = Object.keys(value);
  const isPlain = (name: string): boolean => !Array.isArray(value[name]) && !isRecord(value[name]);
  const longest = Math.max(0, ...names.filter(isPlain).map((name) => name.length));
  return names.flatMap((name) => {
    const member = value[name];
    const label = `${indent}${name.padEnd(longest)}  `;
    if (Array.isArray(member) && member.length > 0)
      return member.every(isRecord)
        ? [`${indent}${name}`, ...table(member, `${indent}  `)]
        : [`${indent}${name}`, ...member.map((each) => `${indent}  ${cellOf(each)}`)];
    if (isRecord(member) && Object.keys(member).length > 0)
      return [`${indent}${name}`, ...lines(member, `${indent}  `)];
    const text = Array.isArray(member) || isRecord(member) ? 'none' : cellOf(member);
    return [`${label}${text.length > 300 ? clip(text, 300) : text}`];
  });
};

/** Renders the result of a command for a terminal of 80 columns. */
export const render = (value: unknown): string =>
  isRecord(value) ? lines(value, '').join('\n') : cellOf(value);
