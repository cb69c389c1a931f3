import { assembleBlocks, type FlatBlock } from '../../document/assemble-blocks.ts';
import type { DocumentTree, ReadDocument } from '../../document/document-tree.ts';
import { hiddenWarnings } from '../../document/hidden-text.ts';
import { createImageStore } from '../../document/image-store.ts';
import { settleLanguages } from '../../document/languages.ts';
import type { Needs } from '../../document/needs.ts';
import { leftOutWarnings } from '../../shared/left-out-parts.ts';
import { isPageWhite } from '../../shared/opendocument/backing.ts';
import { addOdfBlock } from '../../shared/opendocument/body.ts';
import { createOdfContext, namedStyles } from '../../shared/opendocument/create-context.ts';
import { type OdfPackage, openOdf, readOdfProperties } from '../../shared/opendocument/open-package.ts';
import { type PageMasters, readPageMasters } from '../../shared/opendocument/page-masters.ts';
import type { OdfStyles } from '../../shared/opendocument/styles.ts';
import { createHiddenTexts } from '../../shared/wordprocessing/hidden-texts.ts';
import { noReview, type ReviewOptions } from '../../shared/wordprocessing/review-options.ts';

/** The pages of the document. Images of headers are decoration. */
function mastersOf(odf: OdfPackage, styles: OdfStyles): PageMasters {
  const imageStore = createImageStore({ images: false });
  return readPageMasters(createOdfContext(odf, styles, imageStore, () => {}));
}

/** The size of the pages, and their headers and footers, if they are needed. */
function pagesOf(odf: OdfPackage, styles: OdfStyles, needs: Needs): Partial<DocumentTree> {
  if (!needs.paper) return {};
  const { paper, furniture } = mastersOf(odf, styles);
  return { paper, furniture: furniture.list() };
}

/**
 * Reads an OpenDocument text document (1.3, part 3). Skips deletions, hidden text, and page headers and footers (unless there is
 * nothing else).
 *
 * Throws what {@link openOdf} throws.
 */
export async function readOdt(
  bytes: Uint8Array,
  needs: Needs,
  review: ReviewOptions = noReview(),
): Promise<ReadDocument> {
  const odf = await openOdf(bytes);
  const hidden = createHiddenTexts(review.hidden === 'keep', () => isPageWhite(odf));
  const styles = namedStyles(odf);
  const imageStore = createImageStore(needs);
  const warnings = new Set<string>();
  const context = createOdfContext(
    odf,
    styles,
    imageStore,
    (warning) => warnings.add(warning),
    review,
    hidden,
  );
  // Before the automatic styles of the content, which have the same names as those of headers.
  const around = pagesOf(odf, styles, needs);
  const flat: FlatBlock[] = [];
  odf.part('content.xml', {
    within: new Set(['office:font-face-decls', 'office:automatic-styles', 'office:text']),
    take: (element, parent) => {
      if (parent === 'office:text') addOdfBlock(element, context, flat);
      else styles.add(element);
    },
  });
  const text = assembleBlocks(flat);
  // With the styles of headers only: the content has automatic styles of the same names.
  const shown = text.length === 0 ? mastersOf(odf, namedStyles(odf)).furniture.blocks : text;
  const tree: DocumentTree = {
    hub: 'document',
    format: 'odt',
    ...readOdfProperties(odf),
    ...settleLanguages({ blocks: shown, notes: context.notes }),
    images: imageStore.images,
    ...around,
    ...(context.comments.length === 0 ? {} : { comments: context.comments }),
    hidden_text: hidden.list(),
  };
  return {
    tree,
    warnings: [
      ...warnings,
      ...hiddenWarnings(hidden.list()),
      ...leftOutWarnings(odf.archive.names),
      ...imageStore.warnings(),
    ],
  };
}
