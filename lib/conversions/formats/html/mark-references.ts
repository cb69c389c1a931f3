import { nameTable } from '../../base/name-table.ts';

const MARK = /^\p{M}$/u;
const REFERENCE = /&(?:#x([\da-f]+)|#(\d+)|(DownBreve|tdot|TripleDot|DotDot));?/gi;
// WHATWG HTML 13.5: the names of combining marks.
const NAMED: Readonly<Record<string, string>> = nameTable({
  DownBreve: '\u0311',
  tdot: '\u20db',
  TripleDot: '\u20db',
  DotDot: '\u20dc',
});

/** Replaces character references to combining marks, such as `&#769;`, with the characters. */
export const withPlainMarks = (html: string): string =>
  html.replaceAll(REFERENCE, (whole, hex?: string, decimal?: string, name?: string) => {
    if (name !== undefined) return NAMED[name] ?? whole;
    const point = hex === undefined ? Number.parseInt(decimal ?? '', 10) : Number.parseInt(hex, 16);
    if (!(point <= 0x10ffff)) return whole;
    const character = String.fromCodePoint(point);
    return MARK.test(character) ? character : whole;
  });
