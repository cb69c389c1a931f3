import { nameTable } from '../../base/name-table.ts';
import type { TextSink } from '../../base/result-size.ts';
import { cleanText } from '../../document/clean-text.ts';
import type { DocumentTree, Inline, TreeBlock } from '../../document/document-tree.ts';
import { type Mark, type MarkNode, markTree } from '../../document/mark-tree.ts';
import { mergeRuns } from '../../document/merge-runs.ts';
import { safeHref } from '../../document/safe-href.ts';

/** What the places of a document are called where it is written to. */
export interface HtmlPlaces {
  /** Address of a picture by its index; undefined where its alternative text stands for it. */
  readonly imageAddress: (image: number) => string | undefined;
  /** The identifier of a heading, where it has one. */
  readonly headingId: (block: TreeBlock) => string | undefined;
  /** Where a link inside the document leads, by its name without `#`; undefined where there is no such place. */
  readonly localAddress: (name: string) => string | undefined;
  /** Address of a note by its index, and the identifier of the reference to it; none where a file has no notes. */
  readonly noteAddress: (note: number) => string;
  /** A formula in MathML; undefined where its TeX stands for it. */
  readonly formula: (tex: string, isDisplay: boolean) => string | undefined;
}

const signs: Readonly<Record<string, string>> = nameTable({
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
});

/** Text as it stands in HTML and XML, in elements and in quoted attributes. */
export const escapeHtml = (text: string): string =>
  cleanText(text).replaceAll(/[&<>"]/g, (sign) => signs[sign] ?? sign);

const tags: Readonly<Record<Mark, string>> = {
  bold: 'strong',
  italic: 'em',
  underline: 'u',
  strike: 's',
  superscript: 'sup',
  subscript: 'sub',
  code: 'code',
};
const marks: readonly Mark[] = ['bold', 'italic', 'underline', 'strike', 'superscript', 'subscript', 'code'];

/** A text that is being written: its parts are added to `out`. */
export interface HtmlWriting {
  readonly tree: DocumentTree;
  readonly places: HtmlPlaces;
  readonly out: TextSink;
  /** Notes that were referred to already: an identifier stands once. */
  readonly referred: Set<number>;
}

const PIXELS_PER_POINT = 96 / 72;

function imageTag(piece: Extract<Inline, { kind: 'image' }>, { tree, places }: HtmlWriting): string {
  const address = places.imageAddress(piece.image);
  if (address === undefined) return escapeHtml(piece.alt);
  const image = tree.images[piece.image];
  const [width, height] =
    piece.widthPoints !== undefined
      ? [piece.widthPoints * PIXELS_PER_POINT, (piece.heightPoints ?? 0) * PIXELS_PER_POINT]
      : [image?.widthPixels ?? 0, image?.heightPixels ?? 0];
  const size = Object.entries({ width, height })
    .filter(([, length]) => length >= 1)
    .map(([name, length]) => ` ${name}="${Math.round(length)}"`);
  return `<img src="${escapeHtml(address)}" alt="${escapeHtml(piece.alt)}"${size.join('')}/>`;
}

function writePiece(piece: Inline, writing: HtmlWriting): void {
  const { out, places, referred } = writing;
  switch (piece.kind) {
    case 'text':
      out.push(escapeHtml(piece.text));
      break;
    case 'line_break':
      out.push('<br/>');
      break;
    case 'image':
      out.push(imageTag(piece, writing));
      break;
    case 'math':
      out.push(
        places.formula(piece.tex, piece.display === true) ??
          `<code class="math">${escapeHtml(piece.tex)}</code>`,
      );
      break;
    case 'note': {
      const number = piece.note + 1;
      const id = referred.has(piece.note) ? '' : ` id="ref-${number}"`;
      referred.add(piece.note);
      out.push(
        `<sup><a${id} role="doc-noteref" href="${escapeHtml(places.noteAddress(piece.note))}">${number}</a></sup>`,
      );
    }
  }
}

function writeNodes(nodes: readonly MarkNode[], writing: HtmlWriting): void {
  for (const node of nodes) {
    if (node.kind === 'piece') {
      writePiece(node.piece, writing);
      continue;
    }
    const [name, attributes] =
      node.kind === 'link' ? ['a', ` href="${escapeHtml(node.href)}"`] : [tags[node.mark], ''];
    writing.out.push(`<${name}${attributes}>`);
    writeNodes(node.nodes, writing);
    writing.out.push(`</${name}>`);
  }
}

/** Adds text with its marks, links, pictures, formulas and references to notes. */
export function writeInline(content: readonly Inline[], writing: HtmlWriting): void {
  const nodes = markTree(mergeRuns(content), marks, (href) => {
    const address = safeHref(href);
    return address?.startsWith('#') ? writing.places.localAddress(address.slice(1)) : address;
  });
  writeNodes(nodes, writing);
}
