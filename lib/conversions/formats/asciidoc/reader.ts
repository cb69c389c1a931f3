import { textOptions } from '../../engine/options.ts';
import { documentReader } from '../../engine/roles.ts';

/** Reads AsciiDoc documents. Files that they include are left out. */
export const asciidocReader = documentReader({
  name: 'asciidoctor-asciidoc-reader',
  package: '@asciidoctor/core',
  from: ['asciidoc'],
  options: textOptions,
  read: async (bytes, request) => {
    const { readAsciidoc } = await import('./read-asciidoc.ts');
    return await readAsciidoc(bytes, request);
  },
});
