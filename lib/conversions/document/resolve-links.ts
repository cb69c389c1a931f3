import type { DocumentTree, Inline, ListItem, TreeBlock, TreeCell } from './document-tree.ts';
import { outlineOf } from './outline.ts';
import { walkDocument } from './walk-blocks.ts';

const targetOf = (piece: Inline): string | undefined =>
  piece.kind === 'text' && piece.href?.startsWith('#') === true ? piece.href.slice(1) : undefined;

const hasLine = (block: TreeBlock): block is TreeBlock & { readonly content: readonly Inline[] } =>
  block.kind === 'heading' || block.kind === 'paragraph';

/** Decodes a name that may be percent-encoded, as those in addresses are. */
export function decodedName(name: string): string {
  try {
    return decodeURIComponent(name);
  } catch {
    return name;
  }
}

/** The names that links of the document refer to, and whether blocks have any. */
function namesIn(tree: DocumentTree): {
  readonly referred: ReadonlySet<string>;
  readonly hasAnchors: boolean;
} {
  const referred = new Set<string>();
  let hasAnchors = false;
  for (const block of walkDocument(tree)) {
    hasAnchors ||= block.anchors !== undefined;
    if (!hasLine(block)) continue;
    for (const piece of block.content) {
      const name = targetOf(piece);
      if (name !== undefined) referred.add(name).add(decodedName(name));
    }
  }
  return { referred, hasAnchors };
}

// What every format accepts as the name of a place: HTML ids, XML names, OpenDocument bookmarks.
const PLAIN_NAME = /^[\p{L}_][\p{L}\p{N}_.-]{0,79}$/u;

/** Returns names that are unique and that every format accepts; `taken` are those of headings. */
function createNames(taken: Iterable<string>): (name: string) => string {
  const used = new Set(taken);
  const copies = new Map<string, number>();
  return (name) => {
    // In a book the name is the file's path and the id in it.
    const id = name.slice(name.lastIndexOf('#') + 1);
    const base = PLAIN_NAME.test(id) ? id : `place-${id.replaceAll(/[^\p{L}\p{N}_-]+/gu, '-').slice(0, 60)}`;
    let own = base;
    let copy = copies.get(base) ?? 1;
    while (used.has(own)) {
      copy += 1;
      own = `${base}-${copy}`;
    }
    copies.set(base, copy);
    used.add(own);
    return own;
  };
}

/** The names in the result, by the names in the source and by the blocks that have them. */
interface Targets {
  readonly names: ReadonlyMap<string, string>;
  readonly blocks: ReadonlyMap<TreeBlock, string>;
}

function findTargets(tree: DocumentTree, referred: ReadonlySet<string>): Targets {
  const headings = new Map<TreeBlock, string>(outlineOf(tree).map(({ block, id }) => [block, id]));
  const names = new Map<string, string>();
  const blocks = new Map<TreeBlock, string>();
  const nameFor = createNames(headings.values());
  for (const block of walkDocument(tree)) {
    const wanted = (block.anchors ?? []).filter((name) => referred.has(name) && !names.has(name));
    const [first] = wanted;
    if (first === undefined) continue;
    const own = headings.get(block) ?? nameFor(first);
    blocks.set(block, own);
    for (const name of wanted) names.set(name, own);
  }
  for (const [block, id] of headings) {
    if (names.has(id) || !referred.has(id)) continue;
    names.set(id, id);
    blocks.set(block, id);
  }
  return { names, blocks };
}

function resolvedPiece(piece: Inline, { names }: Targets): Inline {
  const name = targetOf(piece);
  if (name === undefined || piece.kind !== 'text') return piece;
  const target = names.get(name) ?? names.get(decodedName(name));
  if (target === undefined) {
    const { href: _, ...text } = piece;
    return text;
  }
  return { ...piece, href: `#${target}` };
}

/**
 * Points the links inside a document at its blocks: at the id of a heading, which works in Markdown too, or at the name of
 * any other block. A block that links point to gets that as its `id`; links without a target become text.
 */
export function resolveLinks(tree: DocumentTree): DocumentTree {
  const { referred, hasAnchors } = namesIn(tree);
  if (referred.size === 0 && !hasAnchors) return tree;
  const targets = findTargets(tree, referred);

  const resolvedCell = (cell: TreeCell): TreeCell =>
    typeof cell === 'string' ? cell : { ...cell, blocks: cell.blocks.map(resolved) };
  const resolvedItem = (item: ListItem): ListItem => ({ ...item, blocks: item.blocks.map(resolved) });

  function withInside(block: TreeBlock): TreeBlock {
    switch (block.kind) {
      case 'heading':
      case 'paragraph':
        return block.content.some((piece) => targetOf(piece) !== undefined)
          ? { ...block, content: block.content.map((piece) => resolvedPiece(piece, targets)) }
          : block;
      case 'list':
        return { ...block, items: block.items.map(resolvedItem) };
      case 'table':
        return { ...block, rows: block.rows.map((row) => row.map(resolvedCell)) };
      case 'quote':
        return { ...block, blocks: block.blocks.map(resolved) };
      default:
        return block;
    }
  }

  function resolved(block: TreeBlock): TreeBlock {
    const own = withInside(block);
    const id = targets.blocks.get(block);
    if (id === undefined && own.anchors === undefined) return own;
    const { anchors: _, ...rest } = own;
    return id === undefined ? rest : { ...rest, id };
  }

  return {
    ...tree,
    blocks: tree.blocks.map(resolved),
    notes: tree.notes.map((note) => note.map(resolved)),
  };
}
