import type { DocumentTree } from '../../document/document-tree.ts';
import type { ImageStore } from '../../document/image-store.ts';
import type { DocumentResult } from '../../engine/roles.ts';

/** The result of reading a document of HTML or Markdown, which has no pages. */
export const pageResult = (
  document: Omit<DocumentTree, 'hub' | 'images' | 'pages'>,
  { images, warnings: imageWarnings }: Pick<ImageStore, 'images' | 'warnings'>,
  warnings: readonly string[],
): DocumentResult => ({
  tree: { hub: 'document', ...document, images, pages: null },
  warnings: [...warnings, ...imageWarnings()],
});
