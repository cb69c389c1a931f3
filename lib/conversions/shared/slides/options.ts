import * as z from 'zod';

/** Options of everything that reads a presentation. */
export const slidesOptions = z.strictObject({
  notes: z.boolean().default(true).describe("The speaker's notes of each slide, as a quote under it."),
});
