import { type Inline, inlineText, type TreeBlock } from '../../document/document-tree.ts';
import { dropStart } from './join-lines.ts';
import { raisedMarkOf } from './raised-mark.ts';
import type { TextBlock } from './text-blocks.ts';
import type { TextLine } from './text-line.ts';

// A mark follows a word or its punctuation, but not a variable, of which it would be the exponent.
const BEFORE_MARK =
  /(?:\p{L}\p{Ll}|\p{L}{3}|\d\p{L}|[.,;:!?)\]"'”’»…]|\p{Script=Han}|\p{Script=Hiragana}|\p{Script=Katakana})\s*$/u;
// A mark on the line: `1 See` or `* See`.
const PLAIN_MARK = /^(\d{1,3}|[*∗†‡§¶‖]{1,3})(?=[\s\p{Lu}"“])/u;

/** Returns the mark at the start of a line in small print. */
const markOf = (line: TextLine): string | undefined =>
  raisedMarkOf(line) ?? PLAIN_MARK.exec(line.text.trimStart())?.[1];

/** Returns the mark at the start of the content of a note. */
export function markOfContent(content: readonly Inline[]): string | undefined {
  const [first] = content;
  const isRaised = first?.kind === 'text' && first.superscript === true;
  return isRaised ? first.text.trim() : PLAIN_MARK.exec(inlineText(content))?.[1];
}

/** A footnote: its mark, and its blocks. */
export interface Footnote {
  readonly mark: string;
  readonly blocks: readonly TextBlock[];
}

/** Returns the raised marks after words in a block, in text order. */
const marksIn = ({ lines }: TextBlock): string[] =>
  lines.flatMap((line, row) =>
    line.spans.flatMap((span, at) => {
      const before = at > 0 ? line.spans[at - 1]?.text : lines[row - 1]?.text;
      return span.superscript && before !== undefined && BEFORE_MARK.test(before)
        ? span.text.split(',').map((mark) => mark.trim())
        : [];
    }),
  );

/**
 * Finds the footnotes in a page's small print: blocks whose marks are raised in the page's text, and blocks without a mark that
 * continue a footnote's sentence. Also returns the rest of the small print.
 */
export function footnotesOf(
  body: readonly TextBlock[],
  smallPrint: readonly TextBlock[],
  endsSentence: (text: string) => boolean,
) {
  const marks = new Set(body.flatMap(marksIn));
  const notes: { readonly mark: string; readonly blocks: TextBlock[] }[] = [];
  const others: TextBlock[] = [];
  let open: TextBlock[] | undefined;
  for (const block of smallPrint) {
    const [first] = block.lines;
    const mark = first === undefined ? undefined : markOf(first);
    if (mark !== undefined && marks.delete(mark)) {
      open = [block];
      notes.push({ mark, blocks: open });
    } else if (
      mark === undefined &&
      open !== undefined &&
      !endsSentence(open.at(-1)?.lines.at(-1)?.text ?? '')
    )
      open.push(block);
    else {
      open = undefined;
      others.push(block);
    }
  }
  return { notes, others };
}

/** Replaces the first marks in the content of a block by references to their notes, and removes those marks from `open`. */
export function withReferences(content: readonly Inline[], open: Map<string, number>): Inline[] {
  let before = '';
  return content.flatMap((inline): Inline[] => {
    const text = inline.kind === 'text' ? inline.text : '';
    const isRaised = inline.kind === 'text' && inline.superscript === true && BEFORE_MARK.test(before);
    const marks = isRaised ? text.split(',').map((mark) => mark.trim()) : [];
    if (marks.length === 0 || !marks.every((mark) => open.has(mark))) {
      before = text;
      return [inline];
    }
    return marks.flatMap((mark): Inline[] => {
      const note = open.get(mark);
      open.delete(mark);
      return note === undefined ? [] : [{ kind: 'note', note }];
    });
  });
}

/** Returns a footnote's blocks without its mark. */
export const noteBlocks = (
  { mark, blocks }: Footnote,
  toContent: (block: TextBlock) => Inline[],
  toWhere: (block: TextBlock) => Pick<TreeBlock, 'page' | 'places'>,
): TreeBlock[] =>
  blocks.map((block, at): TreeBlock => {
    const content = toContent(block);
    return {
      kind: 'paragraph',
      content: at === 0 ? dropStart(content, mark.length) : content,
      ...toWhere(block),
    };
  });
