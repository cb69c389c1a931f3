import { slidesOptions } from '../../shared/slides/options.ts';
import { packageReader } from '../../shared/xml/package-reader.ts';

/** Reads OpenDocument presentations, such as those of LibreOffice Impress. */
export const odpReader = packageReader({
  name: 'docforge-odp-reader',
  from: ['odp'],
  options: slidesOptions,
  sourceOptions: ['password'],
  read: async (bytes, { options: { notes, hidden, password }, needs }) => {
    const { openOpenDocumentFile } = await import('../../shared/open-encrypted.ts');
    const { readOdp } = await import('./read-odp.ts');
    const file = await openOpenDocumentFile(bytes, password);
    return readOdp(file, { notes, needs, keepsHidden: hidden === 'keep' });
  },
});
