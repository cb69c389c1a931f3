import { textOptions } from '../../engine/options.ts';
import { documentReader } from '../../engine/roles.ts';

/** Reads Org documents of Emacs as it exports them. Includes no files and runs no code. */
export const orgReader = documentReader({
  name: 'docforge-org-reader',
  from: ['org'],
  options: textOptions,
  read: async (bytes, request) => {
    const { readOrg } = await import('./read-org.ts');
    return await readOrg(bytes, request);
  },
});
