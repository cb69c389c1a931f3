import { countEach } from '../../base/count-of.ts';
import type { DocumentTree } from '../../document/document-tree.ts';
import type { ImageStore } from '../../document/image-store.ts';
import type { DocumentResult } from '../../engine/roles.ts';
import { leftOutWarning } from '../../shared/left-out-parts.ts';
import { framesWarnings } from './frames.ts';
import { SCRIPTS_WARNING } from './needs-scripts.ts';
import type { ReadHtml } from './read-html.ts';

/** What a page of a document has that its blocks do not show. */
export type PageLosses = Pick<ReadHtml, 'leftOut'> & Partial<Pick<ReadHtml, 'frames' | 'needsScripts'>>;

/** The warnings about what the pages of one document have that is missing in it. */
export const pageWarnings = (pages: readonly PageLosses[]): string[] => [
  ...framesWarnings(pages.flatMap(({ frames = [] }) => frames)),
  ...leftOutWarning(countEach(pages.flatMap(({ leftOut }) => leftOut))),
  ...(pages.some(({ needsScripts }) => needsScripts === true) ? [SCRIPTS_WARNING] : []),
];

/** The result of reading a document of HTML or Markdown, which has no pages. */
export const pageResult = (
  document: Omit<DocumentTree, 'hub' | 'images' | 'page_count'>,
  { images, warnings: imageWarnings }: Pick<ImageStore, 'images' | 'warnings'>,
  warnings: readonly string[],
): DocumentResult => ({
  tree: { hub: 'document', ...document, images, page_count: null },
  warnings: [...warnings, ...imageWarnings()],
});
