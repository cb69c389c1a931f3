import type { PendingAnchors } from '../../../document/anchors.ts';
import type { FlatBlock } from '../../../document/assemble-blocks.ts';
import type { FormField } from '../../../document/document-model.ts';
import type { Inline } from '../../../document/document-tree.ts';
import type { ImageStore } from '../../../document/image-store.ts';
import type { LanguageCounts } from '../../../document/languages.ts';
import type { OfficePackage } from '../../../shared/ooxml/open-package.ts';
import type { RelatedBlocks } from '../../../shared/ooxml/related-blocks.ts';
import { createFieldStack, type FieldStack } from '../../../shared/wordprocessing/fields.ts';
import type { Backing, HiddenTexts } from '../../../shared/wordprocessing/hidden-texts.ts';
import type { Changes } from '../../../shared/wordprocessing/review-options.ts';
import type { XmlElement } from '../../../shared/xml/element.ts';
import type { Comments } from './comments.ts';
import type { EmbeddedDocuments } from './embedded-documents.ts';
import type { Numbering } from './numbering.ts';
import type { Styles } from './styles.ts';

/** Shared state of the DOCX reader. */
export interface DocxContext {
  readonly office: OfficePackage;
  /** The current part, whose relationships resolve identifiers. */
  readonly part: string;
  readonly styles: Styles;
  readonly numbering: Numbering;
  readonly imageStore: ImageStore;
  readonly related: RelatedBlocks;
  readonly fields: FieldStack;
  readonly anchors: PendingAnchors;
  /** Index of a note in the document; undefined if no note has this identifier. */
  readonly noteIndex: (kind: 'footnote' | 'endnote' | 'comment', id: string) => number | undefined;
  /** Which tracked changes to read. */
  readonly changes: Changes;
  readonly comments: Comments;
  /** Whether comments become notes. */
  readonly writesComments: boolean;
  /** Adds a form field of the body; undefined for targets that have none. */
  readonly addFormField?: ((field: FormField | undefined) => void) | undefined;
  /** How text is marked in a row or cell that was inserted or deleted. */
  readonly change?: 'underline' | 'strike' | undefined;
  /** Number of enclosing tables. */
  readonly tableDepth: number;
  readonly hidden: HiddenTexts;
  /** What is behind the text. */
  readonly backing: Backing;
  readonly embedded: EmbeddedDocuments;
  readonly warn: (warning: string) => void;
  /** Reads paragraphs and tables. Passed in the context because text boxes and cells are recursive. */
  readonly readBlocks: (parent: XmlElement, context: DocxContext) => FlatBlock[];
}

/** The context of another part, in which no field is open. */
export const inPart = (context: DocxContext, part: string): DocxContext => ({
  ...context,
  part,
  fields: createFieldStack(),
  addFormField: undefined,
  change: undefined,
  backing: 'page',
});

/** The collected content of a paragraph. */
export interface Line {
  /** Content between page breaks. */
  readonly segments: Inline[][];
  /** Text boxes, charts and diagrams; they are output after the paragraph they are anchored in. */
  readonly boxes: FlatBlock[];
  /** State of the leading checkbox; undefined if the paragraph does not start with one. */
  checkbox: boolean | undefined;
  hasText: boolean;
  /** Number of inlines before the result of a field that started in the last segment. */
  resultAt: number | undefined;
  /** What is behind its text. */
  backing: Backing;
  readonly languages: LanguageCounts;
}

/** An empty line. */
export const createLine = (): Line => ({
  segments: [[]],
  boxes: [],
  checkbox: undefined,
  hasText: false,
  resultAt: undefined,
  backing: 'unknown',
  languages: new Map(),
});

/** Appends non-text content to a line. */
export function addInline(line: Line, inline: Inline): void {
  line.segments.at(-1)?.push(inline);
  line.hasText = true;
}
