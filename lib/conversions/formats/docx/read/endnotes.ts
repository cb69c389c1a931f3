import { formatNumber } from '../../../base/number-formats.ts';
import type { FlatBlock } from '../../../document/assemble-blocks.ts';
import { type Inline, type TreeBlock, textRun } from '../../../document/document-tree.ts';

/** The numbers of endnotes by their index in the document's notes, in the order of their first reference. */
export type Endnotes = Map<number, number>;

/** Returns the mark of an endnote, such as a raised `iv`. */
export function endnoteMark(endnotes: Endnotes, note: number): Inline {
  const number = endnotes.get(note) ?? endnotes.size + 1;
  endnotes.set(note, number);
  return textRun(formatNumber(number, 'lowerRoman'), { superscript: true });
}

/** An endnote with its mark before its text. */
function marked(mark: Inline, [first, ...rest]: readonly TreeBlock[]): TreeBlock[] {
  if (first?.kind !== 'paragraph' && first?.kind !== 'heading')
    return [{ kind: 'paragraph', content: [mark] }, ...(first === undefined ? [] : [first, ...rest])];
  return [{ ...first, content: [mark, textRun(' '), ...first.content] }, ...rest];
}

/** The endnotes on pages of their own after the text, as in LibreOffice. */
export function endnoteBlocks(
  endnotes: Endnotes,
  notes: readonly (readonly TreeBlock[])[],
): readonly FlatBlock[] {
  if (endnotes.size === 0) return [];
  const blocks = [...endnotes.keys()].flatMap((note) =>
    marked(endnoteMark(endnotes, note), notes[note] ?? []),
  );
  return [{ kind: 'page_break' } as const, ...blocks].map((block) => ({ kind: 'block', block }));
}
