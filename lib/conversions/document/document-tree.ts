import type { Format } from '../formats.ts';
import type { DocumentInfo } from './document-info.ts';
import type { MetafileType } from './draw-metafiles.ts';
import type { CellLook, ParagraphLook, RunLook } from './look.ts';
import type {
  Furniture,
  HiddenText,
  PagePlace,
  PageSize,
  Place,
  PlacedLine,
  SheetGrid,
  SheetPlace,
} from './places.ts';
import type { Section } from './sections.ts';

/** Style of a text run; undefined properties are inherited. */
export interface TextStyle {
  readonly bold?: true | undefined;
  readonly italic?: true | undefined;
  readonly underline?: true | undefined;
  readonly strike?: true | undefined;
  readonly code?: true | undefined;
  readonly superscript?: true | undefined;
  readonly subscript?: true | undefined;
}

/** Inline content. */
export type Inline =
  | ({
      readonly kind: 'text';
      readonly text: string;
      readonly href?: string | undefined;
      readonly look?: RunLook | undefined;
    } & TextStyle)
  | { readonly kind: 'line_break' }
  | {
      readonly kind: 'image';
      /** Index into the document's `images`. */
      readonly image: number;
      /** Alternative text; may be empty. */
      readonly alt: string;
      readonly width?: number | undefined;
      readonly height?: number | undefined;
    }
  /** A reference to a footnote or endnote; an index into the document's `notes`. */
  | {
      readonly kind: 'note';
      readonly note: number;
      /** Default: a footnote. */
      readonly type?: 'endnote' | undefined;
    }
  /** A formula in TeX. */
  | { readonly kind: 'math'; readonly tex: string; readonly display?: true | undefined };

/** A table cell; plain text is a string. */
export type TreeCell =
  | string
  | {
      readonly blocks: readonly TreeBlock[];
      /** Default 1. The covered cells are not in the rows. */
      readonly column_span?: number | undefined;
      readonly row_span?: number | undefined;
      readonly align?: 'left' | 'center' | 'right' | undefined;
      readonly look?: CellLook | undefined;
    };

/** A list item; `checked` is set for tasks. */
export interface ListItem {
  /** The label that an ordered list shows for it, such as `a)` or `1.2.`; default: its number and a full stop. */
  readonly label?: string | undefined;
  readonly blocks: readonly TreeBlock[];
  readonly checked?: boolean | undefined;
  /** Of an item of a definition list: how many of its first blocks are the terms that the others define. */
  readonly terms?: number | undefined;
}

/** Properties of all blocks. */
interface OnPage {
  /** The page it starts on, from 1; undefined if the format has no pages. */
  readonly page?: number | undefined;
  /** Where it is in the file: one place for each column or page. Containers such as lists have none of their own. */
  readonly places?: readonly Place[] | undefined;
  /**
   * Names that links inside the document refer to, as `#name`. Readers give every name that the file has;
   * `resolve-links.ts` leaves at most one, that of a block with a link to it.
   */
  readonly anchors?: readonly string[] | undefined;
  /** BCP 47; only if it is not the language of the document. */
  readonly lang?: string | undefined;
  /** Its lines as they are on the page, for a target that shows them. */
  readonly lines?: readonly PlacedLine[] | undefined;
}

/** Properties of headings and paragraphs. */
interface Line {
  readonly content: readonly Inline[];
  readonly align?: 'left' | 'center' | 'right' | 'justify' | undefined;
  /** Name of its style in the file, if the block does not tell by itself. */
  readonly style?: string | undefined;
  readonly look?: ParagraphLook | undefined;
}

