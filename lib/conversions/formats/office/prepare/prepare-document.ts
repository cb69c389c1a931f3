import type { OfficeFormat } from '../../../backends/libreoffice/office-formats.ts';
import { openCompound } from '../../../shared/compound-file/open-compound.ts';
import { officeNamespaces } from '../../../shared/ooxml/namespaces.ts';
import { odfNamespaces } from '../../../shared/opendocument/open-package.ts';
import type { Changes } from '../../../shared/wordprocessing/review-options.ts';
import { decodeXml } from '../../../shared/xml/decode-xml.ts';
import { type EditXml, loadXmlEditor } from '../../../shared/xml/edit-xml.ts';
import type { XmlElement } from '../../../shared/xml/element.ts';
import { openXmlParts } from '../../../shared/xml/xml-parts.ts';
import { makeZip } from '../../../shared/zip/make-zip.ts';
import { openZip } from '../../../shared/zip/open-zip.ts';
import { hasRevisionAuthors, openDoc } from '../../doc/doc-file.ts';
import { reviewedFormats } from '../options.ts';
import { fillWordFields, mayNeedFilling } from './fill-word-fields.ts';
import { acceptOdtChanges, hasOdtChanges } from './settle-odt-changes.ts';
import { hasWordChanges, type SettleOptions, settleWordChanges } from './settle-word-changes.ts';

/** Rewrites the parts of a package to which a change applies. Returns the package unchanged if there are none. */
export function editPackage(
  bytes: Uint8Array,
  applies: (name: string, xml: string) => boolean,
  edit: (part: Uint8Array) => Uint8Array,
): Uint8Array {
  const archive = openZip(bytes);
  let isChanged = false;
  const files = archive.names.flatMap((name) => {
    const part = name.endsWith('/') ? undefined : archive.read(name);
    if (part === undefined) return [];
    const isXml = name.endsWith('.xml') && applies(name, decodeXml(part));
    const edited = isXml ? edit(part) : part;
    isChanged ||= edited !== part;
    // OpenDocument 1.3 part 2, 3.3: the media type is first and uncompressed.
    return [{ name, bytes: edited, ...(name === 'mimetype' ? { stored: true } : {}) }];
  });
  return isChanged ? makeZip(files) : bytes;
}

const editIf =
  (editXml: EditXml, isAffected: (root: XmlElement) => boolean, change: (root: XmlElement) => XmlElement) =>
  (part: Uint8Array): Uint8Array => {
    let isChanged = false;
    const edited = editXml(part, (root) => {
      isChanged = isAffected(root);
      return isChanged ? change(root) : root;
    });
    return isChanged ? edited : part;
  };

const WORD_CHANGE = /<(?:[\w-]{1,40}:)?(?:ins|del|moveFrom|moveTo|cellIns|cellDel|[a-zA-Z]{3,8}Change)[\s/>]/;
const ODT_CHANGE = /<(?:[\w-]{1,40}:)?tracked-changes[\s/>]/;

/** Accepts or rejects the tracked changes of a DOCX file. Returns the same bytes if there are none. */
async function settleDocx(bytes: Uint8Array, options: SettleOptions): Promise<Uint8Array> {
  const editXml = await loadXmlEditor(officeNamespaces);
  return editPackage(
    bytes,
    (name, xml) => name.startsWith('word/') && WORD_CHANGE.test(xml),
    editIf(editXml, hasWordChanges, (root) => settleWordChanges(root, options)),
  );
}

/** Fills the fields of a DOCX file that LibreOffice shows differently from Word. Returns the same bytes if there are none. */
async function fillDocx(bytes: Uint8Array): Promise<Uint8Array> {
  const editXml = await loadXmlEditor(officeNamespaces);
  const { optionalPart } = await openXmlParts(openZip(bytes), officeNamespaces);
  const styles = (): XmlElement | undefined => optionalPart('word/styles.xml');
  return editPackage(
    bytes,
    (name, xml) => name.startsWith('word/') && mayNeedFilling(xml),
    (part) => editXml(part, (root) => fillWordFields(root, styles())),
  );
}

/** Accepts the tracked changes of an ODT file. Returns the same bytes if there are none. */
async function acceptOdt(bytes: Uint8Array): Promise<Uint8Array> {
  const editXml = await loadXmlEditor(odfNamespaces);
  return editPackage(
    bytes,
    (_, xml) => ODT_CHANGE.test(xml),
    editIf(editXml, hasOdtChanges, acceptOdtChanges),
  );
}

const isZip = (bytes: Uint8Array): boolean => bytes[0] === 0x50 && bytes[1] === 0x4b;

// RTF 1.9.1, "Track Changes (Revision Marks)".
const RTF_CHANGE = /\\(?:revised|deleted)(?![a-z])/;

/** Returns true if a document may contain tracked changes, so that it must be converted to DOCX to resolve them. */
function mayHaveChanges(bytes: Uint8Array, from: OfficeFormat): boolean {
  if (from === 'rtf') return RTF_CHANGE.test(Buffer.from(bytes).toString('latin1'));
  if (from === 'odt') return isZip(bytes);
  if (from !== 'doc') return false;
  try {
    return hasRevisionAuthors(openDoc(openCompound(bytes)));
  } catch {
    // Encrypted, or damaged: LibreOffice decides.
    return true;
  }
}

/** A document to convert with LibreOffice. */
export interface Prepared {
  readonly input: Uint8Array;
  readonly from: OfficeFormat;
  readonly hadChanges: boolean;
}

/**
 * Prepares a text document for LibreOffice. Resolves tracked changes, because LibreOffice shows insertions beside deletions. Only in
 * DOCX files can changes be both accepted and rejected; other formats with changes are first converted by `toDocx`. Then fills
 * the fields of DOCX files.
 */
export async function prepareDocument(
  input: Uint8Array,
  from: OfficeFormat,
  changes: Changes,
  toDocx: () => Promise<Uint8Array>,
): Promise<Prepared> {
  const settled = await settleChanges(input, from, changes, toDocx);
  return settled.from === 'docx' && isZip(settled.input)
    ? { ...settled, input: await fillDocx(settled.input) }
    : settled;
}

async function settleChanges(
  input: Uint8Array,
  from: OfficeFormat,
  changes: Changes,
  toDocx: () => Promise<Uint8Array>,
): Promise<Prepared> {
  const unchanged: Prepared = { input, from, hadChanges: false };
  if (changes === 'marked' || !reviewedFormats.includes(from)) return unchanged;
  if (from === 'docx' && isZip(input)) {
    const settled = await settleDocx(input, { version: changes, dropsEmptiedRows: false });
    return { input: settled, from, hadChanges: settled !== input };
  }
  if (from === 'odt' && changes === 'final' && isZip(input)) {
    const settled = await acceptOdt(input);
    return { input: settled, from, hadChanges: settled !== input };
  }
  if (!mayHaveChanges(input, from)) return unchanged;
  const docx = await toDocx();
  const settled = await settleDocx(docx, { version: changes, dropsEmptiedRows: true });
  return settled === docx ? unchanged : { input: settled, from: 'docx', hadChanges: true };
}
