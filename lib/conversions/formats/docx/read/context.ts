import type { FlatBlock } from '../../../document/assemble-blocks.ts';
import type { Inline } from '../../../document/document-tree.ts';
import type { ImageStore } from '../../../document/image-store.ts';
import type { OfficePackage } from '../../../shared/ooxml/open-package.ts';
import type { RelatedBlocks } from '../../../shared/ooxml/related-blocks.ts';
import type { FieldStack } from '../../../shared/wordprocessing/fields.ts';
import type { XmlElement } from '../../../shared/xml/element.ts';
import type { Numbering } from './numbering.ts';
import type { Styles } from './styles.ts';

/** What every part of the reader of a docx needs. */
export interface DocxContext {
  readonly office: OfficePackage;
  /** The part that is read: its relationships are meant by identifiers. */
  readonly part: string;
  readonly styles: Styles;
  readonly numbering: Numbering;
  readonly pictures: ImageStore;
  readonly related: RelatedBlocks;
  readonly fields: FieldStack;
  /** Index of a note among the document's notes; undefined where there is none with this identifier. */
  readonly noteIndex: (kind: 'footnote' | 'endnote', id: string) => number | undefined;
  /** Tables around what is read. */
  readonly tableDepth: number;
  readonly warn: (warning: string) => void;
  /** Reads paragraphs and tables; handed down, since boxes and cells hold what holds them. */
  readonly readBlocks: (parent: XmlElement, context: DocxContext) => FlatBlock[];
}

/** Where the content of a paragraph is collected. */
export interface Line {
  /** Parted by page breaks. */
  readonly segments: Inline[][];
  /** Text boxes, charts and diagrams, which follow the paragraph they are anchored in. */
  readonly boxes: FlatBlock[];
  /** Whether the box before any text is ticked; undefined where the paragraph does not begin with one. */
  checkbox: boolean | undefined;
  hasText: boolean;
}

/** An empty line. */
export const createLine = (): Line => ({ segments: [[]], boxes: [], checkbox: undefined, hasText: false });

/** Adds to a line what is no text. */
export function addInline(line: Line, inline: Inline): void {
  line.segments.at(-1)?.push(inline);
  line.hasText = true;
}
