import * as z from 'zod';
import { passwordOption } from '../../engine/options.ts';
import { slidesOptions } from '../../shared/slides/options.ts';
import { packageReader } from '../../shared/xml/package-reader.ts';

/** Reads OpenDocument presentations, such as those of LibreOffice Impress. */
export const odpReader = packageReader({
  name: 'docforge-odp-reader',
  from: ['odp'],
  options: z.strictObject({ ...passwordOption.shape, ...slidesOptions.shape }),
  sourceOptions: ['password'],
  read: async (bytes, { options: { notes, password }, target }) => {
    const { openOpenDocumentFile } = await import('../../shared/open-encrypted.ts');
    const { readOdp } = await import('./read-odp.ts');
    return readOdp(await openOpenDocumentFile(bytes, password), { notes, target });
  },
});
