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
    .describe('Maximum number of tokens in a chunk, in the o200k_base encoding.'),
  overlap: z
    .int()
    .min(0)
    .max(2048)
    .default(0)
    .describe(
      'Number of tokens that each chunk repeats from the end of the previous chunk, starting at a sentence. At most half of "max_tokens".',
    ),
  context: z
    .boolean()
    .default(false)
    .describe('Starts each chunk with the headings above it, such as "Manual > Install".'),
});
