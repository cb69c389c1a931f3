import type { Format } from '../formats.ts';
import type {
  AttachedFile,
  Comment,
  FormField,
  Furniture,
  HiddenText,
  ModelBlock,
  ModelCell,
  ModelInline,
  ModelItem,
  PagePlace,
  PageSize,
  Section,
} from './document-model.ts';
import type { MetafileType } from './draw-metafiles.ts';
import type { CellLook, ParagraphLook, RunLook, TableLook } from './look.ts';
import type { DocumentInfo } from './result-schemas.ts';

// The tree is the published model (`document-model.ts`) with properties that are not published, and with cells of plain
// text as strings.

type InlineOf<Kind extends ModelInline['kind']> = Extract<ModelInline, { readonly kind: Kind }>;
type BlockOf<Kind extends ModelBlock['kind']> = Extract<ModelBlock, { readonly kind: Kind }>;

/** Style of a text run; undefined properties are inherited. */
export type TextStyle = Omit<InlineOf<'text'>, 'kind' | 'text' | 'href'>;

/** Inline content. `image` and `note` are indexes into the document's `images` and `notes`. */
export type Inline =
  | (InlineOf<'text'> & { readonly look?: RunLook | undefined })
  | Exclude<ModelInline, { readonly kind: 'text' }>;

/** A table cell; plain text is a string. */
export type TreeCell =
  | string
  | (Pick<ModelCell, 'column_span' | 'row_span' | 'align'> & {
      readonly blocks: readonly TreeBlock[];
      readonly look?: CellLook | undefined;
    });

/** A list item; `checked` is set for tasks. */
export type ListItem = Omit<ModelItem, 'blocks'> & {
  readonly blocks: readonly TreeBlock[];
};

/** Names that links inside the document refer to, as `#name`; `resolve-links.ts` replaces them with an `id`. */
interface Anchored {
  readonly anchors?: readonly string[] | undefined;
}

/** Properties of headings and paragraphs. */
interface TreeLine {
  readonly content: readonly Inline[];
  readonly look?: ParagraphLook | undefined;
}

/** The rows and columns of a sheet that a table has, from 0. */
interface SheetGrid {
  readonly sheet: string;
  readonly firstRow: number;
  /** Undefined if its rows follow each other. */
  readonly rows?: readonly number[] | undefined;
  readonly columns: readonly number[];
}

interface TreeTable {
  readonly rows: readonly (readonly TreeCell[])[];
  /** Where its cells are on a page, row by row; undefined for those without text. */
  readonly cellPlaces?: readonly (readonly (PagePlace | undefined)[])[] | undefined;
  /** Of recognized text, from 0 to 1: the mean of the characters of each cell, row by row. */
  readonly cellConfidences?: readonly (readonly (number | undefined)[])[] | undefined;
  readonly look?: TableLook | undefined;
  /** The cells of a sheet that it is. */
  readonly sheetGrid?: SheetGrid | undefined;
}

/** A block of a document, in reading order. Levels of headings may exceed 6. */
export type TreeBlock = Anchored &
  (
    | (Omit<BlockOf<'heading'>, 'content'> & TreeLine)
    | (Omit<BlockOf<'paragraph'>, 'content'> & TreeLine)
    | (Omit<BlockOf<'list'>, 'items'> & { readonly items: readonly ListItem[] })
    | (Omit<BlockOf<'table'>, 'rows'> & TreeTable)
    | (Omit<BlockOf<'quote'>, 'blocks'> & { readonly blocks: readonly TreeBlock[] })
    | BlockOf<'code' | 'rule' | 'page_break'>
  );

/** An image in a document: its bytes as stored in the file, in a type that browsers display. */
export interface TreeImage {
  readonly bytes: Uint8Array;
  readonly mime_type: 'image/png' | 'image/jpeg' | 'image/gif' | 'image/webp' | 'image/svg+xml';
  readonly page?: number | undefined;
  /** The Windows metafile that it is drawn from, for targets that display it themselves. */
  readonly metafile?: { readonly extension: MetafileType; readonly bytes: Uint8Array } | undefined;
}

/** The size of a sheet of paper, in points. */
export interface Paper {
  readonly width: number;
  readonly height: number;
}

/** What a document says of its file. */
export interface TreeFile {
  /** The source format. */
  readonly format: Format;
  readonly metadata: DocumentInfo;
  /** Total number of pages, read or not; null if the format has no pages. */
  readonly page_count: number | null;
}

/**
 * A document in any format, produced by all readers and consumed by all writers. Text contains no markup. `href`
 * contains addresses as written in the file; they are never opened.
 */
export interface DocumentTree extends TreeFile {
  readonly hub: 'document';
  /** Language that the file declares, as BCP 47. */
  readonly language?: string | undefined;
  readonly blocks: readonly TreeBlock[];
  /** Footnotes and endnotes. */
  readonly notes: readonly (readonly TreeBlock[])[];
  readonly images: readonly TreeImage[];
  /** Size of the pages that the file is to be printed on, in points: that of its first section. */
  readonly paper?: Paper | undefined;
  /** Size of text that has no size in its look, in points. Default: that of the target. */
  readonly textSize?: number | undefined;
  readonly pages?: readonly PageSize[] | undefined;
  readonly comments?: readonly Comment[] | undefined;
  readonly attachments?: readonly AttachedFile[] | undefined;
  readonly form_fields?: readonly FormField[] | undefined;
  readonly hidden_text?: readonly HiddenText[] | undefined;
  readonly sections?: readonly Section[] | undefined;
  readonly furniture?: readonly Furniture[] | undefined;
}

/** A document and the warnings about it. */
export interface ReadDocument {
  readonly tree: DocumentTree;
  readonly warnings: readonly string[];
}

/** Creates a text run. */
export const textRun = (
  text: string,
  style: Omit<Extract<Inline, { readonly kind: 'text' }>, 'kind' | 'text'> = {},
): Inline => ({
  kind: 'text',
  text,
  ...style,
});

function textOf(inline: Inline, noteText: (note: number) => string): string {
  switch (inline.kind) {
    case 'text':
      return inline.text;
    case 'line_break':
      return '\n';
    case 'image':
      return inline.alt;
    case 'math':
      return inline.tex;
    case 'note':
      return noteText(inline.note);
  }
}

/**
 * Returns the plain text of a line: the alternative text of images, the TeX of formulas, and `noteText` of note
 * references, which is empty by default.
 */
export function inlineText(
  content: readonly Inline[],
  noteText: (note: number) => string = () => '',
): string {
  return content.map((inline) => textOf(inline, noteText)).join('');
}
