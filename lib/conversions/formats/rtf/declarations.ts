import { nameTable } from '../../base/name-table.ts';
import { type DocumentInfo, noInfo } from '../../document/document.ts';
import { codePageOf } from '../../shared/wordprocessing/code-pages.ts';
import type { FlowContext, RtfStyle } from '../../shared/wordprocessing/flow.ts';
import { createRtfLists, type RtfLevel, type RtfLists } from '../../shared/wordprocessing/numbering.ts';
import type { Destination } from '../../shared/wordprocessing/state.ts';
import {
  headingLevelOf,
  isCodeStyle,
  isMonospaced,
  isQuoteStyle,
} from '../../shared/wordprocessing/style-kinds.ts';
import { isSymbolFont } from '../../shared/wordprocessing/symbols.ts';

/** A font. */
export interface RtfFont {
  name: string;
  codePage: number | undefined;
  isSymbol: boolean;
  /** Whether its letters are of one width. */
  isMono: boolean;
}

/** What a document declares before its text: fonts, styles, lists, and facts about itself. */
export interface Declarations extends FlowContext {
  readonly fonts: ReadonlyMap<number, RtfFont>;
  readonly lists: RtfLists;
  readonly codePage: () => number;
  readonly defaultFont: () => number;
  /** Whether the text that nothing is said about is in letters of one width. */
  readonly isMonospaced: () => boolean;
  /** Takes a word inside a declaration; false where it is none of it. */
  readonly word: (destination: Destination, name: string, parameter: number | undefined) => boolean;
  readonly text: (destination: 'fonts' | 'styles', text: string) => void;
  /** Takes words at the head of a file. */
  readonly head: (name: string, parameter: number | undefined) => void;
  readonly isInfo: (name: string) => boolean;
  readonly info: (name: string, text: string) => void;
  readonly isKnownIgnorable: (name: string) => boolean;
  readonly documentInfo: () => DocumentInfo;
  readonly pages: () => number | null;
}

// Of a font or a style. Windows and Word accept 31 and 253; a longer name is damage.
const MAX_NAME_CHARACTERS = 500;

// \fcharset: the letters of such a font are signs.
const SYMBOL_CHARSET = 2;

const infoFields: Readonly<Record<string, 'title' | 'author' | 'subject' | 'keywords'>> = nameTable({
  title: 'title',
  author: 'author',
  subject: 'subject',
  keywords: 'keywords',
});

const times = ['creatim', 'revtim'];

