import type { TextSink } from '../../base/result-size.ts';
import type { DocumentTree, Inline, TreeBlock } from '../../document/document-tree.ts';
import { mergeRuns } from '../../document/merge-runs.ts';
import { type Mark, type MarkNode, nestStyles } from '../../document/nested-styles.ts';
import { safeHref } from '../../document/safe-href.ts';
import { escapeMarkup } from '../../shared/markup/escape-markup.ts';

/** URLs and ids of a document in its output format. */
export interface HtmlPlaces {
  /** Returns the URL of an image by index; undefined to write its alternative text instead. */
  readonly imageAddress: (image: number) => string | undefined;
  /** Returns the id of a heading, if it has one. */
  readonly headingId: (block: TreeBlock) => string | undefined;
  /** Resolves an internal link, given without `#`. Returns undefined if its target does not exist. */
  readonly localAddress: (name: string) => string | undefined;
  /** Whether links may lead to other files; those of a book only to its own (EPUB 3.3, 3.6). */
  readonly allowsRelative: boolean;
  /** Returns the URL of a note by index. */
  readonly noteAddress: (note: number) => string;
  /** Converts a formula to MathML. Returns undefined to write its TeX instead. */
  readonly formula: (tex: string, isDisplay: boolean) => string | undefined;
}

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

/** Context for writing HTML to `out`. */
export interface HtmlWriting {
  readonly tree: DocumentTree;
  readonly places: HtmlPlaces;
  readonly out: TextSink;
  /** Notes already referenced: only the first reference gets an id. */
  readonly referred: Set<number>;
}

const PIXELS_PER_POINT = 96 / 72;

function imageTag(piece: Extract<Inline, { kind: 'image' }>, { places }: HtmlWriting): string {
  const address = places.imageAddress(piece.image);
  if (address === undefined) return escapeMarkup(piece.alt);
  const { width = 0, height = 0 } = piece;
  const size = Object.entries({ width, height: width === 0 ? 0 : height })
    .map(([name, points]) => [name, points * PIXELS_PER_POINT] as const)
    .filter(([, pixels]) => pixels >= 1)
    .map(([name, pixels]) => ` ${name}="${Math.round(pixels)}"`);
  return `<img src="${escapeMarkup(address)}" alt="${escapeMarkup(piece.alt)}"${size.join('')}/>`;
}

function writePiece(piece: Inline, writing: HtmlWriting): void {
  const { out, places, referred } = writing;
  switch (piece.kind) {
    case 'text':
      out.push(escapeMarkup(piece.text));
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
          `<code class="math">${escapeMarkup(piece.tex)}</code>`,
      );
      break;
    case 'note': {
      const number = piece.note + 1;
      const id = referred.has(piece.note) ? '' : ` id="ref-${number}"`;
      referred.add(piece.note);
      out.push(
        `<sup><a${id} role="doc-noteref" href="${escapeMarkup(places.noteAddress(piece.note))}">${number}</a></sup>`,
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
      node.kind === 'link' ? ['a', ` href="${escapeMarkup(node.href)}"`] : [tags[node.mark], ''];
    writing.out.push(`<${name}${attributes}>`);
    writeNodes(node.nodes, writing);
    writing.out.push(`</${name}>`);
  }
}

/** Writes inline content: text, links, images, formulas and note references. */
export function writeInline(content: readonly Inline[], writing: HtmlWriting): void {
  const nodes = nestStyles(mergeRuns(content), marks, (href) => {
    const address = safeHref(href, { allowRelative: writing.places.allowsRelative });
    return address?.startsWith('#') ? writing.places.localAddress(address.slice(1)) : address;
  });
  writeNodes(nodes, writing);
}
