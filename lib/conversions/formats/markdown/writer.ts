import { documentWriter } from '../../engine/roles.ts';
import { markdownWriteOptions } from './options.ts';

/** Writes documents as GitHub Flavored Markdown. */
export const markdownWriter = documentWriter({
  name: 'docforge-markdown-writer',
  to: ['markdown'],
  extracts: ['markdown'],
  options: markdownWriteOptions,
  namesImages: ({ images }) => images === 'names' || images === 'none',
  write: async (tree, request) => {
    const { writeMarkdownFile } = await import('./write-markdown-file.ts');
    return await writeMarkdownFile(tree, request);
  },
  warm: async () => {
    await import('./write-markdown-file.ts');
  },
});
