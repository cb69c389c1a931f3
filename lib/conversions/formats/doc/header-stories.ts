import { type DocFile, fib } from './doc-file.ts';

/** The texts of the headers and footers of the first section, in the order in which a document stores them. */
const stories = ['evenHeader', 'oddHeader', 'evenFooter', 'oddFooter', 'firstHeader', 'firstFooter'] as const;

/** A header or footer. */
export type HeaderStory = (typeof stories)[number];

/** A range of the text. Positions are in characters. */
export type TextRange = { readonly from: number; readonly to: number };

// Separators of notes come first.
const SEPARATORS = 6;

/** The ranges of the headers and footers of the first section; empty ones are left out. [MS-DOC] 2.3.3 and 2.8.22 (Plcfhdd). */
export function headerStories({
  structure,
  lengths,
}: Pick<DocFile, 'structure' | 'lengths'>): Partial<Record<HeaderStory, TextRange>> {
  const table = structure(fib.headerTexts);
  const base = lengths.body + lengths.footnotes;
  const found: Partial<Record<HeaderStory, TextRange>> = {};
  for (const [index, story] of stories.entries()) {
    const at = (SEPARATORS + index) * 4;
    if (table === undefined || at + 8 > table.length) break;
    const from = table.readUInt32LE(at);
    // Each ends with a paragraph mark of its own, which is not shown.
    const to = Math.min(lengths.headers, table.readUInt32LE(at + 4)) - 1;
    if (to > from) found[story] = { from: base + from, to: base + to };
  }
  return found;
}

/** A header or footer of any section. */
export interface PageStory extends TextRange {
  readonly kind: 'header' | 'footer';
}

const kinds = ['header', 'header', 'footer', 'footer', 'header', 'footer'] as const;

/** The headers and footers of all sections, in order; empty ones are left out. */
export function pageStories({ structure, lengths }: Pick<DocFile, 'structure' | 'lengths'>): PageStory[] {
  const table = structure(fib.headerTexts);
  const base = lengths.body + lengths.footnotes;
  const found: PageStory[] = [];
  // A damaged table must not have the same text read twice.
  let end = 0;
  for (let at = SEPARATORS * 4; table !== undefined && at + 8 <= table.length; at += 4) {
    const from = Math.max(end, table.readUInt32LE(at));
    const to = Math.min(lengths.headers, table.readUInt32LE(at + 4)) - 1;
    const kind = kinds[(at / 4 - SEPARATORS) % kinds.length] ?? 'header';
    if (to > from) found.push({ kind, from: base + from, to: base + to });
    end = Math.max(end, to);
  }
  return found;
}
