import { workbookWriter } from '../../engine/roles.ts';
import { csvWriteOptions, type Delimited } from './options.ts';

/** A writer of one file, or of a ZIP with a file for each sheet. */
const delimitedWriter = <const To extends Delimited>(to: To) =>
  workbookWriter({
    name: `docforge-${to}-writer`,
    to: [to],
    options: csvWriteOptions,
    write: async (workbook, request) => {
      const { writeCsv } = await import('./write-csv.ts');
      return await writeCsv(workbook, request);
    },
    warm: async () => {
      await import('./write-csv.ts');
    },
  });

/** Writes workbooks to comma-separated values. */
export const csvWriter = delimitedWriter('csv');

/** Writes workbooks to tab-separated values. */
export const tsvWriter = delimitedWriter('tsv');
