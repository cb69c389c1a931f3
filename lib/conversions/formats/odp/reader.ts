import { slidesOptions } from '../../shared/slides/options.ts';
import { packageReader } from '../../shared/xml/package-reader.ts';
import { readOdp } from './read-odp.ts';

/** Reads OpenDocument presentations, such as those of LibreOffice Impress. */
export const odpReader = packageReader({
  name: 'docforge-odp-reader',
  from: ['odp'],
  options: slidesOptions,
  read: (bytes, { options: { notes }, target }) => readOdp(bytes, { notes, target }),
});
