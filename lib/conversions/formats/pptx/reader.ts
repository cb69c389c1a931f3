import { packageReader } from '../../shared/xml/package-reader.ts';
import { pptxOptions } from './options.ts';

/** Reads PPTX presentations. */
export const pptxReader = packageReader({
  name: 'docforge-pptx-reader',
  from: ['pptx'],
  options: pptxOptions,
  sourceOptions: ['hidden'],
  read: async (bytes, { options: { notes, hidden }, target }) => {
    const { readPptx } = await import('./read-pptx.ts');
    return readPptx(bytes, { notes, target, keepsHidden: hidden === 'keep' });
  },
});
