import * as z from 'zod';

/** Options for writing Markdown. */
export const markdownWriteOptions = z.strictObject({
  images: z
    .enum(['names', 'none', 'embed', 'files'])
    .default('names')
    .describe(
      'Images: "names" refers to them by the file names of extract "images", "none" keeps only their alternative text, "embed" embeds them, "files" returns a ZIP file with the text and the images.',
    ),
  page_markers: z
    .boolean()
    .default(false)
    .describe(
      'Writes a comment such as <!-- page 3 --> at the start of each page or slide, if the format has pages.',
    ),
});
