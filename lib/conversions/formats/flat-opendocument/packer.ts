import { ConversionError } from '../../../errors.ts';
import { declineCorrupt } from '../../engine/decline-corrupt.ts';
import { noOptions } from '../../engine/options.ts';
import { fileConverter } from '../../engine/roles.ts';
import { formats } from '../../formats.ts';
import { escapeMarkup } from '../../shared/markup/escape-markup.ts';
import { decodeXml } from '../../shared/xml/decode-xml.ts';
import { createXmlParser } from '../../shared/xml/read-xml.ts';
import { makeZip } from '../../shared/zip/make-zip.ts';
import { splitFlatDocument } from './split-document.ts';

const MANIFEST = 'urn:oasis:names:tc:opendocument:xmlns:manifest:1.0';

/** Packs a document of one XML file as a package (OpenDocument 1.3, part 2). */
async function pack(bytes: Uint8Array, to: 'odt' | 'ods' | 'odp'): Promise<Uint8Array> {
  const { mimeType } = formats[to];
  const entries = splitFlatDocument(decodeXml(bytes), await createXmlParser());
  if (!entries.some(({ path }) => path === 'content.xml'))
    throw new ConversionError(
      'corrupt_document',
      'The document is damaged: it has no body. Save the document again.',
    );
  const listed = [{ path: '/', mediaType: mimeType }, ...entries].map(
    ({ path, mediaType }) =>
      `<manifest:file-entry manifest:full-path="${path}" manifest:media-type="${escapeMarkup(mediaType)}"/>`,
  );
  const manifest = `<?xml version="1.0" encoding="UTF-8"?>\n<manifest:manifest xmlns:manifest="${MANIFEST}" manifest:version="1.3">${listed.join('')}</manifest:manifest>\n`;
  return makeZip([
    // Must be the first entry and uncompressed (part 2, 3.3).
    { name: 'mimetype', bytes: Buffer.from(mimeType), stored: true },
    ...entries.flatMap(({ path, bytes: content }) =>
      content === undefined ? [] : [{ name: path, bytes: content }],
    ),
    { name: 'META-INF/manifest.xml', bytes: Buffer.from(manifest) },
  ]);
}

/** Packs OpenDocument files of one XML element, which every other engine then reads as packages. */
export const flatPacker = fileConverter({
  name: 'docforge-flat-office-to-office',
  package: 'saxes',
  pairs: [
    { from: 'fodt', to: 'odt', isBridge: true },
    { from: 'fods', to: 'ods', isBridge: true },
    { from: 'fodp', to: 'odp', isBridge: true },
  ],
  options: noOptions,
  convert: async (input, { to }) => ({ bytes: await declineCorrupt(() => pack(input, to)) }),
});
