import { ConversionError } from '../../../errors.ts';
import { declineCorrupt } from '../../engine/decline-corrupt.ts';
import { noOptions } from '../../engine/options.ts';
import { fileConverter } from '../../engine/roles.ts';
import { formats } from '../../formats.ts';
import { packOdf } from '../../shared/opendocument/pack-package.ts';
import { decodeXml } from '../../shared/xml/decode-xml.ts';
import { createXmlParser } from '../../shared/xml/read-xml.ts';
import { splitFlatDocument } from './split-document.ts';

/** Packs a document of one XML file as a package (OpenDocument 1.3, part 2). */
async function pack(bytes: Uint8Array, to: 'odt' | 'ods' | 'odp'): Promise<Uint8Array> {
  const entries = splitFlatDocument(decodeXml(bytes), await createXmlParser());
  if (!entries.some(({ path }) => path === 'content.xml'))
    throw new ConversionError(
      'corrupt_document',
      'The document is damaged: it has no body. Save the document again.',
    );
  return packOdf(formats[to].mimeType, entries);
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
