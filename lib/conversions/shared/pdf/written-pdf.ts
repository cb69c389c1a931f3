import { contentHash } from '../../base/content-hash.ts';
import { safeHref } from '../../document/safe-href.ts';

// The timestamps in PDFs of LibreOffice and the browser. Everything else depends only on the document. Page contents are
// compressed, so these patterns cannot match there.
const TIMES = [
  /\/(?:CreationDate|ModDate) ?\(D:\d{14}[^)]{0,8}\)/g,
  /<xmp:(?:CreateDate|ModifyDate)>[^<]{1,40}<\/xmp:(?:CreateDate|ModifyDate)>/g,
];
const IDENTIFIERS = /(\/ID \[ <|> ?\n?<|\/DocChecksum \/)([0-9A-F]{32})/g;

/**
 * Removes the timestamps from a PDF that LibreOffice or the browser wrote and derives its identifier from its contents, so
 * that the same document results in the same bytes. Offsets do not change: the cross-reference table remains valid.
 */
export function withoutTimes(pdf: Uint8Array): Buffer {
  let text = Buffer.from(pdf.buffer, pdf.byteOffset, pdf.byteLength).toString('latin1');
  for (const pattern of TIMES) text = text.replace(pattern, (found) => ' '.repeat(found.length));
  const trailer = text.lastIndexOf('trailer');
  if (trailer < 0) return Buffer.from(text, 'latin1');
  const body = text.slice(0, trailer);
  const identifier = contentHash(Buffer.from(body, 'latin1'), 'hex').slice(0, 32).toUpperCase();
  const end = text.slice(trailer).replace(IDENTIFIERS, (_, before: string) => before + identifier);
  return Buffer.from(body + end, 'latin1');
}

// The identifiers of structure elements, except where another text, such as the title, could be the same.
const NODES = /(?<=\/ID |[[)R][ \n]?)\(node(\d{8})\)/g;

/**
 * Renumbers the structure elements of a PDF that the browser wrote: it counts on from one document to the next. Their order and all
 * offsets remain.
 */
export function withOwnNumbers(pdf: Uint8Array): Buffer {
  const text = Buffer.from(pdf.buffer, pdf.byteOffset, pdf.byteLength).toString('latin1');
  const found = new Set(Array.from(text.matchAll(NODES), ([, number = '']) => number));
  const numbers = new Map(
    [...found].sort().map((number, index) => [number, String(index + 1).padStart(8, '0')]),
  );
  return Buffer.from(
    text.replace(NODES, (_, number: string) => `(node${numbers.get(number)})`),
    'latin1',
  );
}

// ISO 32000-1, 12.6.4.7: the address is a string in parentheses, or of hexadecimal digits.
const LINK_ACTION = /\/A ?<<[^<>()]{0,60}\/URI ?[(<]/gi;
const ESCAPE = /\\([0-7]{1,3}|[\s\S])/g;

const unescaped = (text: string): string =>
  text.replaceAll(ESCAPE, (_, sign: string) =>
    /[0-7]/.test(sign) ? String.fromCharCode(Number.parseInt(sign, 8)) : sign,
  );

/** The index of the sign that ends a string whose content starts at an index: both programs escape parentheses in it. */
function endOfString(pdf: string, start: number, sign: string): number {
  for (let at = start; at < pdf.length; at += pdf[at] === '\\' ? 2 : 1) if (pdf[at] === sign) return at;
  return pdf.length;
}

/**
 * Removes the links to anything but web pages, email and the document itself from a PDF that LibreOffice or the browser wrote, as
 * our own writers do: see {@link safeHref}. Their text remains, and offsets do not change.
 */
export function withoutUnsafeLinks(pdf: Uint8Array): Buffer {
  const text = Buffer.from(pdf.buffer, pdf.byteOffset, pdf.byteLength).toString('latin1');
  const result = Buffer.from(pdf);
  let end = 0;
  for (const { 0: head, index } of text.matchAll(LINK_ACTION)) {
    if (index < end) continue;
    const start = index + head.length;
    const isLiteral = head.endsWith('(');
    const close = endOfString(text, start, isLiteral ? ')' : '>');
    const content = text.slice(start, close);
    const address = isLiteral
      ? unescaped(content)
      : Buffer.from(content.replaceAll(/\s/g, ''), 'hex').toString('latin1');
    end = text.indexOf('>>', close + 1) + 2;
    if (end < 2) break;
    if (safeHref(address) === undefined) result.fill(' ', index, end);
  }
  return result;
}

/**
 * Turns off the smoothing of images, which PDF/A forbids (ISO 19005-2, 6.2.8) and LibreOffice writes all the same. An entry
 * that is null counts as absent (ISO 32000-1, 7.3.7). Offsets do not change.
 */
export const withoutInterpolation = (pdf: Uint8Array): Buffer =>
  Buffer.from(
    Buffer.from(pdf.buffer, pdf.byteOffset, pdf.byteLength)
      .toString('latin1')
      .replaceAll('/Interpolate true', '/Interpolate null'),
    'latin1',
  );

/** Returns the page count of the page tree's root; null if the root is in an object stream. */
export function countPages(pdf: Uint8Array): number | null {
  const text = Buffer.from(pdf.buffer, pdf.byteOffset, pdf.byteLength).toString('latin1');
  let pages: number | null = null;
  let end = 0;
  for (const { index } of text.matchAll(/\/Type\s*\/Pages\b/g)) {
    if (index < end) continue;
    end = text.indexOf('>', index);
    if (end < 0) break;
    const count = /\/Count\s+(\d+)/.exec(text.slice(index, end))?.[1];
    if (count !== undefined) pages = Math.max(pages ?? 0, Number(count));
  }
  return pages;
}
