import { assembleBlocks, type FlatBlock } from '../../document/assemble-blocks.ts';
import type { DocumentTree } from '../../document/document-tree.ts';
import { createImageStore } from '../../document/image-store.ts';
import type { Target } from '../../engine/engine.ts';
import { readOdfBlock } from '../../shared/opendocument/body.ts';
import { createOdfContext, namedStyles } from '../../shared/opendocument/create-context.ts';
import { openOdf, readOdfProperties } from '../../shared/opendocument/open-package.ts';

/** A document and the warnings about it. */
export interface ReadOdf {
  readonly tree: DocumentTree;
  readonly warnings: readonly string[];
}

/**
 * Reads an OpenDocument text document (1.3, part 3). Skips deletions, hidden text, comments, page headers and footers.
 *
 * Throws what {@link openOdf} throws.
 */
export async function readOdt(bytes: Uint8Array, target: Target | undefined): Promise<ReadOdf> {
  const odf = await openOdf(bytes);
  const styles = namedStyles(odf);
  const pictures = createImageStore(target);
  const warnings = new Set<string>();
  const context = createOdfContext(odf, styles, pictures, (warning) => warnings.add(warning));
  const flat: FlatBlock[] = [];
  odf.part('content.xml', {
    within: new Set(['office:automatic-styles', 'office:text']),
    take: (element, parent) => {
      if (parent === 'office:text') for (const block of readOdfBlock(element, context)) flat.push(block);
      else styles.add(element);
    },
  });
  const { info, pages } = readOdfProperties(odf);
  const tree: DocumentTree = {
    hub: 'document',
    fileType: 'odt',
    info,
    blocks: assembleBlocks(flat),
    notes: context.notes,
    images: pictures.images,
    pages,
  };
  return { tree, warnings: [...warnings, ...pictures.warnings()] };
}
