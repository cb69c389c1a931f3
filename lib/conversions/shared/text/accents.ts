import { nameTable } from '../../base/name-table.ts';

/** Accents that stand alone, and the characters that combine with the letter before them. */
const combining: Readonly<Record<string, string>> = nameTable({
  '`': '\u0300',
  '´': '\u0301',
  ˆ: '\u0302',
  '˜': '\u0303',
  '¨': '\u0308',
  '˚': '\u030a',
  '¯': '\u0304',
  '˘': '\u0306',
  '˙': '\u0307',
  ˇ: '\u030c',
  '˝': '\u030b',
  '¸': '\u0327',
  '˛': '\u0328',
});

/** The accents that {@link accented} knows, one character each. */
export const standaloneAccents: readonly string[] = Object.keys(combining);

/** Text with the dots of i and j, which TeX leaves out under an accent. */
export const dotted = (text: string): string => text.replaceAll('ı', 'i').replaceAll('ȷ', 'j');

/** A letter with an accent; two characters if Unicode has no single one for both. */
export const accented = (letter: string, accent: string): string =>
  `${dotted(letter)}${combining[accent] ?? ''}`.normalize('NFC');
