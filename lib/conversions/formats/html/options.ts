import * as z from 'zod';
import { textOptions } from '../../engine/options.ts';

/** Options for reading a web page. */
export const htmlReadOptions = z.strictObject({
  ...textOptions.shape,
  main_content: z
    .boolean()
    .default(false)
    .describe(
      'Reads only the main article, like the reader view of a browser, or the whole page if it finds none. Skips the alternative text of images that are not in the file.',
    ),
});
