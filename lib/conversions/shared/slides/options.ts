import * as z from 'zod';
import { hiddenOption, passwordOption } from '../../engine/options.ts';

/** Options of engines that read presentations. */
export const slidesOptions = z.strictObject({
  ...passwordOption.shape,
  notes: z
    .boolean()
    .optional()
    .describe(
      "Includes each slide's speaker notes as a quote below it. Default: true, except in a PDF and in images of pages.",
    ),
  hidden: hiddenOption,
});
