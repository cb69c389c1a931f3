import * as z from 'zod';

/** Options of engines that read presentations. */
export const slidesOptions = z.strictObject({
  notes: z.boolean().default(true).describe("Includes each slide's speaker notes as a quote below it."),
});
