import type { DocumentTree } from './document-tree.ts';
import { drawMetafiles } from './draw-metafiles.ts';
import { checkDocumentSize } from './measure-blocks.ts';
import { resolveLinks } from './resolve-links.ts';

/**
 * Completes a document as its reader left it: resolves its links and draws its metafiles. Enforces the limits of documents
 * before anything walks through the blocks: throws ConversionError `too_complex`.
 */
export async function completeDocument(
  tree: DocumentTree,
): Promise<{ readonly tree: DocumentTree; readonly warnings: readonly string[] }> {
  checkDocumentSize(tree);
  return await drawMetafiles(resolveLinks(tree));
}
