import { createPendingAnchors } from '../../document/anchors.ts';
import { createDocumentBudget } from '../../document/document-limits.ts';
import type { Comment } from '../../document/document-model.ts';
import type { TreeBlock } from '../../document/document-tree.ts';
import type { ImageStore } from '../../document/image-store.ts';
import { createHiddenTexts, type HiddenTexts } from '../wordprocessing/hidden-texts.ts';
import { noReview, type ReviewOptions } from '../wordprocessing/review-options.ts';
import { descend, elementsOf } from '../xml/element.ts';
import { readOdfBlocks } from './body.ts';
import type { OdfContext } from './context.ts';
import type { OdfPackage } from './open-package.ts';
import { createRemarks } from './remarks.ts';
import { createOdfStyles, type OdfStyles } from './styles.ts';
import { createTrackedChanges } from './tracked-changes.ts';

/** Reads the named styles of a document (`styles.xml`). */
export function namedStyles(odf: OdfPackage): OdfStyles {
  const styles = createOdfStyles();
  const root = odf.optionalPart('styles.xml');
  for (const style of elementsOf(descend(root, 'office:automatic-styles'))) styles.add(style);
  for (const style of elementsOf(descend(root, 'office:styles'))) styles.add(style);
  return styles;
}

/** The initial state of an OpenDocument reader. */
export function createOdfContext(
  odf: OdfPackage,
  styles: OdfStyles,
  imageStore: ImageStore,
  warn: (warning: string) => void,
  review: ReviewOptions = noReview(),
  hidden: HiddenTexts = createHiddenTexts(false, () => false),
): OdfContext {
  const comments: Comment[] = [];
  const notes: TreeBlock[][] = [];
  return {
    odf,
    styles,
    imageStore,
    notes,
    anchors: createPendingAnchors(),
    comments,
    remarks: createRemarks(comments),
    writesComments: review.comments === 'notes',
    tracked: createTrackedChanges(review.tracked_changes),
    hidden,
    backing: 'page',
    budget: createDocumentBudget(),
    page: undefined,
    tableDepth: 0,
    headingNumbers: [],
    listNumbers: new Map(),
    warn,
    readBlocks: readOdfBlocks,
  };
}
