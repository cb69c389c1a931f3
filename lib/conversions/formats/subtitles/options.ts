import * as z from 'zod';
import { textOptions } from '../../engine/options.ts';

/** Options for reading subtitles. */
export const subtitleOptions = z.strictObject({
  ...textOptions.shape,
  timestamps: z
    .boolean()
    .default(false)
    .describe('Starts each paragraph with the time at which its text appears, such as 00:01:05.'),
});
