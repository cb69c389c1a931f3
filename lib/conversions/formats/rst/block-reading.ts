import { dedented, endOfIndented, outdented } from '../../shared/markup/text-lines.ts';
import type { Content, Part } from '../html/build-elements.ts';
import type { Reading } from './inline.ts';

/** The state of a document whose blocks are being read. */
export interface BlockReading extends Reading {
  /** Styles of section titles, in the order of their levels. */
  readonly adornments: string[];
  /** Footnotes with their ids. */
  readonly notes: (readonly [id: string, content: Content])[];
  readonly unnumberedNotes: { '#': number; '*': number };
  /** Fields at the start of the document. */
  readonly fields: Map<string, string>;
  /** The first title. */
  title: string | undefined;
  readonly blocks: (part: Part, reading: BlockReading) => Content;
}

/** The mark of an item of a bullet list. */
export const BULLET = /^[-*+\u2022\u2023\u2043](?: +|$)/;
/** The lines of an item: what follows its mark, and the indented lines after it. */
export function itemLines(
  lines: readonly string[],
  at: number,
  mark: number,
): { own: string[]; end: number } {
  const end = endOfIndented(lines, at + 1);
  const rest = lines.slice(at + 1, end).map((line) => outdented(line, mark));
  return { own: [(lines[at] ?? '').slice(mark), ...rest], end };
}

/** The items of the bullet list at a line, all with the same mark, and the line after them. */
export function bulletItems(
  lines: readonly string[],
  at: number,
): { readonly items: readonly (readonly string[])[]; readonly end: number } {
  const items: string[][] = [];
  let end = at;
  for (let line = lines[end]; line !== undefined; line = lines[end]) {
    const mark = BULLET.exec(line)?.[0];
    if (mark === undefined || line[0] !== lines[at]?.[0]) break;
    const item = itemLines(lines, end, mark.length);
    items.push(dedented(item.own));
    end = item.end;
  }
  return { items, end };
}

/** The name and the start of the text of a field, such as `:Author: Ada`. */
export function fieldOf(line: string): { readonly name: string; readonly mark: number } | undefined {
  if (!line.startsWith(':') || line.length < 3 || line[1] === ' ' || line[1] === ':') return undefined;
  const closing = line.indexOf(': ', 1);
  const end = closing < 0 ? (line.endsWith(':') ? line.length - 1 : -1) : closing;
  if (end < 2) return undefined;
  const name = line.slice(1, end);
  return name.includes('`') ? undefined : { name, mark: Math.min(line.length, end + 2) };
}
