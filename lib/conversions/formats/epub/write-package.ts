import { createHash } from 'node:crypto';
import { isoSeconds, readIsoTime } from '../../base/iso-time.ts';
import type { TreeImage } from '../../document/document-tree.ts';
import type { OutlineEntry } from '../../document/outline.ts';
import type { DocumentInfo } from '../../document/result-schemas.ts';
import { escapeMarkup } from '../../shared/markup/escape-markup.ts';
import type { WriteEpubOptions } from './epub-options.ts';
import type { EpubPage } from './write-pages.ts';

/** An image of a book and its address. */
interface EpubImage {
  readonly name: string;
  readonly image: TreeImage;
}

/** What the package document and the contents refer to. */
interface BookParts {
  readonly identifier: string;
  readonly pages: readonly EpubPage[];
  readonly images: readonly EpubImage[];
}

// `dcterms:modified` is mandatory (EPUB 3.3, 5.4.4). A constant keeps equal documents equal.
const UNKNOWN_TIME = '2000-01-01T00:00:00Z';

/** Identifier of a book: a hash of its pages as a UUID (RFC 9562, version 8), so that equal books have equal identifiers. */
export function bookIdentifier(pages: readonly EpubPage[]): string {
  const hash = createHash('sha256');
  for (const { bytes } of pages) hash.update(bytes);
  const digits = hash.digest('hex');
  return `urn:uuid:${digits.slice(0, 8)}-${digits.slice(8, 12)}-8${digits.slice(13, 16)}-8${digits.slice(17, 20)}-${digits.slice(20, 32)}`;
}

function metadata(info: DocumentInfo, { title, language }: WriteEpubOptions, identifier: string): string {
  const created = readIsoTime(info.created) ?? undefined;
  const modified = isoSeconds(info.modified) ?? isoSeconds(created) ?? UNKNOWN_TIME;
  const element = (name: string, value: string | null | undefined): string =>
    value === null || value === undefined || value.trim() === ''
      ? ''
      : `<dc:${name}>${escapeMarkup(value)}</dc:${name}>`;
  return `<metadata xmlns:dc="http://purl.org/dc/elements/1.1/"><dc:identifier id="id">${identifier}</dc:identifier><dc:title>${escapeMarkup(title)}</dc:title><dc:language>${escapeMarkup(language ?? 'und')}</dc:language>${element('creator', info.author)}${element('description', info.subject)}${element('subject', info.keywords)}${element('date', created)}<meta property="dcterms:modified">${modified}</meta></metadata>`;
}

/** The package document (EPUB 3.3, 5): metadata, all files, and the reading order. */
export function packageDocument(
  info: DocumentInfo,
  options: WriteEpubOptions,
  { identifier, pages, images }: BookParts,
): string {
  const properties = (bytes: Buffer): string => (bytes.includes('<math') ? ' properties="mathml"' : '');
  const pageItems = pages.map(
    ({ name, bytes }, at) =>
      `<item id="p${at + 1}" href="${name}" media-type="application/xhtml+xml"${properties(bytes)}/>`,
  );
  const imageItems = images.map(
    ({ image, name }, at) => `<item id="i${at + 1}" href="${name}" media-type="${image.mime_type}"/>`,
  );
  const spine = pages.map((_, at) => `<itemref idref="p${at + 1}"/>`);
  return `<?xml version="1.0" encoding="utf-8"?>
<package xmlns="http://www.idpf.org/2007/opf" version="3.0" unique-identifier="id" xml:lang="${escapeMarkup(options.language ?? 'und')}">
${metadata(info, options, identifier)}
<manifest><item id="nav" href="nav.xhtml" media-type="application/xhtml+xml" properties="nav"/><item id="ncx" href="toc.ncx" media-type="application/x-dtbncx+xml"/><item id="css" href="style.css" media-type="text/css"/>${pageItems.join('')}${imageItems.join('')}</manifest>
<spine toc="ncx"${options.isRightToLeft ? ' page-progression-direction="rtl"' : ''}>${options.toc ? '<itemref idref="nav"/>' : ''}${spine.join('')}</spine>
</package>
`;
}

/** The table of contents for EPUB 2 readers (NCX). */
export function ncxDocument(
  { outline, title }: WriteEpubOptions,
  { identifier, pages }: BookParts,
  addressOf: (entry: OutlineEntry) => string,
): string {
  const entries =
    outline.length > 0
      ? outline.map((entry) => ({ text: entry.text, address: addressOf(entry) }))
      : [{ text: title, address: pages[0]?.name ?? '' }];
  const points = entries.map(
    ({ text, address }, at) =>
      `<navPoint id="n${at + 1}" playOrder="${at + 1}"><navLabel><text>${escapeMarkup(text)}</text></navLabel><content src="${address}"/></navPoint>`,
  );
  return `<?xml version="1.0" encoding="utf-8"?>\n<ncx xmlns="http://www.daisy.org/z3986/2005/ncx/" version="2005-1"><head><meta name="dtb:uid" content="${identifier}"/></head><docTitle><text>${escapeMarkup(title)}</text></docTitle><navMap>${points.join('')}</navMap></ncx>\n`;
}
