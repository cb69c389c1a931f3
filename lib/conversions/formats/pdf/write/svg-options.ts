import * as z from 'zod';
import { archiveOptions } from '../../../engine/options.ts';
import { placementOptions } from './placement-options.ts';

/** Options for converting drawings to PDF. */
export const svgPdfOptions = z.strictObject({ ...placementOptions.shape, ...archiveOptions.shape });

/** Parsed {@link svgPdfOptions}. */
export type SvgPdfOptions = z.output<typeof svgPdfOptions>;
