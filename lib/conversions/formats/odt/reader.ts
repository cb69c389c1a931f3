import * as z from 'zod';
import { hiddenOption, passwordOption } from '../../engine/options.ts';
import { reviewOptionNames, reviewOptions } from '../../shared/wordprocessing/review-options.ts';
import { packageReader } from '../../shared/xml/package-reader.ts';

/** Reads OpenDocument text documents, such as those of LibreOffice Writer. */
export const odtReader = packageReader({
  name: 'docforge-odt-reader',
  from: ['odt'],
  options: z.strictObject({ ...passwordOption.shape, ...reviewOptions.shape, hidden: hiddenOption }),
  sourceOptions: [...reviewOptionNames, 'hidden', 'password'],
  read: async (bytes, { options, needs }) => {
    const { openOpenDocumentFile } = await import('../../shared/open-encrypted.ts');
    const { readOdt } = await import('./read-odt.ts');
    const file = await openOpenDocumentFile(bytes, options.password);
    return readOdt(file, needs, options, options.hidden === 'keep');
  },
});
