import { textOptions } from '../../engine/options.ts';
import { documentReader } from '../../engine/roles.ts';

/** Reads Markdown documents. Embedded HTML is read as in a web page. */
export const markdownReader = documentReader({
  name: 'markdown-it-markdown-reader',
  package: 'markdown-it',
  from: ['markdown'],
  options: textOptions,
  read: async (bytes, request) => {
    const { readMarkdownFile } = await import('./read-markdown-file.ts');
    return await readMarkdownFile(bytes, request);
  },
  warm: async () => {
    const { loadMarkdown } = await import('./parse-markdown.ts');
    await Promise.all([loadMarkdown(), import('./read-markdown-file.ts')]);
  },
});
