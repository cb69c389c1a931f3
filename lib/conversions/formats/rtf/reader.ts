import { declineCorrupt } from '../../engine/decline-corrupt.ts';
import { hiddenOption } from '../../engine/options.ts';
import { documentReader } from '../../engine/roles.ts';
import { reviewOptionNames, reviewOptions } from '../../shared/wordprocessing/review-options.ts';

/** Reads Rich Text Format documents. */
export const rtfReader = documentReader({
  name: 'docforge-rtf-reader',
  from: ['rtf'],
  options: reviewOptions.extend({ hidden: hiddenOption }),
  sourceOptions: [...reviewOptionNames, 'hidden'],
  read: async (bytes, { options, needs }) => {
    const { readRtf } = await import('./read-rtf.ts');
    return await declineCorrupt(() => readRtf(bytes, needs, options, options.hidden === 'keep'));
  },
});
