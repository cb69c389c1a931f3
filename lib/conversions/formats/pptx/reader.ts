import { slidesOptions } from '../../shared/slides/options.ts';
import { packageReader } from '../../shared/xml/package-reader.ts';

/** Reads PPTX presentations. */
export const pptxReader = packageReader({
  name: 'docforge-pptx-reader',
  from: ['pptx'],
  options: slidesOptions,
  read: async (bytes, { options: { notes }, target }) => {
    const { readPptx } = await import('./read-pptx.ts');
    return readPptx(bytes, { notes, target });
  },
});
