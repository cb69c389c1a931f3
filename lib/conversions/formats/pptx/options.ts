import * as z from 'zod';
import { hiddenOption, passwordOption } from '../../engine/options.ts';
import { slidesOptions } from '../../shared/slides/options.ts';

/** What to read of a PPTX file. */
export const pptxOptions = z.strictObject({
  ...passwordOption.shape,
  ...slidesOptions.shape,
  hidden: hiddenOption,
});
