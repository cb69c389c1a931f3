import { readIsoTime } from '../../base/iso-time.ts';
import { noInfo } from '../../document/document-info.ts';
import type { TreeFile } from '../../document/document-tree.ts';
import { childOf, integerOf, textOfElement, type XmlElement } from '../xml/element.ts';
import { type OfficePackage, relatedPart } from './open-package.ts';

const propertyText = (element: XmlElement | undefined, name: string): string | null =>
  textOfElement(childOf(element, name)).trim() || null;

/** Reads the properties of a package: ECMA-376 part 2, 8 (core) and part 1, 22.2 (extended). */
export function readProperties(office: OfficePackage): Omit<TreeFile, 'format'> {
  const root = office.relationships('');
  const read = (type: string): XmlElement | undefined => {
    const name = relatedPart(root, type);
    return name === undefined ? undefined : office.optionalPart(name);
  };
  const core = read('core-properties');
  const extended = read('extended-properties') ?? read('extendedProperties');
  const count = textOfElement(childOf(extended, 'ep:Pages')).trim();
  const pages = integerOf({ name: '', attributes: { count }, children: [] }, 'count');
  return {
    metadata: {
      ...noInfo,
      title: propertyText(core, 'dc:title'),
      author: propertyText(core, 'dc:creator'),
      subject: propertyText(core, 'dc:subject'),
      keywords: propertyText(core, 'cp:keywords'),
      creator: propertyText(extended, 'ep:Application'),
      created: readIsoTime(propertyText(core, 'dcterms:created')),
      modified: readIsoTime(propertyText(core, 'dcterms:modified')),
    },
    page_count: pages !== undefined && pages > 0 ? pages : null,
  };
}
