import { reviewOptionNames, reviewOptions } from '../../shared/wordprocessing/review.ts';
import { packageReader } from '../../shared/xml/package-reader.ts';

/** Reads DOCX files in one pass over their XML. */
export const docxReader = packageReader({
  name: 'docforge-docx-reader',
  from: ['docx'],
  options: reviewOptions,
  sourceOptions: reviewOptionNames,
  read: async (bytes, { options, target }) => {
    const { readDocx } = await import('./read/read-docx.ts');
    return readDocx(bytes, target, options);
  },
});
