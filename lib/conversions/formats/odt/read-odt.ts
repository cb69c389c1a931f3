import { assembleBlocks, type FlatBlock } from '../../document/assemble-blocks.ts';
import { createDocumentBudget } from '../../document/document-limits.ts';
import type { DocumentTree, TreeBlock } from '../../document/document-tree.ts';
import { createImageStore, type ImageStore } from '../../document/image-store.ts';
import type { Target } from '../../engine/engine.ts';
import { readOdfBlock, readOdfBlocks } from '../../shared/opendocument/body.ts';
import type { OdfContext } from '../../shared/opendocument/context.ts';
import { type OdfPackage, openOdf, readOdfProperties } from '../../shared/opendocument/open-package.ts';
import { createOdfStyles, type OdfStyles } from '../../shared/opendocument/styles.ts';
import { descend, elementsOf } from '../../shared/xml/element.ts';

/** A document that was read, and what is to be told about it. */
export interface ReadOdf {
  readonly tree: DocumentTree;
  readonly warnings: readonly string[];
}

/** The named styles of a document. */
export function namedStyles(odf: OdfPackage): OdfStyles {
  const styles = createOdfStyles();
  const root = odf.optionalPart('styles.xml');
  for (const style of elementsOf(descend(root, 'office:automatic-styles'))) styles.add(style);
  for (const style of elementsOf(descend(root, 'office:styles'))) styles.add(style);
  return styles;
}

/** What a reader of OpenDocument begins with. */
export function createOdfContext(
  odf: OdfPackage,
  styles: OdfStyles,
  pictures: ImageStore,
  warn: (warning: string) => void,
): OdfContext {
  const notes: TreeBlock[][] = [];
  return {
    odf,
    styles,
    pictures,
    notes,
    budget: createDocumentBudget(),
    page: undefined,
    tableDepth: 0,
    headingNumbers: [],
    listNumbers: new Map(),
    warn,
    readBlocks: readOdfBlocks,
  };
}

/**
 * Reads a text of OpenDocument (1.3, part 3). Left out: deletions, hidden text, comments, heads and feet of pages.
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
