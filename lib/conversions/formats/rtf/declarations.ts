import type { FlowContext } from '../../shared/wordprocessing/flow.ts';
import type { Destination } from '../../shared/wordprocessing/state.ts';
import { type ColourTable, createColourTable } from './colour-table.ts';
import { createFontTable, type FontTable } from './font-table.ts';
import { createInfoGroup, type InfoGroup } from './info-group.ts';
import { createListTables } from './list-tables.ts';
import { createPageWords, type PageWords } from './page-words.ts';
import { createStyleSheet } from './style-sheet.ts';

/** What a document declares before its text: fonts, styles, lists, and metadata. */
export interface Declarations extends FlowContext {
  readonly fonts: FontTable['fonts'];
  readonly colourOf: ColourTable['colourOf'];
  readonly info: InfoGroup;
  readonly page: PageWords;
  /** The code page of text whose font declares none. */
  readonly codePage: () => number;
  readonly defaultFont: () => number;
  /** Whether the default font is monospaced. */
  readonly isMonospaced: () => boolean;
  /** Reads a word inside one of the tables. */
  readonly tableWord: (destination: Destination, name: string, parameter: number | undefined) => void;
  /** Reads the label of a list level. */
  readonly levelText: (text: string) => void;
  readonly tableText: (destination: 'fonts' | 'styles' | 'colours', text: string) => void;
  /** Reads a word of the file header. */
  readonly headerWord: (name: string, parameter: number | undefined) => void;
}

// RTF 1.9.1, "Character Set": \ansi without \ansicpg, \mac, \pc and \pca.
const ANSI_CODE_PAGE = 1252;
const MAC_CODE_PAGE = 10000;
const PC_CODE_PAGE = 437;
const PCA_CODE_PAGE = 850;

/** The declarations of a document that is not read yet. */
export function createDeclarations(): Declarations {
  const { fonts, ...fontTable } = createFontTable();
  const { colourOf, ...colourTable } = createColourTable();
  const { styles, ...styleSheet } = createStyleSheet();
  const { lists, listWord, overrideWord, levelText } = createListTables();
  const info = createInfoGroup();
  const page = createPageWords();
  let codePage = ANSI_CODE_PAGE;
  let defaultFont = 0;
  const tableWords: Partial<Record<Destination, (name: string, parameter: number | undefined) => void>> = {
    fonts: fontTable.word,
    colours: colourTable.word,
    styles: styleSheet.word,
    lists: listWord,
    overrides: overrideWord,
  };
  const tableTexts = { fonts: fontTable.text, styles: styleSheet.text, colours: colourTable.text };
  return {
    fonts,
    colourOf,
    styles,
    lists,
    levelText,
    info,
    page,
    codePage: () => codePage,
    defaultFont: () => defaultFont,
    isMonospaced: () => fonts.get(defaultFont)?.isMono === true,
    tableWord: (destination, name, parameter) => tableWords[destination]?.(name, parameter),
    tableText: (destination, text) => tableTexts[destination](text),
    headerWord: (name, parameter) => {
      if (name === 'ansicpg' && parameter !== undefined && parameter > 0) codePage = parameter;
      else if (name === 'mac') codePage = MAC_CODE_PAGE;
      else if (name === 'pc') codePage = PC_CODE_PAGE;
      else if (name === 'pca') codePage = PCA_CODE_PAGE;
      else if (name === 'deff' && parameter !== undefined) defaultFont = parameter;
      else page.word(name, parameter);
    },
  };
}
