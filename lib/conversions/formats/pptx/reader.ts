import { declineCorrupt } from '../../engine/decline-corrupt.ts';
import { documentReader } from '../../engine/roles.ts';
import { slidesOptions } from '../../shared/slides/options.ts';
import { zipLimits } from '../../shared/zip/open-zip.ts';
import { readPptx } from './read-pptx.ts';

/** Reads PPTX presentations. */
export const pptxReader = documentReader({
  name: 'docforge-pptx-reader',
  package: 'saxes',
  from: ['pptx'],
  options: slidesOptions,
  limits: { maxUnpackedBytes: zipLimits.maxUnpackedBytes },
  read: (bytes, { options: { notes }, target }) => declineCorrupt(() => readPptx(bytes, { notes, target })),
});
