import { officePageOptions } from '../../engine/page-setup.ts';
import { documentWriter } from '../../engine/roles.ts';
import { writeSettings } from '../../shared/wordprocessing/write-settings.ts';

/** Writes OpenDocument text documents. */
export const odtWriter = documentWriter({
  name: 'docforge-odt-writer',
  to: ['odt'],
  options: officePageOptions,
  write: async (tree, request) => {
    const { writeOdt } = await import('./write-odt.ts');
    return { bytes: writeOdt(tree, await writeSettings(tree, request)) };
  },
});
