import { ConversionError } from '../../errors.ts';
import type { ZipArchive } from '../zip/open-zip.ts';
import type { XmlElement } from './element.ts';
import { loadXmlReader, type ReadXmlOptions } from './read-xml.ts';

/** The XML parts of an archive by name. Reading throws the errors of the archive and the XML reader. */
export interface XmlParts {
  /** Reads a part; undefined if there is none. */
  readonly part: (name: string, detach?: ReadXmlOptions['detach']) => XmlElement | undefined;
  /** Reads an optional part; undefined if it is missing or damaged. */
  readonly optionalPart: (name: string) => XmlElement | undefined;
}

/** Opens the parts of an archive. `namespaces` are the prefixes of {@link ReadXmlOptions}. */
export async function openXmlParts(
  archive: ZipArchive,
  namespaces: ReadXmlOptions['namespaces'],
): Promise<XmlParts> {
  const readXml = await loadXmlReader();
  const part: XmlParts['part'] = (name, detach) => {
    const content = archive.read(name);
    if (content === undefined) return undefined;
    return readXml(content, { namespaces, ...(detach === undefined ? {} : { detach }) });
  };
  return {
    part,
    optionalPart: (name) => {
      try {
        return part(name);
      } catch (error) {
        if (error instanceof ConversionError && error.code === 'corrupt_document') return undefined;
        throw error;
      }
    },
  };
}
