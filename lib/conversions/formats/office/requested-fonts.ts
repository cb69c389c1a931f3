import { pageFont } from '../../backends/fonts/page-fonts.ts';

/** Families that one document may name; real ones name a few dozen. */
const MAX_FAMILIES = 500;

// WordprocessingML 17.3.2.26, DrawingML 21.1.2.3.7, SpreadsheetML 18.8.29 and 18.4.5, OpenDocument 19.802 and 20.281.
const xmlFamily =
  /(?:\b(?:w:(?:ascii|hAnsi)|style:font-name|svg:font-family)|<a:latin typeface)="([^"<]{1,100})"|<(?:name|rFont) val="([^"<]{1,100})"/g;

/** Symbol fonts are replaced by their equivalent; names of generic families and of the theme are not fonts. */
const noFamily = /^$|^[+@]|^(?:sans-)?serif$|symbol|dings|^MT Extra$/i;

/** Names are read as Latin-1 with the rest of the part. */
const decoded = (name: string): string =>
  Buffer.from(name, 'latin1').toString('utf8').replaceAll('&apos;', "'").replaceAll(/^'|'$/g, '').trim();

function* namesInXml(xml: string): Generator<string> {
  for (const [, first, second] of xml.matchAll(xmlFamily)) yield first ?? second ?? '';
}

/** Characters of a font table that are searched. */
const FONT_TABLE_CHARACTERS = 65_536;

/** RTF specification 1.9.1, "Font Table": `{\f0\fswiss\fcharset0 Verdana;}`. */
function namesInRtf(rtf: string): string[] {
  const start = rtf.indexOf('{\\fonttbl');
  if (start < 0) return [];
  const entries = rtf.slice(start, start + FONT_TABLE_CHARACTERS).split(';}');
  return entries.slice(0, -1).map((entry) => {
    const lastWord = entry.slice(entry.lastIndexOf('\\'));
    return lastWord.slice(Math.max(lastWord.indexOf(' '), lastWord.indexOf('}')) + 1);
  });
}

/** Adds the font families that a part of a document, as Latin-1, names. */
export function addRequestedFonts(families: Set<string>, text: string): void {
  for (const found of text.startsWith('{\\rt') ? namesInRtf(text) : namesInXml(text)) {
    if (families.size >= MAX_FAMILIES) return;
    const name = decoded(found);
    if (!noFamily.test(name)) families.add(name);
  }
}

/** A font in a PDF: `/BaseFont /BAAAAA+NotoSans-Regular`. */
const embeddedFont = /\/BaseFont ?\/(?:[A-Z]{6}\+)?([A-Za-z0-9]+)/g;

/**
 * Returns the fonts that a PDF has instead of those that its document names, as `Aptos -> Arimo`, without those that have the
 * same widths.
 */
export function substitutedFonts(families: ReadonlySet<string>, pdf: Buffer): string[] {
  const embedded = new Set(Array.from(pdf.toString('latin1').matchAll(embeddedFont), ([, name]) => name));
  return Array.from(families).flatMap((family) => {
    const font = pageFont(family);
    const isShown = embedded.has(font.family.replaceAll(' ', ''));
    return font.isMetric || !isShown ? [] : [`${family} -> ${font.family}`];
  });
}
