import * as z from 'zod';

/** What to read of a document that is under review. */
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

/** The same, with defaults. */
export type ReviewOptions = z.output<typeof reviewOptions>;
