import { slidesOptions } from '../../shared/slides/options.ts';
import { packageReader } from '../../shared/xml/package-reader.ts';
import { readPptx } from './read-pptx.ts';

/** Reads PPTX presentations. */
export const pptxReader = packageReader({
  name: 'docforge-pptx-reader',
  from: ['pptx'],
  options: slidesOptions,
  read: (bytes, { options: { notes }, target }) => readPptx(bytes, { notes, target }),
});
