import { declineCorrupt } from '../../engine/decline-corrupt.ts';
import { documentReader } from '../../engine/roles.ts';
import { slidesOptions } from '../../shared/slides/options.ts';
import { zipLimits } from '../../shared/zip/open-zip.ts';
import { readOdp } from './read-odp.ts';

/** Reads OpenDocument presentations, such as those of LibreOffice Impress. */
export const odpReader = documentReader({
  name: 'docforge-odp-reader',
  package: 'saxes',
  from: ['odp'],
  options: slidesOptions,
  limits: { maxUnpackedBytes: zipLimits.maxUnpackedBytes },
  read: (bytes, { options: { notes }, target }) => declineCorrupt(() => readOdp(bytes, { notes, target })),
});
