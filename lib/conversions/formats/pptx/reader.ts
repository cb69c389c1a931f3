import { packageReader } from '../../shared/xml/package-reader.ts';
import { pptxOptions } from './options.ts';

/** Reads PPTX presentations. */
export const pptxReader = packageReader({
  name: 'docforge-pptx-reader',
  from: ['pptx'],
  options: pptxOptions,
  // LibreOffice reads ppt for this engine, and has no option for hidden text.
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
