import { decodeText } from '../../base/decode-text.ts';
import { readIsoTime } from '../../base/iso-time.ts';
import { oneLine } from '../../document/clean-text.ts';
import { noInfo } from '../../document/document-info.ts';
import type { DocumentInfo } from '../../document/result-schemas.ts';
import { ConversionError } from '../../errors.ts';
import { everyElement } from '../../shared/xml/element.ts';
import type { ZipArchive } from '../../shared/zip/open-zip.ts';
import type { HtmlElement } from '../html/html-node.ts';
import { rawText } from '../html/leaf-elements.ts';
import { parseHtml } from '../html/parse-html.ts';

/** The package document of an EPUB (EPUB 3.3, 5). */
export interface EpubPackage {
  readonly metadata: DocumentInfo;
  readonly language: string | undefined;
  /** Entry names of the chapters in reading order, without duplicates. */
  readonly chapters: readonly string[];
  /** Entry name of the cover image. */
  readonly cover: string | undefined;
}

const corrupt = (what: string): ConversionError =>
  new ConversionError('corrupt_document', `The EPUB is damaged: ${what}. Export or download it again.`);

/** Returns all descendants with a local name, in document order. */
const elementsNamed = (root: HtmlElement, name: string): HtmlElement[] =>
  [...everyElement(root)].filter((element) => element.name.replace(/^.*:/, '') === name);

async function readXml(archive: ZipArchive, name: string): Promise<HtmlElement | undefined> {
  const bytes = archive.read(name);
  return bytes === undefined ? undefined : await parseHtml(decodeText(bytes).text, 'xml');
}

/** Resolves a URL in an archive entry to an entry name. Returns undefined if it points outside of the archive. */
export function resolvePath(from: string, address: string): string | undefined {
  const bare = address.trim().replace(/[?#].*$/s, '');
  if (bare === '' || /^[a-z][a-z0-9+.-]*:/i.test(bare) || bare.startsWith('//')) return undefined;
  let decoded = bare;
  try {
    decoded = decodeURIComponent(bare);
  } catch {
    // A literal percent sign.
  }
  const parts = decoded.startsWith('/') ? [] : from.split('/').slice(0, -1);
  for (const part of decoded.split('/')) {
    if (part === '..') parts.pop();
    else if (part !== '.' && part !== '') parts.push(part);
  }
  return parts.join('/');
}

// Obfuscated fonts do not encrypt the text (EPUB 3.3, 4.2.6, and Adobe's older algorithm).
const FONT_ALGORITHMS = ['http://www.idpf.org/2008/embedding', 'http://ns.adobe.com/pdf/enc#RC'];

async function refuseProtected(archive: ZipArchive): Promise<void> {
  const encryption = await readXml(archive, 'META-INF/encryption.xml');
  if (encryption === undefined) return;
  const methods = elementsNamed(encryption, 'encrypteddata').map(
    (data) => elementsNamed(data, 'encryptionmethod')[0]?.attributes.algorithm ?? '',
  );
  if (methods.some((algorithm) => !FONT_ALGORITHMS.includes(algorithm))) {
    throw new ConversionError('encrypted_document', 'The EPUB is protected by DRM. Send a copy without DRM.');
  }
}

function readInfo(metadata: readonly HtmlElement[]): Pick<EpubPackage, 'metadata' | 'language'> {
  const values = (name: string): string[] =>
    metadata
      .flatMap((element) => elementsNamed(element, name))
      .map((element) => oneLine(rawText(element)).trim())
      .filter((text) => text !== '');
  const joined = (name: string): string | null => values(name).join(', ') || null;
  const modified = metadata
    .flatMap((element) => elementsNamed(element, 'meta'))
    .find(({ attributes }) => attributes.property === 'dcterms:modified');
  return {
    metadata: {
      ...noInfo,
      title: values('title')[0] ?? null,
      author: joined('creator'),
      // Descriptions often contain HTML.
      subject: values('description')[0]?.replaceAll(/<[^<>]*>/g, '') ?? null,
      keywords: joined('subject'),
      producer: values('publisher')[0] ?? null,
      created: readIsoTime(values('date')[0]),
      modified: modified === undefined ? null : readIsoTime(rawText(modified).trim()),
    },
    language: values('language')[0],
  };
}

const CHAPTER_TYPES: readonly string[] = ['application/xhtml+xml', 'text/html', 'application/x-dtbook+xml'];

/**
 * Reads the package document of an EPUB. Throws ConversionError `encrypted_document` if it has DRM, `corrupt_document` if it
 * has no package document or no chapters.
 */
export async function readPackage(archive: ZipArchive): Promise<EpubPackage> {
  await refuseProtected(archive);
  const container = await readXml(archive, 'META-INF/container.xml');
  const named = container === undefined ? undefined : elementsNamed(container, 'rootfile')[0];
  const path = named?.attributes['full-path'] ?? archive.names.find((name) => name.endsWith('.opf'));
  const root = path === undefined ? undefined : await readXml(archive, path);
  if (path === undefined || root === undefined) throw corrupt('the package document is missing');
  const items = new Map(
    elementsNamed(root, 'manifest')
      .flatMap((manifest) => elementsNamed(manifest, 'item'))
      .map(({ attributes }) => {
        const properties = (attributes.properties ?? '').split(/\s+/);
        const type = attributes['media-type'] ?? '';
        return [attributes.id ?? '', { path: resolvePath(path, attributes.href ?? ''), type, properties }];
      }),
  );
  const chapters = elementsNamed(root, 'spine')
    .flatMap((spine) => elementsNamed(spine, 'itemref'))
    .flatMap(({ attributes }) => {
      const item = items.get(attributes.idref ?? '');
      const isChapter = item !== undefined && CHAPTER_TYPES.includes(item.type);
      return isChapter && item.path !== undefined && !item.properties.includes('nav') ? [item.path] : [];
    });
  if (chapters.length === 0) throw corrupt('its package document lists no chapters');
  const coverId = elementsNamed(root, 'meta').find(({ attributes }) => attributes.name === 'cover');
  const cover =
    [...items.values()].find(({ properties }) => properties.includes('cover-image')) ??
    items.get(coverId?.attributes.content ?? '');
  return {
    ...readInfo(elementsNamed(root, 'metadata')),
    chapters: [...new Set(chapters)],
    cover: cover?.type.startsWith('image/') ? cover.path : undefined,
  };
}
