import { codePageOf } from '../../shared/wordprocessing/code-pages.ts';
import { isMonospaced } from '../../shared/wordprocessing/style-kinds.ts';
import { isSymbolFont } from '../../shared/wordprocessing/symbols.ts';

/** A declared font. */
interface RtfFont {
  name: string;
  /** Code page of text in this font; undefined for the document's code page. */
  codePage: number | undefined;
  /** Whether its characters are symbols, not text in a code page. */
  isSymbol: boolean;
  /** Whether it is monospaced. */
  isMono: boolean;
}

/** The font table of a document (RTF 1.9.1, "Font Table"). */
export interface FontTable {
  readonly fonts: ReadonlyMap<number, RtfFont>;
  readonly word: (name: string, parameter: number | undefined) => void;
  /** Appends a piece of the current font's name, which `;` ends. A piece can be a single character. */
  readonly text: (text: string) => void;
}

// Characters. Windows allows 31 and Word 253; a longer name is damage.
export const MAX_NAME_CHARACTERS = 500;

// \fcharset of symbol fonts.
const SYMBOL_CHARSET = 2;

/** An empty font table. */
export function createFontTable(): FontTable {
  const fonts = new Map<number, RtfFont>();
  let font: RtfFont | undefined;
  let name = '';
  return {
    fonts,
    word: (word, parameter) => {
      if (word === 'f') {
        font = { name: '', codePage: undefined, isSymbol: false, isMono: false };
        name = '';
        if (parameter !== undefined) fonts.set(parameter, font);
      } else if (word === 'fcharset' && font !== undefined && parameter !== undefined) {
        font.codePage = codePageOf(parameter);
        font.isSymbol = parameter === SYMBOL_CHARSET;
      } else if (word === 'cpg' && font !== undefined) font.codePage = parameter;
    },
    text: (text) => {
      const end = text.indexOf(';');
      const hasRoom = name.length < MAX_NAME_CHARACTERS;
      if (hasRoom) name += text.slice(0, end < 0 ? MAX_NAME_CHARACTERS : end);
      if (font !== undefined && hasRoom) {
        font.name = name.trim();
        if (isSymbolFont(font.name)) font.isSymbol = true;
        font.isMono = isMonospaced(font.name);
      }
      if (end >= 0) name = '';
    },
  };
}
