/**
 * Regular expressions that the checker cannot prove linear, each with the reason why it may stay: its input is short, or it
 * starts at one place and never tries the same characters in two ways.
 */
export const reviewed: ReadonlyMap<string, string> = new Map([
  [String.raw`/^(?:\xef\xbb\xbf)?\s*\{\s*\\(?:rtf|pard(?![a-z]))/`, '256 bytes'],
  [String.raw`/^\s*<\?xml[^<>]*?encoding\s*=\s*["']([\w.:-]{1,40})/i`, '8 KB; disjoint after the start'],
  [String.raw`/<meta[^<>]*?charset\s*=\s*(?:["']\s*)?([\w.:-]{1,40})/i`, '8 KB; matches cannot overlap'],
  [
    String.raw`/^(?:#{1,6}(?=\s|$)|[-+*](?=\s|$)|>|~{3}|:\s|\\(?:newpage|pagebreak|clearpage)(?![a-z])|=[= ]*$|\*[* ]*$|_[_ ]*$|[|:-][|: -]*$)/`,
    'anchored, one repetition in each branch',
  ],
  [
    String.raw`/(?<=[\p{sc=Han}\p{sc=Hiragana}\p{sc=Katakana}\u3001-\u301f\u30fc\uff01-\uff5e])\s+(?=[\p{sc=Han}\p{sc=Hiragana}\p{sc=Katakana}\u3001-\u301f\u30fc\uff01-\uff5e])/gu`,
    'starts only at the first of some spaces',
  ],
  [String.raw`/(?<!\p{L})\p{L}+(?:-\p{L}+){1,20}/gu`, 'starts only at the first of some letters'],
  [String.raw`/(\p{L}+)[-\u2010]$/u`, '100 characters'],
  [String.raw`/\S+$/`, '100 characters'],
  [String.raw`/^[.,:;!?…%٪+\s]+(?=\S)/u`, 'anchored, one repetition'],
  [String.raw`/^([•◦▪▫‣⁃∙●○■□◆◇►▶➢➤✓✔–—*·\uf0a0-\uf0ff-])\s+(?=\S)/u`, 'anchored, one repetition'],
  [String.raw`/^(\(?(\d{1,3}|[a-z]|[ivxl]{1,5})[.)])\s+(?=\S)/`, 'anchored, one repetition'],
  [
    String.raw`/^[(<>≤≥~+\-−–—±*†‡§#$€£¥]*\s?(?:(?:\d{1,3}(?:[ \u00a0\u2009\u202f]\d{3}){1,6}(?:[.,]\d+)?|\d[\d.,/:%\-–]*\d|\d)(?:\s?(?:[kKMB]|bn|mn|€|£))?)?\s?[%)*†‡§¹²³\d,.]*$|^\(?n\/?a\)?$/i`,
    '40 characters',
  ],
  [String.raw`/(?<![\s.])[\s.]+$/`, '80 characters'],
  [
    String.raw`/"[^"]*"|'[^']*'!|(?<![\w.$])(\$?)([A-Z]{1,3})(\$?)(\d{1,7})(?![\w.(])|(?<![\w.$])(\$?)([A-Z]{1,3}):(\$?)([A-Z]{1,3})(?![\w.(])|(?<![\w.$:])(\$?)(\d{1,7}):(\$?)(\d{1,7})(?![\w.(])/g`,
    'texts end at their own sign, references have a bounded length',
  ],
  ['/^0+(?=.)/', 'a group of an IP address'],
  [
    String.raw`/[\p{sc=Han}\p{sc=Hiragana}\p{sc=Katakana}]|[[\p{L}\p{N}\p{M}]--[\p{sc=Han}\p{sc=Hiragana}\p{sc=Katakana}]]+(?:['’][\p{L}\p{M}]+){0,20}/gv`,
    'matches wherever it starts',
  ],
]);

/** Patterns that are built, by the source that builds them. */
export const builtPatterns: ReadonlyMap<string, string> = new Map([
  ['lib/ids.ts', 'anchored, fixed length'],
  ['lib/conversions/process/sandbox/strays.ts', 'anchored, a constant name'],
  ['lib/conversions/formats/docx/read/drawing.ts', 'starts at a constant name'],
  ['lib/conversions/shared/wordprocessing/style-kinds.ts', 'anchored alternatives of constant words'],
  [
    'lib/conversions/formats/pdf/write/typesetting/code-data.ts',
    'fixed number of repetitions, at most the columns of a page',
  ],
  ['lib/conversions/formats/pdf/write/typesetting/line-data.ts', 'matches wherever it starts'],
  ['lib/conversions/formats/pdf/write/typst-line.ts', 'fixed number of repetitions'],
  ['lib/conversions/workbook/csv-field.ts', 'one character'],
  ['lib/conversions/workbook/written-number.ts', 'a fixed list of currencies, without repetitions'],
  ['lib/conversions/base/right-to-left.ts', 'each alternative starts with a class of its own'],
  ['lib/conversions/document/image-size.ts', 'the root element, at most 20,000 characters'],
  ['lib/conversions/document/tokens.ts', 'fixed number of repetitions'],
]);

/**
 * Patterns that repeat a group without a small limit. V8 remembers each repetition and ends with a RangeError at some eight
 * million, so that their input must be shorter.
 */
export const repeatedGroups: ReadonlyMap<string, string> = new Map([
  [String.raw`/"(?:[^"]|"")*"|[,;\t|]/g`, '64 KB'],
  [String.raw`/^"((?:[^"\\]|\\.)*)"|^'((?:[^']|'')*)'/`, '20,000 characters'],
  [String.raw`/"((?:[^"\\]|\\.)*)"|(\S+)/g`, '65,536 characters'],
]);
