import { textOptions } from '../../engine/options.ts';
import { documentReader } from '../../engine/roles.ts';

/** Reads JSON as an indented listing. */
export const jsonListing = documentReader({
  name: 'docforge-indented-json-reader',
  from: ['json'],
  options: textOptions,
  read: async (bytes, request) => {
    const { listJson } = await import('./list-json.ts');
    return await listJson(bytes, request);
  },
});
