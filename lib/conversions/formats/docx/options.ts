import * as z from 'zod';
import { hiddenOption, passwordOption } from '../../engine/options.ts';
import { reviewOptions } from '../../shared/wordprocessing/review-options.ts';

/** What to read of a DOCX file. */
export const docxOptions = z.strictObject({
  ...passwordOption.shape,
  ...reviewOptions.shape,
  hidden: hiddenOption,
});

/** The same, with defaults. */
export type DocxOptions = z.output<typeof docxOptions>;
