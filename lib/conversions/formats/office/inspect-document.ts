import { linkedImageWarnings } from '../../document/image-store.ts';
import { compoundNames } from '../../shared/compound-file/detect-compound-file.ts';
import { openCompound } from '../../shared/compound-file/open-compound.ts';
import { chartLinksIn, leftOutWarnings } from '../../shared/left-out-parts.ts';
import { openZip } from '../../shared/zip/open-zip.ts';
import { openDoc } from '../doc/doc-file.ts';
import { limitsRestarts } from '../doc/doc-styles.ts';
import { isEncryptedPresentation } from '../ppt/encrypted-presentation.ts';
import { leftOutOfPpt } from '../ppt/read-ppt.ts';
import {
  hasForeignReference,
  hidesContent,
  isPlainImage,
  namesFiles,
  readableXml,
  wordInstructions,
} from './outside-references.ts';
import { addRequestedFonts } from './requested-fonts.ts';
import { readRtfContent } from './rtf-fields.ts';
import { vastContent } from './vast-content.ts';

// LibreOffice opens images that an SVG or a field references, regardless of its settings. The profile and the macro
// block all other links. The process sandbox is the second line of defence if the kernel supports it.

// Fields that use only the document's own content.
const OWN_FIELDS =
  /^(?:HYPERLINK|PAGE|PAGEREF|NUMPAGES|SECTIONPAGES|SECTION|TOC|TC|XE|INDEX|REF|NOTEREF|SEQ|DATE|TIME|CREATEDATE|SAVEDATE|PRINTDATE|AUTHOR|TITLE|SUBJECT|KEYWORDS|COMMENTS|FILENAME|FORMTEXT|FORMCHECKBOX|FORMDROPDOWN|SYMBOL|EQ|QUOTE|STYLEREF|DOCPROPERTY|MERGEFIELD|IF|SET|ASK|LISTNUM|AUTONUM\w*|BIBLIOGRAPHY|CITATION|SHAPE|MACROBUTTON|ADDIN)\b/i;

const latin1 = (bytes: Uint8Array): string =>
  Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength).toString('latin1');

function rtfHasExternalReferences(rtf: string): boolean {
  const { instructions, images, hidesLetters } = readRtfContent(rtf);
  const isForeign = (instruction: string): boolean => {
    const words = instruction.trim();
    return words !== '' && (!OWN_FIELDS.test(words) || namesFiles(words));
  };
  return hidesLetters || instructions.some(isForeign) || !images.every(isPlainImage);
}

const SVG_START = /<(?:[\w-]+:)?svg[\s>/]/i;
const GZIP = '\x1f\x8b';
const BYTE_ORDER_MARK = /^(?:\xef\xbb\xbf|\xff\xfe|\xfe\xff)/;

/** Leading bytes that decide whether LibreOffice could detect a file as text, such as an SVG. */
const SNIFFED_CHARACTERS = 16_384;

function partHasExternalReferences(bytes: Uint8Array): boolean {
  const text = latin1(bytes);
  if (text.startsWith(GZIP)) return true;
  if (isPlainImage(text)) return false;
  const start = text.slice(0, SNIFFED_CHARACTERS).replace(BYTE_ORDER_MARK, '').trimStart();
  if (start.startsWith('{\\rt')) return rtfHasExternalReferences(text);
  // UTF-16 and UTF-32 have zero bytes between characters.
  if (start.includes('\0') && SVG_START.test(start.replaceAll('\0', ''))) return true;
  return SVG_START.test(start.startsWith('<') ? text : start) && hasForeignReference(text);
}

function xmlHasExternalReferences(bytes: Uint8Array): boolean {
  const xml = readableXml(bytes);
  // Base64 images in OpenDocument.
  if (xml === undefined || xml.includes('office:binary-data')) return true;
  return hidesContent(xml) || wordInstructions(xml).some(namesFiles);
}

// [MS-DOC] 2.8.25: a field begins with 0x13, its result with 0x14, and it ends with 0x15.
// biome-ignore lint/suspicious/noControlCharactersInRegex: the file format has them.
const WORD_FIELD = /\x13([^\x14\x15]{0,4096})/g;

