import { documentReader } from '../../engine/roles.ts';
import { MAX_PDF_PAGES } from './limits.ts';
import { pdfReadOptions } from './read-options.ts';

// After every other route, however long: a searched object may be an older version of a page.
const LAST = 6;

/** Reads PDFs that no other engine can open: finds their objects, rewrites the file and reads that. */
export const pdfRepair = documentReader({
  name: 'liteparse-repaired-pdf-reader',
  package: '@llamaindex/liteparse',
  from: ['pdf'],
  loss: LAST,
  options: pdfReadOptions,
  sourceOptions: ['password'],
  limits: { maxPages: MAX_PDF_PAGES },
  read: async (bytes, request) => {
    const { readRepaired } = await import('./read-repaired.ts');
    return await readRepaired(bytes, request);
  },
  direct: {
    to: ['text'],
    write: async (bytes, request) => {
      const { writeRepairedText } = await import('./read-repaired.ts');
      return await writeRepairedText(bytes, request);
    },
  },
});
