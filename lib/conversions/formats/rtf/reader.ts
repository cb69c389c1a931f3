import { declineCorrupt } from '../../engine/decline-corrupt.ts';
import { documentReader } from '../../engine/roles.ts';
import { reviewOptionNames, reviewOptions } from '../../shared/wordprocessing/review-options.ts';

/** Reads Rich Text Format documents. */
export const rtfReader = documentReader({
  name: 'docforge-rtf-reader',
  from: ['rtf'],
  options: reviewOptions,
  sourceOptions: reviewOptionNames,
  read: async (bytes, { options, needs }) => {
    const { readRtf } = await import('./read-rtf.ts');
    return await declineCorrupt(() => readRtf(bytes, needs, options));
  },
});
