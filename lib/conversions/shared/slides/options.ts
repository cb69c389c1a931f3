import * as z from 'zod';
import { hiddenOption, passwordOption } from '../../engine/options.ts';

/** Options of engines that read presentations. */
export const slidesOptions = z.strictObject({
  ...passwordOption.shape,
  notes: z
    .boolean()
    .optional()
    .describe(
      "Adds each slide's speaker notes as a quote below the slide. Default: true, except in PDFs and images of pages.",
    ),
  hidden: hiddenOption,
});
