import { noOptions } from '../../engine/options.ts';
import { documentWriter } from '../../engine/roles.ts';

/** Writes documents as plain text. */
export const textWriter = documentWriter({
  name: 'docforge-text-writer',
  to: ['text'],
  options: noOptions,
  write: async (tree) => {
    const { writeText } = await import('./write-text.ts');
    return await writeText(tree);
  },
});
