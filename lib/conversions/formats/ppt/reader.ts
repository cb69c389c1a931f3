import { declineCorrupt } from '../../engine/decline-corrupt.ts';
import { hiddenOption } from '../../engine/options.ts';
import { documentReader } from '../../engine/roles.ts';
import { slidesOptions } from '../../shared/slides/options.ts';

/** Reads PowerPoint 97 to 2003 presentations. */
export const pptReader = documentReader({
  name: 'docforge-ppt-reader',
  from: ['ppt'],
  // LibreOffice's pptx also has bold and italic text, links and the numbers of lists.
  loss: 2,
  options: slidesOptions.extend({ hidden: hiddenOption }),
  sourceOptions: ['hidden'],
  read: async (bytes, { options: { notes, hidden }, needs }) => {
    const { readPpt } = await import('./read-ppt.ts');
    return await declineCorrupt(() => readPpt(bytes, { notes, needs, keepsHidden: hidden === 'keep' }));
  },
});
