import { oneLine } from './clean-text.ts';
import { type DocumentTree, inlineText, type TreeBlock } from './document-tree.ts';
import { headingLine } from './list-labels.ts';
import { titleOf } from './title.ts';

/** A heading and its anchor in the output. */
export interface OutlineEntry {
  readonly block: TreeBlock & { readonly kind: 'heading' };
  /** 1 to 6. */
  readonly level: number;
  readonly text: string;
  /** Unique in the document; uses GitHub's scheme, so that links in Markdown files resolve. */
  readonly id: string;
}

const slugOf = (text: string): string =>
  text
    .toLowerCase()
    .replaceAll(/[^\p{L}\p{N}\p{M}_\- ]/gu, '')
    .trim()
    .replaceAll(' ', '-') || 'section';

/** The anchors that pages have for notes and for their references. */
export const isNoteAnchor = (id: string): boolean => /^(?:note|ref)-\d+$/.test(id);

/**
 * Returns the non-empty headings of the document body; skips those in lists, tables and quotes.
 *
 * @param isTaken whether the output uses an anchor for something else
 */
export function outlineOf(tree: DocumentTree, isTaken = (_id: string): boolean => false): OutlineEntry[] {
  const seen = new Map<string, number>();
  return tree.blocks.flatMap((block): OutlineEntry[] => {
    if (block.kind !== 'heading') return [];
    const text = oneLine(inlineText(headingLine(block))).trim();
    if (text === '') return [];
    const slug = slugOf(text);
    const before = seen.get(slug);
    seen.set(slug, (before ?? -1) + 1);
    // Another heading may be called "name-1" already.
    let id = before === undefined ? slug : `${slug}-${before + 1}`;
    while (isTaken(id) || (id !== slug && seen.has(id))) id += '-';
    if (id !== slug) seen.set(id, 0);
    return [{ block, level: Math.min(6, Math.max(1, block.level)), text, id }];
  });
}

/** The title of a document that is written to another format. */
export const documentTitle = (
  tree: DocumentTree,
  outline: readonly OutlineEntry[],
  filename: string | undefined,
): string | null =>
  titleOf(
    tree.metadata.title,
    outline.map(({ block, level, text }) => ({ level, text, page: block.page })),
    filename,
  );
