import type { Inline, TextStyle } from './document-tree.ts';

/** A text style, as a wrapper around runs that share it. */
export type Mark = keyof TextStyle;

/** A piece with its index in the line, or pieces that share a link or a style. */
export type MarkNode =
  | { readonly kind: 'piece'; readonly piece: Inline; readonly at: number }
  | { readonly kind: 'mark'; readonly mark: Mark; readonly nodes: readonly MarkNode[] }
  | { readonly kind: 'link'; readonly href: string; readonly nodes: readonly MarkNode[] };

const has = (piece: Inline | undefined, mark: Mark): boolean =>
  piece?.kind === 'text' && piece[mark] === true;

function firstBeyond(from: number, end: number, belongs: (at: number) => boolean): number {
  let at = from;
  while (at < end && belongs(at)) at += 1;
  return at;
}

/** Nests styles: at each piece, the style that covers the most following pieces becomes the outer one. */
function nestMarks(
  content: readonly Inline[],
  from: number,
  end: number,
  marks: readonly Mark[],
): MarkNode[] {
  const nodes: MarkNode[] = [];
  let at = from;
  while (at < end) {
    const piece = content[at];
    if (piece === undefined) break;
    let mark: Mark | undefined;
    let to = at;
    for (const candidate of marks) {
      const reach = firstBeyond(at, end, (other) => has(content[other], candidate));
      if (reach > to) {
        mark = candidate;
        to = reach;
      }
    }
    if (mark === undefined) {
      nodes.push({ kind: 'piece', piece, at });
      at += 1;
      continue;
    }
    const chosen = mark;
    const inner = marks.filter((other) => other !== chosen);
    nodes.push({ kind: 'mark', mark, nodes: nestMarks(content, at, to, inner) });
    at = to;
  }
  return nodes;
}

/**
 * Nests the styles of a line in each other and in links; adjacent pieces with the same one share a node. `hrefOf`
 * returns the address to write, or undefined for text without a link.
 */
export function nestStyles(
  content: readonly Inline[],
  marks: readonly Mark[],
  hrefOf: (href: string) => string | undefined,
): MarkNode[] {
  const hrefs = content.map((piece) =>
    piece.kind === 'text' && piece.href !== undefined ? hrefOf(piece.href) : undefined,
  );
  const nodes: MarkNode[] = [];
  let at = 0;
  while (at < content.length) {
    const href = hrefs[at];
    const to = firstBeyond(at, content.length, (other) => hrefs[other] === href);
    const inner = nestMarks(content, at, to, marks);
    if (href === undefined) for (const node of inner) nodes.push(node);
    else nodes.push({ kind: 'link', href, nodes: inner });
    at = to;
  }
  return nodes;
}
