import { ConversionError } from '../../errors.ts';
import { formats } from '../../formats.ts';
import { packOdf } from '../../shared/opendocument/pack-package.ts';
import { decodeXml } from '../../shared/xml/decode-xml.ts';
import { createXmlParser } from '../../shared/xml/read-xml.ts';
import { splitFlatDocument } from './split-document.ts';

/** Packs a document of one XML file as a package (OpenDocument 1.3, part 2). */
export async function packFlat(bytes: Uint8Array, to: 'odt' | 'ods' | 'odp'): Promise<Uint8Array> {
  const entries = splitFlatDocument(decodeXml(bytes), await createXmlParser());
  if (!entries.some(({ path }) => path === 'content.xml'))
    throw new ConversionError(
      'corrupt_document',
      'The document is damaged: it has no body. Save the document again.',
    );
  return packOdf(formats[to].mimeType, entries);
}
