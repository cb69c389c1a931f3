import { reviewOptionNames } from '../../shared/wordprocessing/review-options.ts';
import { packageReader } from '../../shared/xml/package-reader.ts';
import { docxOptions } from './options.ts';

/** Reads DOCX files in one pass over their XML. */
export const docxReader = packageReader({
  name: 'docforge-docx-reader',
  from: ['docx'],
  options: docxOptions,
  sourceOptions: [...reviewOptionNames, 'hidden', 'password'],
  read: async (bytes, { options, needs }) => {
    const { openOfficeFile } = await import('../../shared/open-encrypted.ts');
    const { readDocx } = await import('./read/read-docx.ts');
    return readDocx(await openOfficeFile(bytes, options.password, 'docx'), needs, options);
  },
});
