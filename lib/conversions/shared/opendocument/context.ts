import type { FlatBlock } from '../../document/assemble-blocks.ts';
import type { DocumentBudget } from '../../document/document-limits.ts';
import type { TreeBlock } from '../../document/document-tree.ts';
import type { PictureStore } from '../../document/picture-store.ts';
import type { XmlElement } from '../xml/element.ts';
import type { OdfPackage } from './open-package.ts';
import type { OdfStyles } from './styles.ts';

/** What every part of the reader of OpenDocument needs. */
export interface OdfContext {
  readonly odf: OdfPackage;
  readonly styles: OdfStyles;
  readonly pictures: PictureStore;
  /** Notes in the order they are referred to; a note is filled after its place is taken. */
  readonly notes: TreeBlock[][];
  /** What repeated blanks, and charts that several frames refer to, may still make. */
  readonly budget: DocumentBudget;
  readonly page: number | undefined;
  /** Tables around what is read. */
  readonly tableDepth: number;
  /** Numbers of headings so far, by level. */
  readonly headingNumbers: (number | undefined)[];
  /** The last number of a list style's level, which another list may go on from. */
  readonly listNumbers: Map<string, number>;
  readonly warn: (warning: string) => void;
  /** Reads paragraphs, lists and tables; handed down, since boxes, notes and cells hold what holds them. */
  readonly readBlocks: (parent: XmlElement, context: OdfContext) => FlatBlock[];
}
