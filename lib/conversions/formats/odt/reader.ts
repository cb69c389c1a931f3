import { declineCorrupt } from '../../engine/decline-corrupt.ts';
import { noOptions } from '../../engine/options.ts';
import { documentReader } from '../../engine/roles.ts';
import { zipLimits } from '../../shared/zip/open-zip.ts';
import { readOdt } from './read-odt.ts';

/** Reads OpenDocument text documents, such as those of LibreOffice Writer. */
export const odtReader = documentReader({
  name: 'docforge-odt-reader',
  package: 'saxes',
  from: ['odt'],
  options: noOptions,
  limits: { maxUnpackedBytes: zipLimits.maxUnpackedBytes },
  read: (bytes, { target }) => declineCorrupt(() => readOdt(bytes, target)),
});
