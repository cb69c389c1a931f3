// Detects references that could make LibreOffice open external files. The checks are strict rather than exact: another
// engine converts a document that is declined here.

/** Fields that include files or run other programs, as whole words of an instruction. */
const foreignWords =
  /(?:^|[\s{\\])(?:INCLUDE|IMPORT|LINK|DDE|RD|DATABASE|AUTOTEXT|GLOSSARY|FILLIN|PRINT|GOTOBUTTON|BARCODE|MACRO)(?=$|[\s"{\\])/i;
/** Unambiguous long names, matched regardless of spacing, quotes and nesting. */
const foreignNames = /INCLUDEPICTURE|INCLUDETEXT|DDEAUTO/i;

const BALANCED_QUOTES = /"[^"]*"/g;

/** Whether a field instruction in plain text references a file or another program. */
export function namesFiles(instruction: string): boolean {
  if (foreignNames.test(instruction.replaceAll(/\s+/g, ''))) return true;
  return foreignWords.test(instruction.replaceAll(BALANCED_QUOTES, ' ""'));
}

/** Signatures of image formats without references: PNG, JPEG, GIF, BMP, TIFF, WebP, EMF, WMF, DIB. */
const imageBeginnings = [
  '\x89PNG',
  '\xff\xd8\xff',
  'GIF8',
  'BM',
  'II*\0',
  'MM\0*',
  'RIFF',
  '\x01\0\0\0',
  '\xd7\xcd\xc6\x9a',
  '\x01\0\x09\0',
  '\x02\0\x09\0',
  '\x28\0\0\0',
  '\x0c\0\0\0',
];

/** Whether bytes, as Latin-1, start with the signature of a raster image or metafile, and so are not an SVG. */
export const isPlainImage = (bytes: string): boolean =>
  imageBeginnings.some((beginning) => bytes.startsWith(beginning));

const DATA_ADDRESS = /^data:[^,]*;base64,([\s\S]{0,64})/i;

/** Whether a URL is a `data:` URL of a raster image. */
function isImageInText(address: string): boolean {
  const encoded = DATA_ADDRESS.exec(address)?.[1];
  return encoded !== undefined && isPlainImage(Buffer.from(encoded, 'base64').toString('latin1'));
}

const characterReference = /&#(?:x([0-9a-f]{1,6})|(\d{1,7}));/gi;

function decodeReferences(text: string): string {
  return text.replaceAll(characterReference, (all, hex: string | undefined, decimal: string | undefined) => {
    const code = hex === undefined ? Number(decimal) : Number.parseInt(hex, 16);
    return code <= 0x10_ffff ? String.fromCodePoint(code) : all;
  });
}

/** Whether XML contains a data URL with a false image type, or entities that could hide one. */
export function hidesContent(xml: string): boolean {
  if (/<!ENTITY/i.test(xml)) return true;
  for (const { index } of xml.matchAll(/href\s*=\s*["']/gi)) {
    const value = xml.slice(index, index + 400).replace(/^href\s*=\s*["']/i, '');
    const address = decodeReferences(value).trimStart();
    if (/^data:/i.test(address) && !isImageInText(address)) return true;
  }
  return false;
}

/** Characters of an address to inspect. More leading white space or quotes would hide the target. */
const ADDRESS_CHARACTERS = 100;

/** Whether an SVG references, or could hide a reference to, anything except its own elements and raster images. */
export function hasForeignReference(svg: string): boolean {
  if (/<!DOCTYPE|<!ENTITY|@import|<\?xml-stylesheet/i.test(svg)) return true;
  for (const { index } of svg.matchAll(/url\(/gi)) {
    const address = svg.slice(index + 4, index + 4 + ADDRESS_CHARACTERS).replaceAll(/["'\s]/g, '');
    if (!address.startsWith('#')) return true;
  }
  return /href\s*=\s*(?!["'](?:#|data:image\/(?:png|jpe?g|gif);))/i.test(svg) || hidesContent(svg);
}

const declaredEncoding = /^[^>]{0,200}?\bencoding\s*=\s*["']([\w.-]*)/;
const plainEncoding = /^(?:utf-?8|us-ascii|iso-8859-\d+|windows-125\d)$/i;

/** Decodes XML so that its markup can be searched. Undefined if the encoding would hide it. */
export function readableXml(bytes: Uint8Array): string | undefined {
  const [first, second] = bytes;
  const isLittle = first === 0xff && second === 0xfe;
  if (isLittle || (first === 0xfe && second === 0xff)) {
    return new TextDecoder(isLittle ? 'utf-16le' : 'utf-16be').decode(bytes);
  }
  const text = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength).toString('latin1');
  const declared = text.slice(0, 300).includes('<?xml')
    ? declaredEncoding.exec(text.slice(0, 300))?.[1]
    : undefined;
  return text.slice(0, 300).includes('\0') || (declared !== undefined && !plainEncoding.test(declared))
    ? undefined
    : text;
}

/** The field instructions in a WordprocessingML part, joined across runs. */
export function wordInstructions(xml: string): string[] {
  const simple = Array.from(
    xml.matchAll(/\binstr\s*=\s*(?:"([^"]*)"|'([^']*)')/g),
    ([, a, b]) => a ?? b ?? '',
  );
  const fields: string[] = [];
  let open = '';
  for (const [, mark, text] of xml.matchAll(
    /<\w+:fldChar\b[^<>]*?fldCharType\s*=\s*["'](\w+)|<\w+:(?:instrText|delInstrText)\b[^<>]*>([^<]*)/g,
  )) {
    if (mark === 'begin' && open.trim() === '') fields.push(open);
    if (text !== undefined) open += text;
    if (mark === 'end') {
      fields.push(open);
      open = '';
    }
  }
  const quotes = (text: string): string => text.replaceAll('&quot;', '"').replaceAll('&amp;', '&');
  return [...simple, ...fields, open].map((text) => quotes(decodeReferences(text)));
}
