import { slidesOptions } from '../../shared/slides/options.ts';
import { packageReader } from '../../shared/xml/package-reader.ts';

/** Reads OpenDocument presentations, such as those of LibreOffice Impress. */
export const odpReader = packageReader({
  name: 'docforge-odp-reader',
  from: ['odp'],
  options: slidesOptions,
  read: async (bytes, { options: { notes }, target }) => {
    const { readOdp } = await import('./read-odp.ts');
    return readOdp(bytes, { notes, target });
  },
});
