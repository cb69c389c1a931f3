import * as z from 'zod';
import { pageSizes } from '../../../engine/options.ts';

type PaperName = keyof typeof pageSizes;

const paperNames = Object.keys(pageSizes).filter((name): name is PaperName => Object.hasOwn(pageSizes, name));

/** Options for placing images on pages. */
export const placementOptions = z.strictObject({
  page_size: z
    .enum(paperNames)
    .optional()
    .describe('Paper size. Larger images are scaled down to fit. Default: the size of the image.'),
  landscape: z.boolean().optional().describe('Landscape orientation. Default: the orientation of the image.'),
  margin: z.number().min(0).max(60).default(0).describe('Margin on all four sides, in millimetres.'),
});
