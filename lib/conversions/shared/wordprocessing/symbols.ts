import { nameTable } from '../../base/name-table.ts';

/**
 * Characters of symbol fonts that documents use as text, by code: ticks, boxes, arrows, bullets. The Symbol font has
 * Greek letters and signs in place of ASCII. The other characters of these fonts are pictograms without a text
 * equivalent.
 */
const wingdings: Readonly<Record<number, string>> = {
  40: '☎',
  42: '✉',
  74: '☺',
  76: '☹',
  108: '●',
  109: '○',
  110: '■',
  111: '☐',
  113: '❑',
  114: '❒',
  117: '◆',
  118: '❖',
  159: '•',
  167: '▪',
  168: '☐',
  216: '➢',
  223: '←',
  224: '→',
  225: '↑',
  226: '↓',
  231: '←',
  232: '→',
  233: '↑',
  234: '↓',
  239: '⇐',
  240: '⇒',
  243: '⇔',
  251: '✗',
  252: '✓',
  253: '☒',
  254: '☑',
};

const wingdings2: Readonly<Record<number, string>> = {
  79: '✗',
  80: '✓',
  81: '☒',
  82: '☑',
  83: '☒',
  84: '☒',
  152: '●',
  163: '☐',
};

const symbolLetters = 'αβχδεφγηιϕκλμνοπθρστυϖωξψζ';
const symbolCapitals = 'ΑΒΧΔΕΦΓΗΙϑΚΛΜΝΟΠΘΡΣΤΥςΩΞΨΖ';

const symbol: Readonly<Record<number, string>> = {
  ...Object.fromEntries([...symbolLetters].map((letter, index) => [97 + index, letter])),
  ...Object.fromEntries([...symbolCapitals].map((letter, index) => [65 + index, letter])),
  34: '∀',
  36: '∃',
  39: '∍',
  45: '−',
  64: '≅',
  92: '∴',
  94: '⊥',
  163: '≤',
  165: '∞',
  171: '↔',
  172: '←',
  173: '↑',
  174: '→',
  175: '↓',
  176: '°',
  177: '±',
  178: '″',
  179: '≥',
  180: '×',
  181: '∝',
  182: '∂',
  183: '•',
  184: '÷',
  185: '≠',
  186: '≡',
  187: '≈',
  188: '…',
  196: '⊗',
  197: '⊕',
  198: '∅',
  199: '∩',
  200: '∪',
  204: '⊂',
  206: '∈',
  207: '∉',
  209: '∇',
  213: '∏',
  214: '√',
  215: '⋅',
  216: '¬',
  217: '∧',
  218: '∨',
  219: '⇔',
  220: '⇐',
  222: '⇒',
  229: '∑',
  242: '∫',
};

const tables: Readonly<Record<string, Readonly<Record<number, string>>>> = nameTable({
  wingdings,
  'wingdings 2': wingdings2,
  symbol,
});

/** Whether a font has symbols in place of ordinary characters. */
export const isSymbolFont = (font: string): boolean =>
  /^(?:symbol|wingdings|webdings|zapf ?dingbats)/i.test(font);

/**
 * Returns the Unicode equivalent of a symbol font's code; empty if there is none. Codes from 0xF000 are offsets into
 * the font (ECMA-376 part 1, 17.3.3.30).
 */
export function symbolCharacter(font: string, code: number): string {
  const place = code >= 0xf000 && code <= 0xf0ff ? code - 0xf000 : code;
  const table = tables[font.trim().toLowerCase()];
  if (table !== undefined) {
    const found = table[place];
    if (found !== undefined) return found;
    return font.toLowerCase() === 'symbol' && place >= 32 && place < 127 ? String.fromCodePoint(place) : '';
  }
  if (code >= 0xf000 && code <= 0xf0ff)
    return isSymbolFont(font) || place < 32 ? '' : String.fromCodePoint(place);
  return code >= 32 && code <= 0x10ffff && !(code >= 0xd800 && code <= 0xdfff)
    ? String.fromCodePoint(code)
    : '';
}
