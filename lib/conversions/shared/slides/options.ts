import * as z from 'zod';

/** Options of engines that read presentations. */
export const slidesOptions = z.strictObject({
  notes: z
    .boolean()
    .optional()
    .describe(
      "Includes each slide's speaker notes as a quote below it. Default: true, except in a PDF and in images of pages.",
    ),
});
