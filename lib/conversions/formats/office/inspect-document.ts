import { linkedImageWarnings } from '../../document/image-store.ts';
import { compoundNames, openCompound } from '../../shared/compound-file/open-compound.ts';
import { chartLinksIn, leftOutWarnings } from '../../shared/left-out-parts.ts';
import { openZip } from '../../shared/zip/open-zip.ts';
import { openDoc } from '../doc/doc-file.ts';
import { sheetOffsets } from '../xls/biff-records.ts';
import { xlsbRecords } from '../xls/xlsb-records.ts';
import { leftOutOfPpt } from './ppt-parts.ts';
import { addRequestedFonts } from './requested-fonts.ts';
import { tooManySheets, vastBinary, vastContent } from './vast-content.ts';

const latin1 = (bytes: Uint8Array): string =>
  Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength).toString('latin1');

// [MS-DOC] 2.8.25: a field begins with 0x13, its result with 0x14, and it ends with 0x15.
// biome-ignore lint/suspicious/noControlCharactersInRegex: the file format has them.
const WORD_FIELD = /\x13([^\x14\x15]{0,4096})/g;

/** Returns true for a formula field that LibreOffice drops from doc and rtf. It keeps phonetic guides. */
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

// RTF specification 1.9.1, "Conventions of an RTF Reader".
const RTF_SYNTAX = /\\(?:[a-z]{1,32}-?\d{0,10} ?|([\\{}])|\*)|[{}\r\n]/gi;
/** Maximum characters of a field that are searched; formulas are short. */
const FIELD_CHARACTERS = 4096;

const rtfHasFormulaFields = (rtf: string): boolean =>
  rtf
    .split('\\fldinst')
    .slice(1)
    .map((field) => field.slice(0, FIELD_CHARACTERS).split('\\fldrslt', 1)[0] ?? '')
    .some((field) => isFormula(field.replaceAll(RTF_SYNTAX, (_, sign: string | undefined) => sign ?? '')));

const LINKED_IMAGE = /<Relationship\s[^<>]{0,2000}>/g;

/** Returns the number of image relationships that link to other files. */
const linkedImages = (xml: string): number =>
  Array.from(xml.matchAll(LINKED_IMAGE), ([tag]) => tag).filter(
    (tag) => tag.includes('/image"') && tag.includes('"External"'),
  ).length;

const isCompound = (input: Uint8Array): boolean => latin1(input.subarray(0, 4)) === '\xd0\xcf\x11\xe0';

const isArchive = (input: Uint8Array): boolean => input[0] === 0x50 && input[1] === 0x4b;

const isXml = (name: string): boolean => /\.(?:xml|rels)$/i.test(name);

// ECMA-376 part 1, 17.17.2.1.
const ALT_CHUNK = /<(?:[\w-]+:)?altChunk[\s/>]/;

/** Returns true if a part is a Word document that embeds further documents. */
function nestsDocuments(part: Uint8Array): boolean {
  if (!isArchive(part)) return false;
  try {
    const text = openZip(part).read('word/document.xml');
    return text !== undefined && ALT_CHUNK.test(latin1(text));
  } catch {
    return false;
  }
}

/** Returns the number of sheets of an xls workbook; 0 for other documents. */
function sheetsOfXls(input: Uint8Array): number {
  try {
    const streams = openCompound(input);
    return sheetOffsets(streams('Workbook') ?? streams('Book') ?? Buffer.alloc(0)).length;
  } catch {
    return 0;
  }
}

const XLSB_WORKBOOK = 'xl/workbook.bin';
// [MS-XLSB] 2.4.304.
const BUNDLE_SHEET = 156;

const sheetsOfXlsb = (workbook: Uint8Array): number =>
  [...xlsbRecords(workbook)].filter(({ type }) => type === BUNDLE_SHEET).length;

