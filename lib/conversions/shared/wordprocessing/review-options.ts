import * as z from 'zod';
import { hiddenOption } from '../../engine/options.ts';

/** What to read of a text document that may be under review. */
export const reviewOptions = z.strictObject({
  tracked_changes: z
    .enum(['final', 'original', 'marked'])
    .default('final')
    .describe(
      'Tracked changes: "final" accepts them, "original" rejects them, "marked" shows both, with insertions underlined and deletions struck through.',
    ),
  comments: z
    .enum(['omit', 'notes'])
    .default('omit')
    .describe(
      'Comments: "omit" leaves them out, "notes" writes them as notes. Extract "document" always lists them.',
    ),
  hidden: hiddenOption,
});

/** The names of {@link reviewOptions}, which choose what is read. */
export const reviewOptionNames = ['tracked_changes', 'comments', 'hidden'] as const;

/** Parsed options of {@link reviewOptions}. */
export type ReviewOptions = z.output<typeof reviewOptions>;

/** Returns the options of a document of which nothing else is asked for. */
export const noReview = (): ReviewOptions => reviewOptions.parse({});

/** Which tracked changes to read. */
export type Changes = ReviewOptions['tracked_changes'];
