import { nameTable } from './name-table.ts';

// Declarations of TeX: packages and commands of LaTeX, a command of ConTeXt, and the comment of TeX editors. Further those
// of Emacs and Vim, which other formats have in a comment (PEP 263).
const declarations: readonly RegExp[] = [
  /\\(?:usepackage|RequirePackage)[ \t]{0,5}\[([\w\-, \t]{2,60})\][ \t]{0,5}\{inputenc\}/g,
  /^%[ \t]{0,5}!TEX[ \t]{1,5}encoding[ \t]{0,5}=[ \t]{0,5}([\w -]{2,40})/gim,
  /^[^\n]{0,20}(?:-\*-[^\n]{0,80}coding|vim?: ?set fileencoding)[:=][ \t]{0,5}([\w.-]{2,20})/g,
  /\\inputencoding[ \t]{0,5}\{([\w-]{2,20})\}/g,
  /\\enableregime[ \t]{0,5}\[([\w-]{2,20})\]/g,
];

// Names of LaTeX, ConTeXt and TeXShop that are not those of the WHATWG Encoding Standard.
const otherNames: Readonly<Record<string, string>> = nameTable({
  ansinew: 'windows-1252',
  applemac: 'macintosh',
  cp866nav: 'ibm866',
  'dos cyrillic': 'ibm866',
  'dos russian': 'ibm866',
  il1: 'windows-1252',
  il2: 'iso-8859-2',
  isolatin: 'windows-1252',
  isolatin2: 'iso-8859-2',
  isolatin5: 'iso-8859-9',
  isolatin9: 'iso-8859-15',
  isolatingreek: 'iso-8859-7',
  koi8_r: 'koi8-r',
  latin9: 'iso-8859-15',
  latin10: 'iso-8859-16',
  'mac cyrillic': 'x-mac-cyrillic',
  maccyr: 'x-mac-cyrillic',
  macosroman: 'macintosh',
  'utf-8 unicode': 'utf-8',
  utf8x: 'utf-8',
  'windows cyrillic': 'windows-1251',
});

/** The WHATWG name of a declared encoding; undefined if it is unknown. */
function standardName(declared: string): string | undefined {
  // The last option of a package is in effect. Emacs adds the line end, and writes `iso-latin-2`.
  const name = declared
    .slice(declared.lastIndexOf(',') + 1)
    .trim()
    .toLowerCase()
    .replace(/-(?:unix|dos|mac)$/, '')
    .replace(/^(?:iso-)?latin-/, 'latin');
  try {
    const { encoding } = new TextDecoder(otherNames[name] ?? name);
    // The declaration was read byte by byte.
    return encoding.startsWith('utf-16') ? undefined : encoding;
  } catch {
    return undefined;
  }
}

// Lines of TeX before a command; longer ones are of generated files.
const LINE_CHARACTERS = 200;

/** Whether a TeX comment starts in the line before this position. */
function isInComment(text: string, at: number): boolean {
  const before = text.slice(Math.max(0, at - LINE_CHARACTERS), at);
  return /(?:^|[^\\])%/.test(before.slice(before.lastIndexOf('\n') + 1));
}

/** The encodings that a text declares, most reliable first, by WHATWG name. `text` is decoded byte by byte. */
export function* declaredEncodings(text: string): Generator<string> {
  for (const declaration of declarations) {
    for (const { index, 1: declared = '' } of text.matchAll(declaration)) {
      const encoding = isInComment(text, index) ? undefined : standardName(declared);
      if (encoding !== undefined) yield encoding;
    }
  }
}
