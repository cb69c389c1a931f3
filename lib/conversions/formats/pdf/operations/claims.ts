import { decodeText } from '../../../base/decode-text.ts';
import type { PdfFile } from '../archive/pdf-file.ts';

/** Standards that a file can state in its metadata to conform to. */
export type Claim = 'PDF/A' | 'PDF/UA';

const CLAIMS = [
  ['PDF/A', 'http://www.aiim.org/pdfa/ns/id/'],
  ['PDF/UA', 'http://www.aiim.org/pdfua/ns/id/'],
] as const satisfies readonly (readonly [Claim, string])[];

const PREFIX = /xmlns:([\w-]{1,40})\s?=\s?["']([^"'<>]{1,100})["']/g;
const ELEMENT = /<([\w-]{1,40}):(part|conformance|amd|corr|rev)>([^<]{0,100})<\/[\w-]{1,40}:[a-z]{1,20}>/g;
const ATTRIBUTE = /\s([\w-]{1,40}):(part|conformance|amd|corr|rev)\s?=\s?["']([^"'<>]{0,100})["']/g;

/** The metadata of a file (XMP) as text; undefined if it has none that can be read. */
function metadataOf({ catalog, get, streamOf, decode }: PdfFile): string | undefined {
  const stream = streamOf(get(catalog, 'Metadata'));
  const bytes = stream === undefined ? undefined : decode(stream);
  return bytes === undefined ? undefined : decodeText(bytes).text;
}

/** The claims of metadata, with the part of the standard. */
function claimsIn(text: string): Map<Claim, string> {
  const claims = new Map<Claim, string>();
  for (const [, prefix, space] of text.matchAll(PREFIX)) {
    const claim = CLAIMS.find(([, name]) => name === space)?.[0];
    if (claim === undefined) continue;
    for (const pattern of [ELEMENT, ATTRIBUTE])
      for (const [, own, property, value = ''] of text.matchAll(pattern))
        if (own === prefix && property === 'part') claims.set(claim, value.trim());
  }
  return claims;
}

/** The standards that a file claims to conform to, with their parts, such as 2 of PDF/A-2b. */
export const claimsOf = (file: PdfFile): ReadonlyMap<Claim, string> => claimsIn(metadataOf(file) ?? '');

/** Removes claims from the metadata of a file. Returns those that it had. */
export function removeClaims(file: PdfFile, claims: readonly Claim[]): Claim[] {
  const text = metadataOf(file) ?? '';
  const removed = [...claimsIn(text).keys()].filter((claim) => claims.includes(claim));
  if (removed.length === 0) return [];
  const prefixes = new Set<string | undefined>();
  for (const [, prefix, space] of text.matchAll(PREFIX))
    if (CLAIMS.some(([claim, name]) => name === space && removed.includes(claim))) prefixes.add(prefix);
  const without = (whole: string, prefix: string): string => (prefixes.has(prefix) ? '' : whole);
  const rest = text.replaceAll(ELEMENT, without).replaceAll(ATTRIBUTE, without);
  const { context, catalog, set } = file;
  set(
    catalog,
    'Metadata',
    context.register(context.stream(Buffer.from(rest), { Type: 'Metadata', Subtype: 'XML' })),
  );
  return removed;
}

/** The warning about claims that were removed. */
export const claimWarning = (removed: readonly Claim[]): string[] =>
  removed.length === 0
    ? []
    : [
        `The result no longer claims to conform to ${removed.join(' and ')}, because the operation does not keep it.${removed.includes('PDF/A') ? ' Pass "pdf_standard" to make it conform to PDF/A.' : ''}`,
      ];
