import { workbookReader } from '../../engine/roles.ts';
import { MAX_CELLS } from '../../workbook/limits.ts';
import { csvReadOptions, type Delimited } from './options.ts';

/**
 * Reads delimited text (RFC 4180 and its common variants). Written for the project: libraries record every stray quotation mark
 * of a damaged file, which takes gigabytes for a file of 25 MB.
 */
const delimitedReader = <const From extends Delimited>(from: From) =>
  workbookReader({
    name: `docforge-${from}-reader`,
    from: [from],
    options: csvReadOptions,
    limits: { maxCells: MAX_CELLS },
    read: async (bytes, request) => {
      const { readCsv } = await import('./read-csv.ts');
      return await readCsv(bytes, request, from);
    },
  });

/** Reads comma-separated values, and those with another delimiter. */
export const csvReader = delimitedReader('csv');

/** Reads tab-separated values. */
export const tsvReader = delimitedReader('tsv');
