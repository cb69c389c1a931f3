import { readIsoTime } from '../../base/iso-time.ts';
import { nameTable } from '../../base/name-table.ts';
import { noInfo } from '../../document/document-info.ts';
import type { TreeFile } from '../../document/document-tree.ts';
import { ConversionError } from '../../errors.ts';
import { encryptedDocument } from '../encrypted-document.ts';
import { childOf, descend, descendants, elementsOf, integerOf, textOfElement } from '../xml/element.ts';
import { openXmlParts, type XmlParts } from '../xml/xml-parts.ts';
import type { ZipLimits } from '../zip/limits.ts';
import { openZip, type ZipArchive } from '../zip/open-zip.ts';

const oasis = 'urn:oasis:names:tc:opendocument:xmlns';

/** Prefixes by OpenDocument 1.3 namespace, part 3, 3.2. */
export const odfNamespaces: Readonly<Record<string, string>> = nameTable({
  [`${oasis}:office:1.0`]: 'office',
  [`${oasis}:text:1.0`]: 'text',
  [`${oasis}:table:1.0`]: 'table',
  [`${oasis}:drawing:1.0`]: 'draw',
  [`${oasis}:presentation:1.0`]: 'presentation',
  [`${oasis}:style:1.0`]: 'style',
  [`${oasis}:xsl-fo-compatible:1.0`]: 'fo',
  [`${oasis}:svg-compatible:1.0`]: 'svg',
  [`${oasis}:chart:1.0`]: 'chart',
  [`${oasis}:meta:1.0`]: 'meta',
  [`${oasis}:manifest:1.0`]: 'manifest',
  'urn:org:documentfoundation:names:experimental:office:xmlns:loext:1.0': 'loext',
  'http://www.w3.org/1999/xlink': 'xlink',
  'http://www.w3.org/1998/Math/MathML': 'math',
  'http://purl.org/dc/elements/1.1/': 'dc',
});

/** An OpenDocument package: an archive of XML parts and images. */
export interface OdfPackage extends XmlParts {
  readonly archive: ZipArchive;
}

/**
 * Opens an OpenDocument package.
 *
 * Throws ConversionError `encrypted_document` if it is password-protected (OpenDocument 1.3, part 2, 4),
 * `corrupt_document` if it is not an OpenDocument package, and the errors of {@link openZip}.
 */
export async function openOdf(bytes: Uint8Array, limits?: ZipLimits): Promise<OdfPackage> {
  const archive = openZip(bytes, limits);
  const { part, optionalPart } = await openXmlParts(archive, odfNamespaces);
  const manifest = optionalPart('META-INF/manifest.xml');
  for (const entry of elementsOf(manifest)) {
    const path = entry.attributes['manifest:full-path'];
    const isWhole = path === 'content.xml' || path === 'encrypted-package';
    if (isWhole && childOf(entry, 'manifest:encryption-data') !== undefined) throw encryptedDocument(false);
  }
  if (archive.declaredBytes('content.xml') === undefined) {
    throw new ConversionError(
      'corrupt_document',
      'The document is damaged: content.xml is missing. Save the document again.',
    );
  }
  return { archive, part, optionalPart };
}

/** Reads `meta.xml`, OpenDocument 1.3, part 3, 4.3. */
export function readOdfProperties(odf: OdfPackage): Omit<TreeFile, 'format'> {
  const meta = descend(odf.optionalPart('meta.xml'), 'office:meta');
  const propertyText = (name: string): string | null => textOfElement(childOf(meta, name)).trim() || null;
  const keywords = [...descendants(meta, 'meta:keyword')].map((word) => textOfElement(word).trim());
  const pages = integerOf(childOf(meta, 'meta:document-statistic'), 'meta:page-count');
  return {
    metadata: {
      ...noInfo,
      title: propertyText('dc:title'),
      author: propertyText('meta:initial-creator') ?? propertyText('dc:creator'),
      subject: propertyText('dc:subject'),
      keywords: keywords.filter((word) => word !== '').join(', ') || null,
      creator: propertyText('meta:generator'),
      created: readIsoTime(propertyText('meta:creation-date')),
      modified: readIsoTime(propertyText('dc:date')),
    },
    page_count: pages !== undefined && pages > 0 ? pages : null,
  };
}
