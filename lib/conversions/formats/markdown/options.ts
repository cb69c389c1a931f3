import * as z from 'zod';

/** Options for writing Markdown. */
export const markdownWriteOptions = z.strictObject({
  images: z
    .enum(['names', 'none', 'embed', 'files'])
    .default('names')
    .describe(
      'How to return images: by the names that extract "images" gives them (names), only their alternative text (none), embedded in the file (embed), or as files in a zip (files).',
    ),
  page_markers: z
    .boolean()
    .default(false)
    .describe(
      'Write a comment such as <!-- page 3 --> before what each page or slide begins with, if the format has pages.',
    ),
});
