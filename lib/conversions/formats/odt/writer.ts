import { officePageOptions } from '../../engine/options.ts';
import { documentWriter } from '../../engine/roles.ts';

/** Writes OpenDocument text documents. */
export const odtWriter = documentWriter({
  name: 'docforge-odt-writer',
  to: ['odt'],
  options: officePageOptions,
  write: async (tree, request) => {
    const { writeSettings } = await import('../../shared/wordprocessing/write-settings.ts');
    const { writeOdt } = await import('./write-odt.ts');
    return { bytes: writeOdt(tree, await writeSettings(tree, request)) };
  },
});
