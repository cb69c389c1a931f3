import * as z from 'zod';
import { hiddenOption } from '../../engine/options.ts';
import { slidesOptions } from '../../shared/slides/options.ts';

/** What to read of a PPTX file. */
export const pptxOptions = z.strictObject({ ...slidesOptions.shape, hidden: hiddenOption });
