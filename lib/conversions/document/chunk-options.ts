import * as z from 'zod';

// The input limit of common embedding models, and enough context for an answer.
const DEFAULT_TOKENS = 512;

/** Options of `extract` to chunks. */
export const chunkOptions = z.strictObject({
  max_tokens: z
    .int()
    .min(32)
    .max(8192)
    .default(DEFAULT_TOKENS)
    .describe('Tokens of a chunk at most, in the o200k_base encoding.'),
  overlap: z
    .int()
    .min(0)
    .max(2048)
    .default(0)
    .describe(
      'Tokens at the end of a chunk that the next one repeats, from the start of a sentence; at most half of max_tokens.',
    ),
  context: z
    .boolean()
    .default(false)
    .describe('Start the text of each chunk with the headings above it, such as "Manual > Install".'),
});