/** A block of a document, in reading order. */
export type TreeBlock = OnPage &
  (
    | ({
        readonly kind: 'heading';
        readonly level: number;
        /** The label shown before its text, such as `1.2.` or `Article IV`, which is not in `content`. */
        readonly label?: string | undefined;
      } & Line)
    | ({
        readonly kind: 'paragraph';
        /** Whether it is the caption of the figure or table next to it. */
        readonly role?: 'caption' | undefined;
      } & Line)
    | {
        readonly kind: 'list';
        readonly ordered: boolean;
        /** Number of the first item; default 1. */
        readonly start?: number | undefined;
        readonly items: readonly ListItem[];
      }
    | {
        readonly kind: 'table';
        readonly rows: readonly (readonly TreeCell[])[];
        /** Number of header rows. */
        readonly header_rows: number;
        /** Number of columns, from the first, whose cells are the headers of their rows. */
        readonly header_columns?: number | undefined;
        readonly caption?: string | undefined;
        /** Where its cells are on a page, row by row; undefined for those without text. */
        readonly cellPlaces?: readonly (readonly (PagePlace | undefined)[])[] | undefined;
        /** Of recognized text, from 0 to 1: the mean of the characters of each cell, row by row. */
        readonly cellConfidences?: readonly (readonly (number | undefined)[])[] | undefined;
        /** The cells of a sheet that it is. */
        readonly sheetGrid?: SheetGrid | undefined;
      }
    | { readonly kind: 'code'; readonly text: string; readonly language?: string | undefined }
    | {
        readonly kind: 'quote';
        /** Whether it is what the speaker of a slide says. */
        readonly role?: 'speaker_notes' | undefined;
        readonly blocks: readonly TreeBlock[];
      }
    | { readonly kind: 'rule' }
    | { readonly kind: 'page_break' }
  );

/** An image in a document: its bytes as stored in the file, in a type that browsers display. */
export interface TreeImage {
  readonly bytes: Uint8Array;
  readonly mime_type: 'image/png' | 'image/jpeg' | 'image/gif' | 'image/webp' | 'image/svg+xml';
  readonly widthPixels?: number | undefined;
  readonly heightPixels?: number | undefined;
  readonly page?: number | undefined;
  /** The Windows metafile that it is drawn from, for targets that display it themselves. */
  readonly metafile?: { readonly extension: MetafileType; readonly bytes: Uint8Array } | undefined;
}

/** A reader's remark on a document. */
export interface Comment {
  readonly author: string | null;
  /** As the file has it, in ISO 8601. */
  readonly created: string | null;
  readonly text: string;
  /** The text that it is about, or its start. */
  readonly quote?: string | undefined;
  readonly page?: number | undefined;
  /** The cell that it is about. */
  readonly place?: SheetPlace | undefined;
}

/** A file that comes with a document. */
export interface AttachedFile {
  readonly name: string;
  readonly mime_type: string;
  /** Its size. */
  readonly bytes: number;
}

/** A field of a form. */
export interface FormValue {
  readonly name: string;
  /** Such as `text`, `checkbox`, `combobox` or `date`. */
  readonly type: string;
  /** As the file has it; null if it is empty or secret. */
  readonly value: string | null;
  readonly place?: PagePlace | undefined;
}

/** A field of a form in a format that has pages. */
export interface FormField extends FormValue {
  readonly page: number;
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
  /** Sizes of the pages that were read. */
  readonly pages?: readonly PageSize[] | undefined;
  /** Remarks of readers, in the order of the text. */
  readonly comments?: readonly Comment[] | undefined;
  /** Files that come with the document, such as those of a message. */
  readonly attachments?: readonly AttachedFile[] | undefined;
  /** Fields of a form, filled in or not. */
  readonly form_fields?: readonly FormValue[] | undefined;
  /** Text that cannot be seen, if it was left out. */
  readonly hidden_text?: readonly HiddenText[] | undefined;
  /** Slides, sheets, or the files of an archive, in order. */
  readonly sections?: readonly Section[] | undefined;
  /** Running headers and footers, which are not in the blocks. */
  readonly furniture?: readonly Furniture[] | undefined;
}

/** Creates a text run. */
export const textRun = (
  text: string,
  style: TextStyle & { readonly href?: string | undefined } = {},
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
