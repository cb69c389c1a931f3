/**
 * Translated names of the built-in heading styles, as LibreOffice and others write them. Word always writes `heading
 * 1`.
 */
const headingWords = [
  'heading',
  'überschrift',
  'titre',
  'título',
  'titulo',
  'títol',
  'titolo',
  'titlu',
  'заголовок',
  'επικεφαλίδα',
  '标题',
  '標題',
  '見出し',
  '제목',
  'rubrik',
  'kop',
  'nagłówek',
  'overskrift',
  'otsikko',
  'başlık',
  'nadpis',
  'naslov',
  'címsor',
  'tiêu đề',
  'antraštė',
  'virsraksts',
  'pealkiri',
  'عنوان',
  'כותרת',
  'शीर्षक',
  'หัวเรื่อง',
  'judul',
];

const HEADING = new RegExp(`^(?:${headingWords.join('|')})[ _]*([0-9])$`, 'iu');

/** Returns a heading's level from its style name, 1 to 9; undefined for other styles. "Heading 0" counts as level 1. */
export function headingLevelOf(styleName: string): number | undefined {
  const name = styleName.normalize('NFC').trim();
  const level = HEADING.exec(name)?.[1];
  if (level !== undefined) return Math.max(1, Number(level));
  return /^(?:title|titel|titre du document|document title)$/i.test(name) ? 1 : undefined;
}

const QUOTE =
  /^(?:intense )?(?:block ?)?(?:quote|quotation|quotations|zitat|citation|cita|citazione)(?: ([2-9]))?$|^block text$/i;

/** Returns the quote depth of a style name, such as 2 for `Quote 2`; undefined for other styles. */
export function quoteLevelOf(styleName: string): number | undefined {
  const found = QUOTE.exec(styleName.trim());
  return found === null ? undefined : Number(found[1] ?? 1);
}

/** Returns true for paragraph styles of figure and table captions. */
export const isCaptionStyle = (styleName: string): boolean =>
  /^(?:(?:image|table|figure) ?)?(?:caption|beschriftung|l[ée]gende|ep[íi]grafe|didascalia|leyenda|onderschrift|bijschrift)$/i.test(
    styleName.trim(),
  );

// Styles of body text and list items, whose names add nothing to the block's kind.
const PLAIN =
  /^(?:normal|standard|default|text body|body text|list (?:paragraph|bullet|number|contents|heading|continue)(?: \d)?|list ?\d?)$/i;

/** Returns a paragraph style's name if it adds something to the block's kind in the document model, otherwise an empty string. */
export function tellingName(styleName: string): string {
  const isKnown =
    headingLevelOf(styleName) !== undefined ||
    quoteLevelOf(styleName) !== undefined ||
    isRuleStyle(styleName) ||
    isCodeStyle(styleName) ||
    isCaptionStyle(styleName) ||
    PLAIN.test(styleName.trim());
  return isKnown ? '' : styleName;
}

/** Returns the document model's fields that a paragraph style determines. */
export function styleFacts({
  name = '',
  isCaption = false,
}: {
  readonly name?: string | undefined;
  readonly isCaption?: boolean | undefined;
}): { readonly role?: 'caption'; readonly style?: string } {
  if (isCaption) return { role: 'caption' };
  return name === '' ? {} : { style: name };
}

// Table headers, and entries of a table of contents by level.
const STYLED = /^table ?(?:heading|header)s?$|^(?:toc|contents) ?[1-9]$|^table of figures$/i;

/** Removes bold and italic in styles where they are part of the style and not emphasis: table headers and entries of contents. */
export const plainIn = (styleName: string): { readonly bold?: undefined; readonly italic?: undefined } =>
  STYLED.test(styleName.trim()) ? { bold: undefined, italic: undefined } : {};

/** Returns true for the style with which LibreOffice writes rules: its empty paragraphs show a line. */
export const isRuleStyle = (styleName: string): boolean => /^horizontal[ _]line$/i.test(styleName.trim());

/** Returns true for paragraph styles of program code. */
export const isCodeStyle = (styleName: string): boolean =>
  /^(?:source ?code|code|code ?block|code ?snippet|program ?(?:code|listing)|html ?preformatted|preformatted ?text|verbatim|listing|macro text|macro)$/i.test(
    styleName.trim(),
  );

/** Returns true for character styles of inline code. */
export const isInlineCodeStyle = (styleName: string): boolean =>
  /^(?:verbatim char|source ?text|inline ?code|code(?: ?char)?|html ?(?:code|keyboard|sample|typewriter|variable)|macro text char)$/i.test(
    styleName.trim(),
  );

const monospaced =
  /^\s*(?:courier|consolas|menlo|monaco|lucida (?:console|sans typewriter)|cascadia|source code|fira (?:code|mono)|jetbrains mono|sf mono|andale mono|ubuntu mono|roboto mono|ibm plex mono|inconsolata|hack$|(?:dejavu|liberation|noto|bitstream vera) (?:sans )?mono|nimbus mono|terminal$|fixedsys|typewriter)/i;

/** Returns true if a font's name is that of a monospaced family. */
export const isMonospaced = (font: string): boolean => monospaced.test(font);
