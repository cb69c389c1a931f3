import type { OfficeJob } from '../office-program.ts';

/** A document that loads the code of most conversions. */
export const warmDocument: OfficeJob = {
  input: Buffer.from('{\\rtf1\\ansi Ready}'),
  from: 'rtf',
  to: 'pdf',
  filterData: {},
};
