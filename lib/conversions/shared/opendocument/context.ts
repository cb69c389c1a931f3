import type { PendingAnchors } from '../../document/anchors.ts';
import type { FlatBlock } from '../../document/assemble-blocks.ts';
import type { DocumentBudget } from '../../document/document-limits.ts';
import type { Comment } from '../../document/document-model.ts';
import type { TreeBlock } from '../../document/document-tree.ts';
import type { ImageStore } from '../../document/image-store.ts';
import type { Backing, HiddenTexts } from '../wordprocessing/hidden-texts.ts';
import type { XmlElement } from '../xml/element.ts';
import type { OdfPackage } from './open-package.ts';
import type { Remarks } from './remarks.ts';
import type { OdfStyles } from './styles.ts';
import type { TrackedChanges } from './tracked-changes.ts';

/** State shared by all parts of the OpenDocument reader. */
export interface OdfContext {
  readonly odf: OdfPackage;
  readonly styles: OdfStyles;
  readonly imageStore: ImageStore;
  /** Notes in reference order; the index is reserved before the note is read. */
  readonly notes: TreeBlock[][];
  readonly anchors: PendingAnchors;
  /** Remarks of readers, in the order of the text. */
  readonly comments: Comment[];
  readonly remarks: Remarks;
  /** Whether comments become notes. */
  readonly writesComments: boolean;
  readonly tracked: TrackedChanges;
  readonly hidden: HiddenTexts;
  /** What is behind the text. */
  readonly backing: Backing;
  /** Limits what repeated blanks and charts in several frames may add. */
  readonly budget: DocumentBudget;
  readonly page: number | undefined;
  /** Table nesting depth. */
  readonly tableDepth: number;
  /** Current heading numbers by level. */
  readonly headingNumbers: (number | undefined)[];
  /** Last number per list style and level, from which another list may continue. */
  readonly listNumbers: Map<string, number>;
  readonly warn: (warning: string) => void;
  /** Reads paragraphs, lists and tables. Passed down because boxes, notes and cells may contain all of these. */
  readonly readBlocks: (parent: XmlElement, context: OdfContext) => FlatBlock[];
}
