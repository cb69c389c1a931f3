import { isLanguageTag } from '../base/language-tag.ts';
import type { FlatBlock } from './assemble-blocks.ts';
import { inlineText, type TreeBlock, type TreeCell } from './document-tree.ts';
import { walkBlocks } from './walk-blocks.ts';

/** The languages of a run of text by its script, as BCP 47. Word processors store one for each. */
export interface ScriptLanguages {
  readonly latin?: string | undefined;
  readonly eastAsian?: string | undefined;
  readonly complex?: string | undefined;
}

/** Numbers of characters by language. */
export type LanguageCounts = Map<string, number>;

const LETTER = /\p{L}/u;
const EAST_ASIAN = /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Hangul}]/u;
const COMPLEX = /[\u0590-\u08ff\u0900-\u0eff\ufb1d-\ufdff\ufe70-\ufefc]/;

/** Counts the characters of a run for the language of its script. Text without letters has none. */
export function countLanguage(
  counts: LanguageCounts,
  text: string,
  languages: ScriptLanguages | undefined,
): void {
  if (languages === undefined || !LETTER.test(text)) return;
  const { latin, eastAsian, complex } = languages;
  const tag = EAST_ASIAN.test(text) ? eastAsian : COMPLEX.test(text) ? complex : latin;
  if (tag !== undefined && isLanguageTag(tag)) counts.set(tag, (counts.get(tag) ?? 0) + text.length);
}

/** The language of most of the characters; undefined if no language was counted. */
export function mainLanguage(counts: LanguageCounts): string | undefined {
  let main: readonly [string, number] | undefined;
  for (const entry of counts) if (main === undefined || entry[1] > main[1]) main = entry;
  return main?.[0];
}

/** Sets the language of the blocks of a paragraph. */
export function withLanguage(flat: FlatBlock, lang: string | undefined): FlatBlock {
  if (lang === undefined || flat.kind === 'code') return flat;
  if (flat.kind === 'item') return { ...flat, blocks: flat.blocks.map((block) => ({ ...block, lang })) };
  const { kind } = flat.block;
  return kind === 'paragraph' || kind === 'heading' ? { ...flat, block: { ...flat.block, lang } } : flat;
}

/** Returns a function that removes a language from blocks. What is in several places stays one object. */
function remover(lang: string): (blocks: readonly TreeBlock[]) => readonly TreeBlock[] {
  const known = new Map<object, object>();
  const once = <Part extends object>(part: Part, change: (part: Part) => Part): Part => {
    const before = known.get(part);
    if (before !== undefined) return before as Part;
    const after = change(part);
    known.set(part, after);
    return after;
  };
  const ofCell = (cell: TreeCell): TreeCell =>
    typeof cell === 'string' ? cell : once(cell, () => ({ ...cell, blocks: ofBlocks(cell.blocks) }));
  function ofBlock(block: TreeBlock): TreeBlock {
    switch (block.kind) {
      case 'heading':
      case 'paragraph': {
        if (block.lang !== lang) return block;
        const { lang: _, ...rest } = block;
        return rest;
      }
      case 'list':
        return { ...block, items: block.items.map((item) => ({ ...item, blocks: ofBlocks(item.blocks) })) };
      case 'table':
        return { ...block, rows: block.rows.map((row) => once(row, (cells) => cells.map(ofCell))) };
      case 'quote':
        return { ...block, blocks: ofBlocks(block.blocks) };
      default:
        return block;
    }
  }
  const ofBlocks = (blocks: readonly TreeBlock[]): readonly TreeBlock[] =>
    once(blocks, (each) => each.map(ofBlock));
  return ofBlocks;
}

/** The main text of a document and its notes. */
interface Texts {
  readonly blocks: readonly TreeBlock[];
  readonly notes: readonly (readonly TreeBlock[])[];
}

/**
 * Makes the language of most of the text that of the document, and removes it from the blocks: only those in another
 * language keep theirs.
 */
export function settleLanguages({ blocks, notes }: Texts): Texts & { readonly language?: string } {
  const counts: LanguageCounts = new Map();
  for (const block of walkBlocks(blocks)) {
    if (block.lang === undefined || !('content' in block)) continue;
    counts.set(block.lang, (counts.get(block.lang) ?? 0) + inlineText(block.content).length);
  }
  const language = mainLanguage(counts);
  if (language === undefined) return { blocks, notes };
  const settled = remover(language);
  return { language, blocks: settled(blocks), notes: notes.map(settled) };
}
