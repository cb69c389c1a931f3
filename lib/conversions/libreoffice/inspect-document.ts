import { openZip } from '../archive/open-zip.ts';

// LibreOffice opens pictures that an SVG or a field of RTF names itself, past everything that can be switched off. All else a
// document may link to is refused by the profile and the macro.

const SNIFFED_BYTES = 16_384;

// Fields that make text of what is in the document. Others may name files: INCLUDEPICTURE, INCLUDETEXT, IMPORT, LINK, DDE.
const OWN_FIELDS =
  /^(?:HYPERLINK|PAGE|PAGEREF|NUMPAGES|SECTIONPAGES|SECTION|TOC|TC|XE|INDEX|REF|NOTEREF|SEQ|DATE|TIME|CREATEDATE|SAVEDATE|PRINTDATE|AUTHOR|TITLE|SUBJECT|KEYWORDS|COMMENTS|FILENAME|FORMTEXT|FORMCHECKBOX|FORMDROPDOWN|SYMBOL|EQ|QUOTE|STYLEREF|DOCPROPERTY|MERGEFIELD|IF|SET|ASK|LISTNUM|AUTONUM\w*|BIBLIOGRAPHY|CITATION|SHAPE|MACROBUTTON|ADDIN)\b/i;

const latin1 = (bytes: Uint8Array, end = bytes.length): string =>
  Buffer.from(bytes.buffer, bytes.byteOffset, Math.min(end, bytes.length)).toString('latin1');

/** A field whose first word is not plainly one of {@link OWN_FIELDS}; groups and control words may stand before it. */
function hasForeignField(rtf: string): boolean {
  for (const { index } of rtf.matchAll(/\\fldinst(?![a-z])/g)) {
    const instruction = rtf.slice(index + 8, index + 600).replace(/^-?\d+/, '');
    const words = instruction.replace(/^(?:[\s{]|\\\*|\\[a-z]+-?\d* ?)+/, '');
    // Nothing but the end of the group: an empty field.
    if (!words.startsWith('}') && !OWN_FIELDS.test(words)) return true;
  }
  return false;
}

/** Something that is no anchor in the same picture and no picture in the text, or that could hide such a thing. */
const hasForeignReference = (svg: string): boolean =>
  /<!DOCTYPE|<!ENTITY/i.test(svg) || /href\s*=\s*(?!["'](?:#|data:image\/(?:png|jpe?g|gif);))/i.test(svg);

function partReachesOut(bytes: Uint8Array): boolean {
  const start = latin1(bytes, SNIFFED_BYTES);
  if (start.startsWith('\x1f\x8b')) return true;
  if (start.trimStart().startsWith('{\\rt')) return hasForeignField(latin1(bytes));
  // Wide encodings have zeros between the letters.
  if (/<[\w-]*:?svg[\s>/]/i.test(start.replaceAll('\0', ''))) {
    return start.includes('\0') || hasForeignReference(latin1(bytes));
  }
  return false;
}

const isArchive = (input: Uint8Array): boolean => input[0] === 0x50 && input[1] === 0x4b;

const isXml = (name: string): boolean => /\.xml$/i.test(name);

/** What LibreOffice would do with a document that it should not, or cannot. */
export interface DocumentTraits {
  /** It has a picture or a field that LibreOffice would open a file for. */
  readonly reachesOut: boolean;
  /** It has formulas, which a part of LibreOffice draws that is not always installed. */
  readonly hasFormulas: boolean;
}

/** Looks into a document. Throws ConversionError as `openZip` and its `read` do: for damage, a password, a size beyond limits. */
export function inspectDocument(input: Uint8Array): DocumentTraits {
  if (!isArchive(input)) return { reachesOut: partReachesOut(input), hasFormulas: false };
  const archive = openZip(input);
  let reachesOut = false;
  let hasFormulas = false;
  for (const name of archive.names) {
    const part = archive.read(name);
    if (part === undefined) continue;
    if (isXml(name)) {
      const xml = latin1(part);
      hasFormulas ||= /<(?:m:oMath|math[\s>])/.test(xml);
      // Pictures as text, in OpenDocument.
      reachesOut ||= xml.includes('office:binary-data');
    }
    reachesOut ||= partReachesOut(part);
  }
  return { reachesOut, hasFormulas };
}

// [MS-DOC] 2.5.2: the File Information Block begins the stream, and so a sector; bit 8 of its flags is fEncrypted.
const SECTOR_BYTES = 512;
const FIB_SIGNATURE = 0xa5ec;
const FIB_FLAGS_AT = 10;
const F_ENCRYPTED = 0x100;

/** Whether a document of Word 97 to 2003 is encrypted; LibreOffice does not ask again after a wrong password. */
export function isEncryptedWord(input: Uint8Array): boolean {
  const view = new DataView(input.buffer, input.byteOffset, input.byteLength);
  for (let at = SECTOR_BYTES; at + FIB_FLAGS_AT + 2 <= view.byteLength; at += SECTOR_BYTES) {
    if (view.getUint16(at, true) === FIB_SIGNATURE)
      return (view.getUint16(at + FIB_FLAGS_AT, true) & F_ENCRYPTED) !== 0;
  }
  return false;
}
