import * as z from 'zod';
import { headerRowOptions, sheetOptions } from '../../workbook/sheet-options.ts';

/** Options for writing a workbook as JSON. */
export const jsonWriteOptions = z.strictObject({ ...sheetOptions.shape, ...headerRowOptions.shape });
