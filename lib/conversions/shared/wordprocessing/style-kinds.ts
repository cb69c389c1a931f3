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

/** Returns a heading's level by its style name, 1 to 9; undefined for other styles. No level is above 1, as "Heading 0" would be. */
export function headingLevelOf(styleName: string): number | undefined {
  const name = styleName.normalize('NFC').trim();
  const level = HEADING.exec(name)?.[1];
  if (level !== undefined) return Math.max(1, Number(level));
  return /^(?:title|titel|titre du document|document title)$/i.test(name) ? 1 : undefined;
}

const QUOTE =
  /^(?:intense )?(?:block ?)?(?:quote|quotation|quotations|zitat|citation|cita|citazione)(?: ([2-9]))?$|^block text$/i;

/** Returns how many quotes a paragraph is in by its style name, such as 2 of `Quote 2`; undefined for other styles. */
export function quoteLevelOf(styleName: string): number | undefined {
  const found = QUOTE.exec(styleName.trim());
  return found === null ? undefined : Number(found[1] ?? 1);
}

/** Whether a paragraph style name denotes captions of figures and tables. */
export const isCaptionStyle = (styleName: string): boolean =>
  /^(?:(?:image|table|figure) ?)?(?:caption|beschriftung|l[ée]gende|ep[íi]grafe|didascalia|leyenda|onderschrift|bijschrift)$/i.test(
    styleName.trim(),
  );

// Body text and list items say what they are.
const PLAIN =
  /^(?:normal|standard|default|text body|body text|list (?:paragraph|bullet|number|contents|heading|continue)(?: \d)?|list ?\d?)$/i;

/** The name of a paragraph style, if the document model has no other word for what it says; empty for all others. */
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

/** What the style of a paragraph says of it in the document model. */
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

// Headers of tables, and entries of a table of contents by their level.
const STYLED = /^table ?(?:heading|header)s?$|^(?:toc|contents) ?[1-9]$|^table of figures$/i;

/** What is no emphasis in text of a paragraph style, because it says what the text is: bold headers of tables and entries of contents. */
export const plainIn = (styleName: string): { readonly bold?: undefined; readonly italic?: undefined } =>
  STYLED.test(styleName.trim()) ? { bold: undefined, italic: undefined } : {};

/** Whether empty paragraphs of a style show a line, as LibreOffice writes rules. */
export const isRuleStyle = (styleName: string): boolean => /^horizontal[ _]line$/i.test(styleName.trim());

/** Whether a paragraph style name denotes program code. */
export const isCodeStyle = (styleName: string): boolean =>
  /^(?:source ?code|code|code ?block|code ?snippet|program ?(?:code|listing)|html ?preformatted|preformatted ?text|verbatim|listing|macro text|macro)$/i.test(
    styleName.trim(),
  );

/** Whether a character style name denotes inline code. */
export const isInlineCodeStyle = (styleName: string): boolean =>
  /^(?:verbatim char|source ?text|inline ?code|code(?: ?char)?|html ?(?:code|keyboard|sample|typewriter|variable)|macro text char)$/i.test(
    styleName.trim(),
  );

const monospaced =
  /^\s*(?:courier|consolas|menlo|monaco|lucida (?:console|sans typewriter)|cascadia|source code|fira (?:code|mono)|jetbrains mono|sf mono|andale mono|ubuntu mono|roboto mono|ibm plex mono|inconsolata|hack$|(?:dejavu|liberation|noto|bitstream vera) (?:sans )?mono|nimbus mono|terminal$|fixedsys|typewriter)/i;

/** Whether a font is monospaced, by its name. */
export const isMonospaced = (font: string): boolean => monospaced.test(font);
