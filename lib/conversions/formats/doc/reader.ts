import { declineCorrupt } from '../../engine/decline-corrupt.ts';
import { documentReader } from '../../engine/roles.ts';
import { reviewOptionNames, reviewOptions } from '../../shared/wordprocessing/review-options.ts';

/** Reads Word 97 to 2003 documents. */
export const docReader = documentReader({
  name: 'docforge-doc-reader',
  from: ['doc'],
  options: reviewOptions,
  sourceOptions: reviewOptionNames,
  read: async (bytes, { options, needs }) => {
    const { readDoc } = await import('./read-doc.ts');
    return await declineCorrupt(() => readDoc(bytes, needs, options));
  },
});
