import { type DocFile, fib } from './doc-file.ts';

// Separators of notes come first.
const SEPARATORS = 6;

/** A header or footer of any section, and its range of the text in characters. */
interface PageStory {
  readonly from: number;
  readonly to: number;
  readonly kind: 'header' | 'footer';
}

const kinds = ['header', 'header', 'footer', 'footer', 'header', 'footer'] as const;

/** The headers and footers of all sections, in order; empty ones are left out. [MS-DOC] 2.3.3 and 2.8.22 (Plcfhdd). */
export function pageStories({ structure, lengths }: Pick<DocFile, 'structure' | 'lengths'>): PageStory[] {
  const table = structure(fib.headerTexts);
  const base = lengths.body + lengths.footnotes;
  const found: PageStory[] = [];
  // A damaged table must not have the same text read twice.
  let end = 0;
  for (let at = SEPARATORS * 4; table !== undefined && at + 8 <= table.length; at += 4) {
    const from = Math.max(end, table.readUInt32LE(at));
    // Each ends with a paragraph mark of its own, which is not shown.
    const to = Math.min(lengths.headers, table.readUInt32LE(at + 4)) - 1;
    const kind = kinds[(at / 4 - SEPARATORS) % kinds.length] ?? 'header';
    if (to > from) found.push({ kind, from: base + from, to: base + to });
    end = Math.max(end, to);
  }
  return found;
}
