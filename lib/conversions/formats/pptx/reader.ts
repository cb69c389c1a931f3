import { slidesOptions } from '../../shared/slides/options.ts';
import { packageReader } from '../../shared/xml/package-reader.ts';

/** Reads PPTX presentations. */
export const pptxReader = packageReader({
  name: 'docforge-pptx-reader',
  from: ['pptx'],
  options: slidesOptions,
  sourceOptions: ['password'],
  read: async (bytes, { options: { notes, hidden, password }, needs }) => {
    const { openOfficeFile } = await import('../../shared/open-encrypted.ts');
    const { readPptx } = await import('./read-pptx.ts');
    return readPptx(await openOfficeFile(bytes, password, 'pptx'), {
      notes,
      needs,
      keepsHidden: hidden === 'keep',
    });
  },
});
