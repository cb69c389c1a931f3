import { safeHref } from '../../document/safe-href.ts';
import { xmlEntities } from '../../shared/xml/xml-entities.ts';
import { makeZip } from '../../shared/zip/make-zip.ts';
import { openZip } from '../../shared/zip/open-zip.ts';
import { cleanSvg } from '../svg/clean-images.ts';

// Results of LibreOffice get the rules of our own writers: links only to web pages, email and the document itself, and SVG
// images without scripts. A link keeps its text and leads nowhere.

const NOWHERE = '#';

const ODF_LINK = /\bxlink:href="([^"]*)"/g;
// LibreOffice writes addresses of files relative to the result, so a file of the machine is above it.
const ABOVE = /^(?:\.\.|\/|\\)/;
// OpenDocument 1.3 part 2, 3.7: the folder of the document is above the files in its package.
const FOLDER_OF_PACKAGE = /^\.\.\//;
const EXTERNAL_TARGET = /\bTarget="([^"]*)" TargetMode="External"/g;
const RTF_LINK = /(\\fldinst ?HYPERLINK ")([^"]*)/g;

const ENTITY = /&(?:#x([\da-f]{1,6})|#(\d{1,7})|(amp|lt|gt|quot|apos));/gi;

const decoded = (value: string): string =>
  value.replaceAll(ENTITY, (all, hex?: string, decimal?: string, name = '') => {
    const code = hex === undefined ? Number(decimal) : Number.parseInt(hex, 16);
    return xmlEntities[name] ?? (code <= 0x10_ffff ? String.fromCodePoint(code) : all);
  });

const isSafe = (address: string): boolean =>
  address === '' || (safeHref(address, { allowRelative: true }) !== undefined && !ABOVE.test(address));

/** Removes unsafe links from a part of an OpenDocument package. */
const safeOdf = (xml: string): string =>
  xml.replaceAll(ODF_LINK, (attribute, value: string) =>
    isSafe(decoded(value).trim().replace(FOLDER_OF_PACKAGE, '')) ? attribute : `xlink:href="${NOWHERE}"`,
  );

/** Removes unsafe links from the relationships of an Office Open XML part. */
const safeRelationships = (xml: string): string =>
  xml.replaceAll(EXTERNAL_TARGET, (attributes, value: string) =>
    isSafe(decoded(value).trim()) ? attributes : `Target="${NOWHERE}" TargetMode="External"`,
  );

/** Removes unsafe links from an RTF document that LibreOffice wrote. */
export const safeRtf = (bytes: Uint8Array): Uint8Array =>
  Buffer.from(
    Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength)
      .toString('latin1')
      .replaceAll(RTF_LINK, (link, before: string, address: string) =>
        safeHref(address) === undefined ? before + NOWHERE : link,
      ),
    'latin1',
  );

async function safePart(name: string, bytes: Uint8Array): Promise<Uint8Array> {
  if (name.endsWith('.svg')) return (await cleanSvg(bytes)).bytes;
  const clean = name.endsWith('.rels') ? safeRelationships : safeOdf;
  if (!/\.(?:xml|rels)$/.test(name)) return bytes;
  const xml = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength).toString('latin1');
  const cleaned = clean(xml);
  return cleaned === xml ? bytes : Buffer.from(cleaned, 'latin1');
}

/** Removes unsafe links and code in SVG images from a package that LibreOffice wrote. */
export async function safePackage(bytes: Uint8Array): Promise<Uint8Array> {
  const archive = openZip(bytes);
  let isChanged = false;
  const files: { name: string; bytes: Uint8Array; stored?: true }[] = [];
  for (const name of archive.names) {
    const part = archive.read(name);
    if (part === undefined) continue;
    const safe = await safePart(name, part);
    isChanged ||= safe !== part;
    // OpenDocument 1.3 part 2, 3.3: the media type is first and uncompressed.
    files.push({ name, bytes: safe, ...(name === 'mimetype' ? { stored: true as const } : {}) });
  }
  return isChanged ? makeZip(files) : bytes;
}
