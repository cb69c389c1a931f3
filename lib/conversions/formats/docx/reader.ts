import { passwordOption } from '../../engine/options.ts';
import { reviewOptionNames, reviewOptions } from '../../shared/wordprocessing/review-options.ts';
import { packageReader } from '../../shared/xml/package-reader.ts';

/** Reads DOCX files in one pass over their XML. */
export const docxReader = packageReader({
  name: 'docforge-docx-reader',
  from: ['docx'],
  options: passwordOption.extend(reviewOptions.shape),
  sourceOptions: [...reviewOptionNames, 'password'],
  read: async (bytes, { options, needs }) => {
    const { openOfficeFile } = await import('../../shared/open-encrypted.ts');
    const { readDocx } = await import('./read/read-docx.ts');
    return readDocx(await openOfficeFile(bytes, options.password, 'docx'), needs, options);
  },
});
