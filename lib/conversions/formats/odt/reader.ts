import { reviewOptionNames, reviewOptions } from '../../shared/wordprocessing/review.ts';
import { packageReader } from '../../shared/xml/package-reader.ts';

/** Reads OpenDocument text documents, such as those of LibreOffice Writer. */
export const odtReader = packageReader({
  name: 'docforge-odt-reader',
  from: ['odt'],
  options: reviewOptions,
  sourceOptions: reviewOptionNames,
  read: async (bytes, { options, target }) => {
    const { readOdt } = await import('./read-odt.ts');
    return readOdt(bytes, target, options);
  },
});
