import type { OutlineEntry } from '../../document/outline.ts';
import type { HtmlPlaces } from '../html/write-inline.ts';

/** How a book is written. */
export interface WriteEpubOptions {
  readonly outline: readonly OutlineEntry[];
  readonly toc: boolean;
  readonly title: string;
  readonly language: string | null;
  readonly isRightToLeft: boolean;
  readonly formula: HtmlPlaces['formula'];
  /** Maximum size of the result in bytes. */
  readonly maxBytes?: number | undefined;
}