/** Nothing declared. */
export function createDeclarations(): Declarations {
  const fonts = new Map<number, RtfFont>();
  const styles = new Map<number, RtfStyle>();
  const lists = createRtfLists();
  const facts: Partial<Record<'title' | 'author' | 'subject' | 'keywords', string>> = {};
  const clock: Record<string, Record<string, number>> = Object.create(null);
  let codePage = 1252;
  let defaultFont = 0;
  let font: RtfFont | undefined;
  let fontName = '';
  let style: { id: number; name: string; outline: number | undefined } | undefined;
  let levels: RtfLevel[] = [];
  let overridden: number | undefined;
  let time: string | undefined;
  let pages: number | null = null;

  function fontWord(name: string, parameter: number | undefined): void {
    if (name === 'f') {
      font = { name: '', codePage: undefined, isSymbol: false, isMono: false };
      fontName = '';
      if (parameter !== undefined) fonts.set(parameter, font);
    } else if (name === 'fcharset' && font !== undefined && parameter !== undefined) {
      font.codePage = codePageOf(parameter);
      font.isSymbol = parameter === SYMBOL_CHARSET;
    } else if (name === 'cpg' && font !== undefined) font.codePage = parameter;
  }

  /** Takes a piece of a font's name, which `;` ends: a piece may be a single character. */
  function readFontName(text: string): void {
    const end = text.indexOf(';');
    const hasRoom = fontName.length < MAX_NAME_CHARACTERS;
    if (hasRoom) fontName += text.slice(0, end < 0 ? MAX_NAME_CHARACTERS : end);
    if (font !== undefined && hasRoom) {
      font.name = fontName.trim();
      if (isSymbolFont(font.name)) font.isSymbol = true;
      font.isMono = isMonospaced(font.name);
    }
    if (end >= 0) fontName = '';
  }

  function styleWord(name: string, parameter: number | undefined): void {
    if (name === 's') style = { id: parameter ?? 0, name: '', outline: undefined };
    // Styles of letters, sections and tables.
    else if (name === 'cs' || name === 'ds' || name === 'ts') style = undefined;
    else if (name === 'outlinelevel' && style !== undefined) style.outline = parameter;
  }

  function endStyle(): void {
    if (style === undefined) return;
    const { id, name, outline } = style;
    const byOutline = outline !== undefined && outline <= 8 ? outline + 1 : undefined;
    styles.set(id, {
      headingLevel: headingLevelOf(name) ?? byOutline,
      isQuote: isQuoteStyle(name),
      isCode: isCodeStyle(name),
    });
    style = undefined;
  }

  function listWord(name: string, parameter: number | undefined): void {
    const level = levels.at(-1);
    if (name === 'list') levels = [];
    else if (name === 'listlevel' && levels.length < 9) levels.push({ format: 0, start: 1 });
    else if ((name === 'levelnfc' || name === 'levelnfcn') && level !== undefined)
      level.format = parameter ?? 0;
    else if (name === 'levelstartat' && level !== undefined) level.start = Math.max(0, parameter ?? 1);
    else if (name === 'listid' && parameter !== undefined) lists.levels.set(parameter, levels);
  }

  function overrideWord(name: string, parameter: number | undefined): void {
    if (name === 'listid') overridden = parameter;
    else if (name === 'ls' && parameter !== undefined && overridden !== undefined)
      lists.overrides.set(parameter, overridden);
  }

  function infoWord(name: string, parameter: number | undefined): void {
    if (times.includes(name)) {
      time = name;
      clock[name] = Object.create(null);
    } else if (['yr', 'mo', 'dy', 'hr', 'min', 'sec'].includes(name) && time !== undefined) {
      const at = clock[time];
      if (at !== undefined && parameter !== undefined) at[name] = parameter;
    } else if (name === 'nofpages' && parameter !== undefined && parameter > 0) pages = parameter;
  }

  function isoTime(name: string): string | null {
    const { yr, mo = 1, dy = 1, hr = 0, min = 0, sec = 0 } = clock[name] ?? {};
    if (yr === undefined || yr < 1900 || yr > 9999) return null;
    const date = new Date(Date.UTC(yr, mo - 1, dy, hr, min, sec));
    return Number.isNaN(date.getTime()) ? null : date.toISOString();
  }

  const inDestination: Partial<Record<Destination, (name: string, parameter: number | undefined) => void>> = {
    fonts: fontWord,
    styles: styleWord,
    lists: listWord,
    overrides: overrideWord,
  };

  return {
    fonts,
    styles,
    lists,
    codePage: () => codePage,
    defaultFont: () => defaultFont,
    isMonospaced: () => fonts.get(defaultFont)?.isMono === true,
    word: (destination, name, parameter) => {
      if (destination === 'info') infoWord(name, parameter);
      const read = inDestination[destination];
      read?.(name, parameter);
      return read !== undefined;
    },
    text: (destination, text) => {
      if (destination === 'fonts') {
        readFontName(text);
      } else if (style !== undefined) {
        const end = text.indexOf(';');
        style.name += text.slice(0, end < 0 ? MAX_NAME_CHARACTERS - style.name.length : end);
        if (end >= 0) endStyle();
      }
    },
    head: (name, parameter) => {
      if (name === 'ansicpg' && parameter !== undefined && parameter > 0) codePage = parameter;
      else if (name === 'mac') codePage = 10000;
      else if (name === 'pc') codePage = 437;
      else if (name === 'pca') codePage = 850;
      else if (name === 'deff' && parameter !== undefined) defaultFont = parameter;
    },
    isInfo: (name) => infoFields[name] !== undefined,
    info: (name, text) => {
      const field = infoFields[name];
      if (field !== undefined && text.trim() !== '') facts[field] = text.trim();
    },
    isKnownIgnorable: (name) => ['cs', 'ts', 'ds'].includes(name),
    documentInfo: () => ({
      ...noInfo,
      title: facts.title ?? null,
      author: facts.author ?? null,
      subject: facts.subject ?? null,
      keywords: facts.keywords ?? null,
      created: isoTime('creatim'),
      modified: isoTime('revtim'),
    }),
    pages: () => pages,
  };
}
