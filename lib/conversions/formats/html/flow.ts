import { withAnchors } from '../../document/anchors.ts';
import type { Inline, TextStyle, TreeBlock } from '../../document/document-tree.ts';
import type { ParagraphLook, RunLook } from '../../document/look.ts';

type Paragraph = Extract<TreeBlock, { kind: 'paragraph' }>;

/** Text style and link target. */
export type HtmlTextStyle = TextStyle & {
  readonly href?: string | undefined;
  /** Undefined if the target keeps no look. */
  readonly look?: RunLook | undefined;
};

/** Blocks read so far, and the current line. */
export interface Flow {
  readonly blocks: TreeBlock[];
  line: Inline[];
  /** Style of the last text run in the line, compared by identity. */
  style: HtmlTextStyle | undefined;
  /** Whether leading white space of the next text collapses. */
  endsInSpace: boolean;
  align: Paragraph['align'];
  look: ParagraphLook | undefined;
  /** Link targets that belong to the next block. */
  anchors: string[];
}

export const createFlow = (align?: Paragraph['align'], look?: ParagraphLook): Flow => ({
  blocks: [],
  line: [],
  style: undefined,
  endsInSpace: true,
  align,
  look,
  anchors: [],
});

/** The properties of a look that are set; undefined if none is. */
function lookIn(look: RunLook | undefined): RunLook | undefined {
  const set = Object.entries(look ?? {}).filter(([, value]) => value !== undefined);
  return set.length === 0 ? undefined : Object.fromEntries(set);
}

/** Adds text; runs of white space become one space (WHATWG HTML 15.3.1, CSS Text 4.1.1). */
export function addText(flow: Flow, text: string, style: HtmlTextStyle): void {
  let own = text.replaceAll(/[\t\n\f\r ]+/g, ' ');
  if (flow.endsInSpace && own.startsWith(' ')) own = own.slice(1);
  if (own === '') return;
  const last = flow.line.at(-1);
  if (last?.kind === 'text' && flow.style === style) {
    flow.line[flow.line.length - 1] = { ...last, text: last.text + own };
  } else {
    const { look, ...others } = style;
    const shown = lookIn(look);
    flow.line.push({ kind: 'text', text: own, ...others, ...(shown === undefined ? {} : { look: shown }) });
    flow.style = style;
  }
  flow.endsInSpace = own.endsWith(' ');
}

/** Adds inline content. */
export function addPiece(flow: Flow, piece: Inline): void {
  if (piece.kind === 'text') {
    addText(flow, piece.text, { href: piece.href });
    return;
  }
  flow.line.push(piece);
  flow.style = undefined;
  flow.endsInSpace = piece.kind === 'line_break';
}

const isBlank = (piece: Inline): boolean =>
  piece.kind === 'line_break' || (piece.kind === 'text' && piece.text.trim() === '');

/** Trims breaks and spaces from both ends of a line. */
function trimmed(line: readonly Inline[]): Inline[] {
  let from = 0;
  let to = line.length;
  for (let piece = line[from]; piece !== undefined && isBlank(piece); piece = line[from]) from += 1;
  for (let piece = line[to - 1]; to > from && piece !== undefined && isBlank(piece); piece = line[to - 1])
    to -= 1;
  return line.slice(from, to).map((piece, at, all): Inline => {
    if (piece.kind !== 'text') return piece;
    const isLast = at === all.length - 1 || all[at + 1]?.kind === 'line_break';
    const isFirst = at === 0;
    if (!isLast && !isFirst) return piece;
    const text = isLast ? piece.text.replace(/ $/, '') : piece.text;
    return { ...piece, text: isFirst ? text.replace(/^ /, '') : text };
  });
}

/** Splits a line at two or more consecutive breaks, which some pages use instead of paragraphs. */
function* partsOf(line: readonly Inline[]): Generator<readonly Inline[]> {
  let from = 0;
  for (let at = 0; at < line.length; at += 1) {
    if (line[at]?.kind !== 'line_break') continue;
    let beyond = at + 1;
    let breaks = 1;
    for (let next = line[beyond]; next !== undefined && isBlank(next); next = line[beyond]) {
      if (next.kind === 'line_break') breaks += 1;
      beyond += 1;
    }
    if (breaks > 1) {
      yield line.slice(from, at);
      from = beyond;
    }
    at = beyond - 1;
  }
  yield line.slice(from);
}

/** Removes the current line from the flow. */
export function takeLine(flow: Flow): Inline[][] {
  const parts = [...partsOf(flow.line)].map(trimmed).filter((part) => part.length > 0);
  flow.line = [];
  flow.style = undefined;
  flow.endsInSpace = true;
  return parts;
}

/** Ends the current line. It becomes a paragraph unless it is blank. */
export function flush(flow: Flow): void {
  if (flow.line.length === 0) return;
  const { align, look } = flow;
  for (const content of takeLine(flow)) {
    const block: Paragraph = {
      kind: 'paragraph',
      content,
      ...(align === undefined ? {} : { align }),
      ...(look === undefined ? {} : { look }),
    };
    flow.blocks.push(withAnchors(block, flow.anchors));
    flow.anchors = [];
  }
}

/** Gives the pending link targets to the block at an index, if there is one. */
export function putAnchors(flow: Flow, at: number): void {
  const block = flow.blocks[at];
  if (block === undefined || flow.anchors.length === 0) return;
  flow.blocks[at] = withAnchors(block, flow.anchors);
  flow.anchors = [];
}
