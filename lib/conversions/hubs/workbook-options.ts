import * as z from 'zod';
import { headerRowOptions, sheetOptions } from '../workbook/sheet-options.ts';

/** Options for converting a workbook to a document. */
export const workbookOptions = z.strictObject({ ...sheetOptions.shape, ...headerRowOptions.shape });
