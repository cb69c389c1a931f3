import { ConversionError } from '../../../errors.ts';
import { detectCompoundFile } from '../compound-file/detect-compound-file.ts';
import { elementsOf, type XmlElement } from '../xml/element.ts';
import { openXmlParts, type XmlParts } from '../xml/xml-parts.ts';
import { openZip, type ZipArchive } from '../zip/open-zip.ts';
import { officeNamespaces } from './namespaces.ts';

/** What a part refers to. ECMA-376 part 2, 6.5. */
export interface Relationship {
  /** The last word of its address, as `image`: it is the same for transitional and strict. */
  readonly type: string;
  /** Name of a part of the package; for an external one an address as it stands there, never to be opened. */
  readonly target: string;
  readonly isExternal: boolean;
}

/** A document of Open XML: parts of XML that refer to each other by identifiers. */
export interface OfficePackage extends XmlParts {
  readonly archive: ZipArchive;
  /** The part the document begins with. */
  readonly mainPart: string;
  /** What a part refers to, by identifier; none where it does not. */
  readonly relationships: (part: string) => ReadonlyMap<string, Relationship>;
}

const isPasswordProtected = (bytes: Uint8Array): boolean => detectCompoundFile(bytes) !== 'none';

/** Resolves `../media/image1.png` against the folder of a part; nothing leads out of the package. */
function resolveTarget(part: string, target: string): string {
  const [path = ''] = target.split('#');
  const absolute = path.startsWith('/');
  const folders = absolute ? [] : part.split('/').slice(0, -1);
  for (const step of path.replaceAll('\\', '/').split('/')) {
    if (step === '..') folders.pop();
    else if (step !== '' && step !== '.') folders.push(step);
  }
  return folders.join('/');
}

function relationshipsOf(root: XmlElement | undefined, part: string): Map<string, Relationship> {
  const found = new Map<string, Relationship>();
  for (const { attributes } of elementsOf(root)) {
    const { Id, Type = '', Target, TargetMode } = attributes;
    if (Id === undefined || Target === undefined) continue;
    const isExternal = TargetMode === 'External';
    found.set(Id, {
      type: Type.slice(Type.lastIndexOf('/') + 1),
      target: isExternal ? Target : resolveTarget(part, Target),
      isExternal,
    });
  }
  return found;
}

const relationshipPart = (part: string): string => {
  const slash = part.lastIndexOf('/') + 1;
  return `${part.slice(0, slash)}_rels/${part.slice(slash)}.rels`;
};

/** The first part of this relationship type; undefined where there is none. */
export function relatedPart(
  relationships: ReadonlyMap<string, Relationship>,
  type: string,
): string | undefined {
  for (const relationship of relationships.values()) {
    if (relationship.type === type && !relationship.isExternal) return relationship.target;
  }
  return undefined;
}

/**
 * Opens a document of Open XML. `usualPart` is where its beginning stands if the package does not say.
 *
 * Throws ConversionError `encrypted_document` for one with a password, which is an OLE file around the package ([MS-OFFCRYPTO]),
 * `corrupt_document` for what is no such document, and what {@link openZip} throws.
 */
export async function openOfficePackage(bytes: Uint8Array, usualPart: string): Promise<OfficePackage> {
  if (isPasswordProtected(bytes)) {
    throw new ConversionError(
      'encrypted_document',
      'The document is protected by a password. Remove the password and upload it again.',
    );
  }
  const archive = openZip(bytes);
  const { part, optionalPart } = await openXmlParts(archive, officeNamespaces);
  const known = new Map<string, ReadonlyMap<string, Relationship>>();

  function relationships(name: string): ReadonlyMap<string, Relationship> {
    const found = known.get(name) ?? relationshipsOf(optionalPart(relationshipPart(name)), name);
    known.set(name, found);
    return found;
  }

  const mainPart = relatedPart(relationships(''), 'officeDocument') ?? usualPart;
  if (archive.declaredBytes(mainPart) === undefined) {
    throw new ConversionError(
      'corrupt_document',
      'The document is damaged: the part with its text is missing. Save the document again.',
    );
  }
  return { archive, mainPart, part, optionalPart, relationships };
}
