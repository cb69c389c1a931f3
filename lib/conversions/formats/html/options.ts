import * as z from 'zod';
import { textOptions } from '../../engine/options.ts';

/** Options for reading a web page. */
export const htmlReadOptions = z.strictObject({
  ...textOptions.shape,
  main_content: z
    .boolean()
    .default(false)
    .describe(
      'Read only the article of the page, as the reader view of a browser would; without the alternative texts of images that are not in the file; the whole page if none is found.',
    ),
});