/** Reasons not to open a document in LibreOffice. */
export interface DocumentTraits {
  /** A doc or rtf with EQ fields, which LibreOffice drops. */
  readonly hasFormulaFields: boolean;
  /** It embeds documents, which are not inspected and which LibreOffice reads only in part. */
  readonly embedsDocuments: boolean;
  /** An embedded document embeds further ones: a few KB could expand to millions of documents. */
  readonly nestsDocuments: boolean;
  /** The reason why LibreOffice would exceed the deadline; undefined if it would not. */
  readonly vastContent: string | undefined;
  /** Font families in the document; empty for an Office 97 document. */
  readonly fontFamilies: ReadonlySet<string>;
  /** Warnings about parts that are missing from pages. */
  readonly leftOut: readonly string[];
  /** Warnings about parts of an Office 97 document that are missing from office formats too. */
  readonly leftOutOfOffice: readonly string[];
}

/** Warnings about the macros and, in a presentation, the objects of an Office 97 document. */
function compoundLeftOut(input: Uint8Array): Pick<DocumentTraits, 'leftOut' | 'leftOutOfOffice'> {
  const names = [...(compoundNames(input) ?? [])];
  const macros = leftOutWarnings(names);
  if (!names.includes('POWERPOINT DOCUMENT')) return { leftOut: macros, leftOutOfOffice: macros };
  try {
    const { all, withoutObjects } = leftOutOfPpt(openCompound(input));
    return { leftOut: all, leftOutOfOffice: withoutObjects };
  } catch {
    return { leftOut: [], leftOutOfOffice: [] };
  }
}

/** Inspects a document. Throws the errors of `openZip` and its `read`: damaged, encrypted, or too large. */
export async function inspectDocument(input: Uint8Array): Promise<DocumentTraits> {
  const fontFamilies = new Set<string>();
  const plain = {
    ...{ embedsDocuments: false, nestsDocuments: false, vastContent: undefined },
    ...{ fontFamilies, leftOut: [], leftOutOfOffice: [] },
  };
  if (isCompound(input))
    return {
      ...plain,
      ...compoundLeftOut(input),
      vastContent: tooManySheets(sheetsOfXls(input)),
      hasFormulaFields: compoundHasFormulaFields(input),
    };
  if (!isArchive(input)) {
    const text = latin1(input);
    addRequestedFonts(fontFamilies, text);
    return {
      ...plain,
      vastContent: vastBinary(text),
      hasFormulaFields: rtfHasFormulaFields(text),
    };
  }
  const archive = openZip(input);
  let embedsDocuments = false;
  let isNested = false;
  let vast: string | undefined;
  let linked = 0;
  for (const name of archive.names) {
    const part = archive.read(name);
    if (part === undefined) continue;
    if (isXml(name)) {
      const text = latin1(part);
      embedsDocuments ||= ALT_CHUNK.test(text);
      vast ??= vastContent(text, archive.names.length);
      if (name.endsWith('.rels')) linked += linkedImages(text);
      addRequestedFonts(fontFamilies, text);
    }
    if (name === XLSB_WORKBOOK) vast ??= tooManySheets(sheetsOfXlsb(part));
    isNested ||= nestsDocuments(part);
  }
  const leftOut = [...leftOutWarnings(archive.names, chartLinksIn(archive)), ...linkedImageWarnings(linked)];
  return {
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

/** Returns true if a Word 97 to 2003 document is encrypted. LibreOffice does not ask again after a wrong password. */
export function isEncryptedWord(input: Uint8Array): boolean {
  const view = new DataView(input.buffer, input.byteOffset, input.byteLength);
  for (let at = SECTOR_BYTES; at + FIB_FLAGS_AT + 2 <= view.byteLength; at += SECTOR_BYTES) {
    if (view.getUint16(at, true) === FIB_SIGNATURE)
      return (view.getUint16(at + FIB_FLAGS_AT, true) & F_ENCRYPTED) !== 0;
  }
  return false;
}
