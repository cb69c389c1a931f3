import { declineCorrupt } from '../../engine/decline-corrupt.ts';
import { noOptions } from '../../engine/options.ts';
import { documentReader } from '../../engine/roles.ts';
import { zipLimits } from '../../shared/zip/open-zip.ts';
import { readDocx } from './read/read-docx.ts';

/** Reads DOCX files in one pass over their XML. */
export const docxReader = documentReader({
  name: 'docforge-docx-reader',
  package: 'saxes',
  from: ['docx'],
  options: noOptions,
  limits: { maxUnpackedBytes: zipLimits.maxUnpackedBytes },
  read: (bytes, { target }) => declineCorrupt(() => readDocx(bytes, target)),
});
