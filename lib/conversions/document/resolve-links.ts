import type { DocumentTree, Inline, ListItem, TreeBlock, TreeCell } from './document-tree.ts';
import { outlineOf } from './outline.ts';
import type { Slide } from './page-layout.ts';
import { walkDocument } from './walk-blocks.ts';

const targetOf = (piece: Inline): string | undefined =>
  piece.kind === 'text' && piece.href?.startsWith('#') === true ? piece.href.slice(1) : undefined;

const hasLine = (block: TreeBlock): block is TreeBlock & { readonly content: readonly Inline[] } =>
  block.kind === 'heading' || block.kind === 'paragraph';

/** The names as links write them: percent-encoded in addresses, as they are in word processors. */
export function decodedName(name: string): string {
  try {
    return decodeURIComponent(name);
  } catch {
    return name;
  }
}

/** The names that links of the document refer to. */
function referredNames(tree: DocumentTree): Set<string> {
  const names = new Set<string>();
  for (const block of walkDocument(tree))
    if (hasLine(block))
      for (const piece of block.content) {
        const name = targetOf(piece);
        if (name === undefined) continue;
        names.add(name);
        names.add(decodedName(name));
      }
  return names;
}

// What every format accepts as the name of a place: HTML ids, XML names, OpenDocument bookmarks.
const PLAIN_NAME = /^[\p{L}_][\p{L}\p{N}_.-]{0,79}$/u;

/** A name that is unique and that every format accepts. */
function ownName(name: string, taken: ReadonlySet<string>): string {
  // In a book the name is the file's path and the id in it.
  const id = name.slice(name.lastIndexOf('#') + 1);
  const base = PLAIN_NAME.test(id) ? id : `place-${id.replaceAll(/[^\p{L}\p{N}_-]+/gu, '-').slice(0, 60)}`;
  let own = base;
  for (let at = 2; taken.has(own); at += 1) own = `${base}-${at}`;
  return own;
}

/** Where links lead to: names in the source by the name in the result, and the blocks that have one. */
interface Targets {
  readonly names: ReadonlyMap<string, string>;
  readonly blocks: ReadonlyMap<TreeBlock, string>;
}

function findTargets(tree: DocumentTree, referred: ReadonlySet<string>): Targets {
  const headings = new Map<TreeBlock, string>(outlineOf(tree).map(({ block, id }) => [block, id]));
  const names = new Map<string, string>();
  const blocks = new Map<TreeBlock, string>();
  const taken = new Set(headings.values());
  for (const block of walkDocument(tree)) {
    const wanted = (block.anchors ?? []).filter((name) => referred.has(name) && !names.has(name));
    const [first] = wanted;
    if (first === undefined) continue;
    const own = headings.get(block) ?? ownName(first, taken);
    taken.add(own);
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
 * Makes the links inside a document lead to its blocks. A link to a heading gets the heading's id, so that it works in
 * Markdown too; one to any other block a name that the block has in `anchors`. Names without a link are removed, and
 * links to nowhere become text.
 */
export function resolveLinks(tree: DocumentTree): DocumentTree {
  const referred = referredNames(tree);
  const targets = findTargets(tree, referred);

  const resolvedCell = (cell: TreeCell): TreeCell =>
    typeof cell === 'string' ? cell : { ...cell, blocks: cell.blocks.map(resolved) };
  const resolvedItem = (item: ListItem): ListItem => ({ ...item, blocks: item.blocks.map(resolved) });
  const resolvedSlide = (slide: Slide<TreeBlock>): Slide<TreeBlock> => ({
    ...slide,
    shapes: slide.shapes.map((shape) => ({ ...shape, blocks: shape.blocks.map(resolved) })),
  });

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
      case 'slide':
        return { ...block, slide: resolvedSlide(block.slide) };
      default:
        return block;
    }
  }

  function resolved(block: TreeBlock): TreeBlock {
    const name = targets.blocks.get(block);
    const own = withInside(block);
    if (name !== undefined) return { ...own, anchors: [name] };
    if (own.anchors === undefined) return own;
    const { anchors: _, ...rest } = own;
    return rest;
  }

  if (referred.size === 0) {
    // Most documents: nothing to lead anywhere, so the blocks stay as they are.
    for (const block of walkDocument(tree)) if (block.anchors !== undefined) return withResolved();
    return tree;
  }
  return withResolved();

  function withResolved(): DocumentTree {
    return {
      ...tree,
      blocks: tree.blocks.map(resolved),
      notes: tree.notes.map((note) => note.map(resolved)),
    };
  }
}
