import { cleanText, oneLine } from './clean-text.ts';
import { type DocumentTree, inlineText, type TreeBlock } from './document-tree.ts';

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

/** Returns the non-empty headings of the document body; skips those in lists, tables and quotes. */
export function outlineOf(tree: DocumentTree): OutlineEntry[] {
  const seen = new Map<string, number>();
  return tree.blocks.flatMap((block): OutlineEntry[] => {
    if (block.kind !== 'heading') return [];
    const text = oneLine(inlineText(block.content)).trim();
    if (text === '') return [];
    const slug = slugOf(text);
    const before = seen.get(slug);
    seen.set(slug, (before ?? -1) + 1);
    // Another heading may be called "name-1" already.
    let id = before === undefined ? slug : `${slug}-${before + 1}`;
    while (id !== slug && seen.has(id)) id += '-';
    if (id !== slug) seen.set(id, 0);
    return [{ block, level: Math.min(6, Math.max(1, block.level)), text, id }];
  });
}

// Meaningless titles that programs set by default.
const EMPTY_TITLE = /^(?:untitled|document\d*|microsoft word - .*|.*\.(?:docx?|dvi|tmp))$/i;

/**
 * Returns a document's title: the title it declares, else its first heading of the highest level, else its file name
 * without the extension, else null.
 */
export function documentTitle(
  tree: DocumentTree,
  outline: readonly OutlineEntry[],
  filename: string | undefined,
): string | null {
  const stated = oneLine(tree.info.title ?? '').trim();
  if (stated !== '' && !EMPTY_TITLE.test(stated)) return stated;
  const [highest] = outline.toSorted((one, other) => one.level - other.level);
  if (highest !== undefined) return highest.text;
  const name = cleanText(filename ?? '')
    .replace(/^.*[\\/]/, '')
    .replace(/\.[^.]{1,8}$/, '')
    .trim();
  return name || stated || null;
}
