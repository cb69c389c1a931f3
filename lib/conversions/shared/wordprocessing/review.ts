import * as z from 'zod';
import { type TreeBlock, textRun } from '../../document/document-tree.ts';

/** What to read of a text document that is under review. */
export const reviewOptions = z.strictObject({
  tracked_changes: z
    .enum(['final', 'original', 'marked'])
    .default('final')
    .describe(
      'Tracked changes: the text with all of them (final), without any (original), or both, with insertions underlined and deletions struck through (marked).',
    ),
  comments: z
    .enum(['omit', 'notes'])
    .default('omit')
    .describe('Comments: left out of the text, or written as notes. Extract "document" always lists them.'),
});

/** The names of {@link reviewOptions}, which choose what is read. */
export const reviewOptionNames = ['tracked_changes', 'comments'] as const;

export type ReviewOptions = z.output<typeof reviewOptions>;

/** The options of a document whose review is not asked for. */
export const noReview: ReviewOptions = reviewOptions.parse({});

/** Which tracked changes to read. */
export type Changes = ReviewOptions['tracked_changes'];

/** What tracked changes did to some text. */
export interface ChangeState {
  readonly isInserted: boolean;
  readonly isDeleted: boolean;
}

/** Whether text is in the version that is read. */
export const isInVersion = ({ isInserted, isDeleted }: ChangeState, changes: Changes): boolean =>
  changes === 'marked' || !(changes === 'final' ? isDeleted : isInserted);

/** The style that marks changed text if both versions are read. */
export const changeMark = (
  { isInserted, isDeleted }: ChangeState,
  changes: Changes,
): { readonly underline?: true; readonly strike?: true } =>
  changes === 'marked'
    ? { ...(isInserted ? { underline: true } : {}), ...(isDeleted ? { strike: true } : {}) }
    : {};

/** A comment as a note starts with its author. */
export function commentNote(author: string | null, blocks: readonly TreeBlock[]): TreeBlock[] {
  const [first, ...rest] = blocks;
  if (author === null || author === '') return [...blocks];
  const name = [textRun(`${author}:`, { bold: true }), textRun(' ')];
  return first?.kind === 'paragraph'
    ? [{ ...first, content: [...name, ...first.content] }, ...rest]
    : [{ kind: 'paragraph', content: name }, ...blocks];
}
