import type { FormatsRow } from '../../lib/conversions/routing/formats-table.ts';

const images: readonly string[] = ['png', 'jpeg', 'webp', 'tiff', 'gif', 'avif'];

/** How a result differs from one file of the target format. */
type ResultNote = {
  readonly text: string;
  /** Whether that is so without options. */
  readonly isUsual: boolean;
};

const usual = (text: string): ResultNote => ({ text, isUsual: true });
const optional = (text: string): ResultNote => ({ text, isUsual: false });

/** How the result of a pair can differ from one file of the target format; undefined if it never does. */
export function resultNote({ from, operation, to, options, engines }: FormatsRow): ResultNote | undefined {
  const has = (name: string): boolean => Object.hasOwn(Object(options.properties), name);
  const archive = 'the result is a ZIP archive';
  if (operation === 'extract' && to === 'images') return usual('A ZIP archive of the image files.');
  if (has('tables_as'))
    return optional(`With \`tables_as: "csv"\`, several tables are a ZIP archive of csv files.`);
  if (to === 'csv' || to === 'tsv')
    return usual(
      `A ${to} file, or a ZIP archive of them if there are several sheets or tables. \`sheet\` selects one.`,
    );
  if (has('split_every'))
    return optional(`With \`split_every\` or \`split_ranges\`, ${archive} of the parts.`);
  if (has('images')) return optional(`With \`images: "files"\`, ${archive} of the text and its images.`);
  if (!images.includes(to) || !has('pages')) return undefined;
  if (engines[0]?.includes('chromium') === true)
    return usual(
      `One image of the whole page. If it is printed on several pages, as with \`page_size\`, ${archive} of their images.`,
    );
  if (images.includes(from) && from !== 'tiff')
    return optional(
      `Of an animation, the first frame is converted. If \`pages\` selects several frames, ${archive}.`,
    );
  return usual('An image, or a ZIP archive of images if there are several pages.');
}
