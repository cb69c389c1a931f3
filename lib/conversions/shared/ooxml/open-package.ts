import { ConversionError } from '../../errors.ts';
import { elementsOf, type XmlElement } from '../xml/element.ts';
import { openXmlParts, type XmlParts } from '../xml/xml-parts.ts';
import type { ZipLimits } from '../zip/limits.ts';
import { openZip, type ZipArchive } from '../zip/open-zip.ts';
import { officeNamespaces } from './namespaces.ts';
import { refuseCompoundFile } from './refuse-compound-file.ts';

/** A relationship to another part. ECMA-376 part 2, 6.5. */
interface Relationship {
  /** Last segment of its type, such as `image`; the same for transitional and strict. */
  readonly type: string;
  /** Name of a part in the package, or an external address as written, which must never be opened. */
  readonly target: string;
  readonly isExternal: boolean;
}

/** An Open XML document: XML parts that refer to each other by identifier. */
export interface OfficePackage extends XmlParts {
  readonly archive: ZipArchive;
  /** Name of the main part. */
  readonly mainPart: string;
  /** Returns a part's relationships by identifier; empty if there are none. */
  readonly relationships: (part: string) => ReadonlyMap<string, Relationship>;
}

/** Resolves `../media/image1.png` against the folder of a part; the result is always inside the package. */
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

/** Returns the first part with this relationship type, if any. */
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
 * Opens an Open XML document. `usualPart` is the main part's default name, if the package does not declare it; `unpacked`
 * counts the bytes that are read, for documents in a document; `limits` are those of a document by default.
 *
 * Throws ConversionError `encrypted_document` for a password-protected document, which is an OLE file around the
 * package ([MS-OFFCRYPTO]), `unsupported_content` for another OLE file, `corrupt_document` if it is not an Open XML document, and the errors of
 * {@link openZip}.
 */
export async function openOfficePackage(
  bytes: Uint8Array,
  usualPart: string,
  { unpacked, limits }: { readonly unpacked?: { bytes: number }; readonly limits?: ZipLimits } = {},
): Promise<OfficePackage> {
  refuseCompoundFile(bytes);
  const archive = openZip(bytes, limits, undefined, unpacked);
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
      'The document is damaged: its main part is missing. Save the document again.',
    );
  }
  return { archive, mainPart, part, optionalPart, relationships };
}
