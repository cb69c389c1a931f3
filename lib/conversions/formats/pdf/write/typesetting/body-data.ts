import type { DocumentTree } from '../../../../document/document-tree.ts';
import { ConversionError } from '../../../../errors.ts';
import { blocksData, groupRotated } from './block-data.ts';
import type { Frame, LayoutContext } from './layout-context.ts';
import type { PageData } from './page-data.ts';
import type { BlockData } from './typst-data.ts';

/** The content of a document for the template. */
interface BodyData {
  readonly blocks: readonly BlockData[];
  readonly notes: readonly (readonly BlockData[])[];
}

const NOTE_SCALE = 0.85;

/** The lengths between the margins of a page. */
export const pageRoom = ({ width, height, left, right, top, bottom }: PageData) => ({
  width: width - left - right,
  rotatedWidth: height - left - right,
  height: height - top - bottom,
});

/**
 * Converts a document and its referenced notes for the template. Throws ConversionError `too_complex`, and `empty_document`
 * if nothing remains to be shown.
 */
export function bodyData(
  { blocks, notes }: Pick<DocumentTree, 'blocks' | 'notes'>,
  context: LayoutContext,
): BodyData {
  const frame: Frame = { room: context.width, size: context.fontSize, depth: 0 };
  const shown = groupRotated(blocksData(blocks, frame, context));
  const inNote: Frame = { ...frame, size: context.fontSize * NOTE_SCALE, isNote: true };
  // The blocks are converted first: they record which notes they reference.
  const shownNotes = notes.map((note, index) =>
    context.seen.notes.has(index) ? blocksData(note, inNote, context) : [],
  );
  if (shown.length === 0)
    throw new ConversionError(
      'empty_document',
      'The document has no content that can be written to a PDF. Check that the file is complete.',
    );
  return { blocks: shown, notes: shownNotes };
}
