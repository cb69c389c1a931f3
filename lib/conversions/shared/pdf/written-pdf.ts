import { createHash } from 'node:crypto';

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
  const identifier = createHash('sha256').update(body, 'latin1').digest('hex').slice(0, 32).toUpperCase();
  const end = text.slice(trailer).replace(IDENTIFIERS, (_, before: string) => before + identifier);
  return Buffer.from(body + end, 'latin1');
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
