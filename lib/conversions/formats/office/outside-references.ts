// What could make LibreOffice open a file that a document merely names, in whatever way it is written down. The judges here are
// strict rather than exact: a document that is refused is converted by another engine.

/** Fields that bring in other files or talk to other programs, as whole words of an instruction. */
const foreignWords =
  /(?:^|[\s{\\])(?:INCLUDE|IMPORT|LINK|DDE|RD|DATABASE|AUTOTEXT|GLOSSARY|FILLIN|PRINT|GOTOBUTTON|BARCODE|MACRO)(?=$|[\s"{\\])/i;
/** Their long names are no words of prose, and are found however an instruction is spaced, quoted or nested. */
const foreignNames = /INCLUDEPICTURE|INCLUDETEXT|DDEAUTO/i;

const BALANCED_QUOTES = /"[^"]*"/g;

/** Whether the instruction of a field, as text without markup, names a file or another program. */
export function namesFiles(instruction: string): boolean {
  if (foreignNames.test(instruction.replaceAll(/\s+/g, ''))) return true;
  return foreignWords.test(instruction.replaceAll(BALANCED_QUOTES, ' ""'));
}

/** Beginnings of images that contain no references: PNG, JPEG, GIF, BMP, TIFF, WebP, EMF, WMF, DIB. */
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

/** Whether bytes, as Latin-1, begin as an image of pixels or of drawing commands does, and so are not an SVG. */
export const isPlainImage = (bytes: string): boolean =>
  imageBeginnings.some((beginning) => bytes.startsWith(beginning));

const DATA_ADDRESS = /^data:[^,]*;base64,([\s\S]{0,64})/i;

/** Whether an address holds a plain image itself. Whatever else `data:` may hold is none. */
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

/** Whether XML has an address in it that pretends to be an image, or entities that could hide anything. */
export function hidesContent(xml: string): boolean {
  if (/<!ENTITY/i.test(xml)) return true;
  for (const { index } of xml.matchAll(/href\s*=\s*["']/gi)) {
    const value = xml.slice(index, index + 400).replace(/^href\s*=\s*["']/i, '');
    const address = decodeReferences(value).trimStart();
    if (/^data:/i.test(address) && !isImageInText(address)) return true;
  }
  return false;
}

/** How much of an address shows what it refers to; more white space or quotes than that hide it. */
const ADDRESS_CHARACTERS = 100;

/** Whether an SVG refers to anything but its own parts and plain images, or could hide that it does. */
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

/** XML as text whose markup can be searched; undefined in an encoding that hides it. */
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

/** The instructions of fields in a part of WordprocessingML, however they are split into runs. */
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