const wideInclude = /I\0?N\0?C\0?L\0?U\0?D\0?E\0?(?:P\0?I\0?C\0?T\0?U\0?R\0?E|T\0?E\0?X\0?T)/i;

/** Inspects an Office 97 compound file. Searches the raw bytes if it cannot be parsed. */
function compoundHasExternalReferences(input: Uint8Array): boolean {
  const whole = latin1(input);
  if (wideInclude.test(whole) || SVG_START.test(whole)) return true;
  try {
    const file = openCompound(input);
    const streams = ['Data', 'Pictures', 'WordDocument', 'PowerPoint Document', 'Workbook'].map(file);
    if (streams.some((stream) => stream !== undefined && SVG_START.test(latin1(stream)))) return true;
    if (file('WordDocument') === undefined) return false;
    return Array.from(openDoc(file).text.matchAll(WORD_FIELD), ([, field = '']) => field).some(namesFiles);
  } catch {
    return false;
  }
}

/** Whether a field is a formula that LibreOffice leaves out of doc and rtf. It reads phonetic guides. */
const isFormula = (instruction: string): boolean =>
  /^\s{0,9}EQ\s/i.test(instruction) && !/\\o[^()]{0,40}\(\s?\\s\s?\\up/i.test(instruction);

function compoundHasFormulaFields(input: Uint8Array): boolean {
  try {
    const { text } = openDoc(openCompound(input));
    return Array.from(text.matchAll(WORD_FIELD), ([, field = '']) => field).some(isFormula);
  } catch {
    return false;
  }
}

const LINKED_IMAGE = /<Relationship\s[^<>]{0,2000}>/g;

/** The number of images in relationships that are links to other files. */
const linkedImages = (xml: string): number =>
  Array.from(xml.matchAll(LINKED_IMAGE), ([tag]) => tag).filter(
    (tag) => tag.includes('/image"') && tag.includes('"External"'),
  ).length;

const isCompound = (input: Uint8Array): boolean => latin1(input.subarray(0, 4)) === '\xd0\xcf\x11\xe0';

const isArchive = (input: Uint8Array): boolean => input[0] === 0x50 && input[1] === 0x4b;

const isXml = (name: string): boolean => /\.(?:xml|rels)$/i.test(name);

// ECMA-376 part 1, 17.17.2.1.
const ALT_CHUNK = /<(?:[\w-]+:)?altChunk[\s/>]/;

/** Whether a part is a Word document that shows further documents. */
function nestsDocuments(part: Uint8Array): boolean {
  if (!isArchive(part)) return false;
  try {
    const text = openZip(part).read('word/document.xml');
    return text !== undefined && ALT_CHUNK.test(latin1(text));
  } catch {
    return false;
  }
}

/** Reasons not to open a document in LibreOffice. */
export interface DocumentTraits {
  /** It has an image or field that would make LibreOffice open a file. */
  readonly hasExternalReferences: boolean;
  /** It has formulas; the LibreOffice component that renders them is not always installed. */
  readonly hasFormulas: boolean;
  /** It is a doc or rtf with EQ fields, which LibreOffice leaves out. */
  readonly hasFormulaFields: boolean;
  /** It shows documents that are parts of it, of which LibreOffice reads only some, and which are not inspected. */
  readonly embedsDocuments: boolean;
  /** One of them shows further ones: a few KB could be millions. */
  readonly nestsDocuments: boolean;
  /** Why LibreOffice would work on it until the deadline, if it would. */
  readonly vastContent: string | undefined;
  /** The font families that it names; none of an Office 97 document. */
  readonly fontFamilies: ReadonlySet<string>;
  /** Warnings about parts that pages do not show. */
  readonly leftOut: readonly string[];
  /** Warnings about parts of an Office 97 document that LibreOffice leaves out of its other formats too. */
  readonly leftOutOfOffice: readonly string[];
}

/** Warnings about the macros and, in a presentation, the objects of an Office 97 document. */
function compoundLeftOut(input: Uint8Array): Pick<DocumentTraits, 'leftOut' | 'leftOutOfOffice'> {
  const names = [...(compoundNames(input) ?? [])];
  const macros = leftOutWarnings(names);
  if (!names.includes('POWERPOINT DOCUMENT')) return { leftOut: macros, leftOutOfOffice: macros };
  try {
    const { all, withoutObjects } = leftOutOfPpt(input);
    return { leftOut: all, leftOutOfOffice: withoutObjects };
  } catch {
    return { leftOut: [], leftOutOfOffice: [] };
  }
}

/** Inspects a document. Throws the errors of `openZip` and its `read`: damaged, encrypted, or too large. */
export async function inspectDocument(input: Uint8Array): Promise<DocumentTraits> {
  const fontFamilies = new Set<string>();
  const plain = {
    ...{ hasFormulas: false, embedsDocuments: false, nestsDocuments: false, vastContent: undefined },
    ...{ fontFamilies, leftOut: [], leftOutOfOffice: [] },
  };
  if (isCompound(input))
    return {
      ...plain,
      ...compoundLeftOut(input),
      hasExternalReferences: compoundHasExternalReferences(input),
      hasFormulaFields: compoundHasFormulaFields(input),
    };
  if (!isArchive(input)) {
    const text = latin1(input);
    addRequestedFonts(fontFamilies, text);
    return {
      ...plain,
      hasExternalReferences: partHasExternalReferences(input),
      hasFormulaFields: text.includes('EQ') && readRtfContent(text).instructions.some(isFormula),
    };
  }
  const archive = openZip(input);
  let hasExternalReferences = false;
  let hasFormulas = false;
  let embedsDocuments = false;
  let isNested = false;
  let vast: string | undefined;
  let linked = 0;
  for (const name of archive.names) {
    const part = archive.read(name);
    if (part === undefined) continue;
    if (isXml(name)) {
      const text = latin1(part);
      hasFormulas ||= /<(?:m:oMath|math[\s>])/.test(text);
      embedsDocuments ||= ALT_CHUNK.test(text);
      vast ??= vastContent(text, archive.names.length);
      if (name.endsWith('.rels')) linked += linkedImages(text);
      hasExternalReferences ||= xmlHasExternalReferences(part);
      addRequestedFonts(fontFamilies, text);
    }
    isNested ||= nestsDocuments(part);
    hasExternalReferences ||= partHasExternalReferences(part);
  }
  const leftOut = [...leftOutWarnings(archive.names, chartLinksIn(archive)), ...linkedImageWarnings(linked)];
  return {
    hasExternalReferences,
    hasFormulas,
    vastContent: vast,
    hasFormulaFields: false,
    embedsDocuments,
    nestsDocuments: isNested,
    fontFamilies,
    leftOut,
    leftOutOfOffice: [],
  };
}

// [MS-DOC] 2.5.2: the File Information Block starts the stream, and so a sector; bit 8 of its flags is fEncrypted. A stream
// below 4096 bytes is in sectors of 64 bytes ([MS-CFB] 2.6.2).
const SECTOR_BYTES = 64;
const FIB_SIGNATURE = 0xa5ec;
const FIB_FLAGS_AT = 10;
const F_ENCRYPTED = 0x100;

/** Whether a PowerPoint 97 to 2003 presentation is encrypted. LibreOffice opens none, with or without its password. */
export function isEncryptedPowerPoint(input: Uint8Array): boolean {
  try {
    return isEncryptedPresentation(openCompound(input));
  } catch {
    return false;
  }
}

/** Whether LibreOffice would number the lists of a Word 97 to 2003 document wrong: it ignores which levels restart. */
export function hasLimitedRestarts(input: Uint8Array): boolean {
  try {
    return limitsRestarts(openDoc(openCompound(input)));
  } catch {
    return false;
  }
}

/** Whether a Word 97 to 2003 document is encrypted. LibreOffice does not ask again after a wrong password. */
export function isEncryptedWord(input: Uint8Array): boolean {
  const view = new DataView(input.buffer, input.byteOffset, input.byteLength);
  for (let at = SECTOR_BYTES; at + FIB_FLAGS_AT + 2 <= view.byteLength; at += SECTOR_BYTES) {
    if (view.getUint16(at, true) === FIB_SIGNATURE)
      return (view.getUint16(at + FIB_FLAGS_AT, true) & F_ENCRYPTED) !== 0;
  }
  return false;
}
