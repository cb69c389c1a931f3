import { assembleBlocks, type FlatBlock } from '../../document/assemble-blocks.ts';
import type { DocumentTree, TreeBlock } from '../../document/document-tree.ts';
import { createImageStore } from '../../document/image-store.ts';
import { settleLanguages } from '../../document/languages.ts';
import { showsPages } from '../../document/page-layout.ts';
import type { Target } from '../../engine/engine.ts';
import { readOdfBlock } from '../../shared/opendocument/body.ts';
import { createOdfContext, namedStyles } from '../../shared/opendocument/create-context.ts';
import { type OdfPackage, openOdf, readOdfProperties } from '../../shared/opendocument/open-package.ts';
import {
  mastersFurniture,
  type PageMasters,
  readPageMasters,
} from '../../shared/opendocument/page-masters.ts';
import type { OdfStyles } from '../../shared/opendocument/styles.ts';

/** A document and the warnings about it. */
export interface ReadOdf {
  readonly tree: DocumentTree;
  readonly warnings: readonly string[];
}

/** Starts with the default pages, unless the first paragraph chooses others. */
function withPages(blocks: readonly TreeBlock[], masters: PageMasters | undefined): readonly TreeBlock[] {
  const setup = masters?.get('');
  if (setup === undefined || blocks[0]?.kind === 'page_setup') return blocks;
  return [{ kind: 'page_setup', setup }, ...blocks];
}

// Targets whose pages are those of the document, although its layout is not.
const paperTargets: readonly string[] = ['docx', 'odt', 'document'];

/** The size of the pages, and their headers and footers, for targets that have them. */
function pagesOf(odf: OdfPackage, styles: OdfStyles, target: Target | undefined): Partial<DocumentTree> {
  if (target !== undefined && !paperTargets.includes(target.to)) return {};
  // Images of headers are decoration.
  const imageStore = createImageStore({ operation: 'extract', to: 'text' });
  const masters = readPageMasters(createOdfContext(odf, styles, imageStore, () => {}));
  return { paper: masters.get(''), furniture: mastersFurniture(masters) };
}

/**
 * Reads an OpenDocument text document (1.3, part 3). Skips deletions, hidden text, page headers and footers.
 *
 * Throws what {@link openOdf} throws.
 */
export async function readOdt(bytes: Uint8Array, target: Target | undefined): Promise<ReadOdf> {
  const odf = await openOdf(bytes);
  const isLaidOut = showsPages(target);
  const styles = namedStyles(odf, isLaidOut);
  const imageStore = createImageStore(target);
  const warnings = new Set<string>();
  const plain = createOdfContext(odf, styles, imageStore, (warning) => warnings.add(warning), isLaidOut);
  // Before the automatic styles of the content, which have the same names as those of headers.
  const masters = isLaidOut ? readPageMasters(plain) : undefined;
  const around = pagesOf(odf, styles, target);
  const context = { ...plain, masters };
  const flat: FlatBlock[] = [];
  odf.part('content.xml', {
    within: new Set(['office:font-face-decls', 'office:automatic-styles', 'office:text']),
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
    ...settleLanguages({ blocks: withPages(assembleBlocks(flat), masters), notes: context.notes }),
    images: imageStore.images,
    pages,
    ...around,
    ...(context.comments.length === 0 ? {} : { comments: context.comments }),
  };
  return { tree, warnings: [...warnings, ...imageStore.warnings()] };
}
