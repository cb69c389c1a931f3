import { packageReader } from '../../shared/xml/package-reader.ts';
import { reviewOptions } from './read/review-options.ts';

/** Reads DOCX files in one pass over their XML. */
export const docxReader = packageReader({
  name: 'docforge-docx-reader',
  from: ['docx'],
  options: reviewOptions,
  sourceOptions: ['tracked_changes', 'comments'],
  read: async (bytes, { options, target }) => {
    const { readDocx } = await import('./read/read-docx.ts');
    return readDocx(bytes, target, options);
  },
});
