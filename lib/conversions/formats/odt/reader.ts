import { passwordOption } from '../../engine/options.ts';
import { reviewOptionNames, reviewOptions } from '../../shared/wordprocessing/review-options.ts';
import { packageReader } from '../../shared/xml/package-reader.ts';

/** Reads OpenDocument text documents, such as those of LibreOffice Writer. */
export const odtReader = packageReader({
  name: 'docforge-odt-reader',
  from: ['odt'],
  options: passwordOption.extend(reviewOptions.shape),
  sourceOptions: [...reviewOptionNames, 'password'],
  read: async (bytes, { options, needs }) => {
    const { openOpenDocumentFile } = await import('../../shared/open-encrypted.ts');
    const { readOdt } = await import('./read-odt.ts');
    const file = await openOpenDocumentFile(bytes, options.password);
    return readOdt(file, needs, options);
  },
});
