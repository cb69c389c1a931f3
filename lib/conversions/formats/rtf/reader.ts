import { declineCorrupt } from '../../engine/decline-corrupt.ts';
import { noOptions } from '../../engine/options.ts';
import { documentReader } from '../../engine/roles.ts';

/** Reads Rich Text Format documents. */
export const rtfReader = documentReader({
  name: 'docforge-rtf-reader',
  from: ['rtf'],
  options: noOptions,
  read: async (bytes, { target }) => {
    const { readRtf } = await import('./read-rtf.ts');
    return await declineCorrupt(() => readRtf(bytes, target));
  },
});
