import { officePageOptions } from '../../engine/options.ts';
import { documentWriter } from '../../engine/roles.ts';

/** Writes Word documents. */
export const docxWriter = documentWriter({
  name: 'docforge-docx-writer',
  to: ['docx'],
  options: officePageOptions,
  write: async (tree, request) => {
    const { writeSettings } = await import('../../shared/wordprocessing/write-settings.ts');
    const { writeDocx } = await import('./write/write-docx.ts');
    const { bytes, unshown } = writeDocx(tree, await writeSettings(tree, request));
    const warnings =
      unshown > 0
        ? [
            `${unshown} ${unshown === 1 ? 'image was' : 'images were'} replaced by alternative text because Word does not support the format.`,
          ]
        : [];
    return { bytes, warnings };
  },
});
