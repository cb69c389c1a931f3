import type { Format } from '../formats.ts';
import type { DocumentInfo } from './document.ts';

/** How a run of text looks; what is left out is as in the text around it. */
export interface TextStyle {
  readonly bold?: true | undefined;
  readonly italic?: true | undefined;
  readonly underline?: true | undefined;
  readonly strike?: true | undefined;
  readonly code?: true | undefined;
  readonly superscript?: true | undefined;
  readonly subscript?: true | undefined;
}

/** A piece of a line. */
export type Inline =
  | ({ readonly kind: 'text'; readonly text: string; readonly href?: string | undefined } & TextStyle)
  | { readonly kind: 'line_break' }
  | {
      readonly kind: 'image';
      /** Index into the document's `images`. */
      readonly image: number;
      /** What stands for the picture where there is none; may be empty. */
      readonly alt: string;
      readonly widthPoints?: number | undefined;
      readonly heightPoints?: number | undefined;
    }
  /** A reference to a footnote or endnote; an index into the document's `notes`. */
  | { readonly kind: 'note'; readonly note: number }
  /** A formula in TeX. */
  | { readonly kind: 'math'; readonly tex: string; readonly display?: true | undefined };

/** A cell of a table; one that is plain text is a string. */
export type TreeCell =
  | string
  | {
      readonly blocks: readonly TreeBlock[];
      /** 1 where left out. What it spans has no cells of its own in the rows. */
      readonly columnSpan?: number | undefined;
      readonly rowSpan?: number | undefined;
      readonly align?: 'left' | 'center' | 'right' | undefined;
    };

/** An item of a list; `checked` where it is a task. */
export interface ListItem {
  readonly blocks: readonly TreeBlock[];
  readonly checked?: boolean | undefined;
}

/** What every block may have: the page it begins on, from 1; left out where the format has none. */
interface OnPage {
  readonly page?: number | undefined;
}

/** A block of a document, in reading order. */
export type TreeBlock = OnPage &
  (
    | { readonly kind: 'heading'; readonly level: number; readonly content: readonly Inline[] }
    | {
        readonly kind: 'paragraph';
        readonly content: readonly Inline[];
        readonly align?: 'left' | 'center' | 'right' | 'justify' | undefined;
      }
    | {
        readonly kind: 'list';
        readonly ordered: boolean;
        /** Number of the first item; 1 where left out. */
        readonly start?: number | undefined;
        readonly items: readonly ListItem[];
      }
    | {
        readonly kind: 'table';
        readonly rows: readonly (readonly TreeCell[])[];
        /** How many of the rows are the head. */
        readonly headerRows: number;
        readonly caption?: string | undefined;
      }
    | { readonly kind: 'code'; readonly text: string; readonly language?: string | undefined }
    | { readonly kind: 'quote'; readonly blocks: readonly TreeBlock[] }
    | { readonly kind: 'rule' }
    | { readonly kind: 'page_break' }
  );

/** A picture that stands in a document: the bytes as they stood in the file, of a kind that browsers show. */
export interface TreeImage {
  readonly bytes: Uint8Array;
  readonly mimeType: 'image/png' | 'image/jpeg' | 'image/gif' | 'image/webp' | 'image/svg+xml';
  readonly widthPixels?: number | undefined;
  readonly heightPixels?: number | undefined;
  readonly page?: number | undefined;
}

/**
 * A document as it was read, whatever it was read from: what every reader makes and every writer takes. All text is the
 * document's, none of it is markup; addresses in `href` are as they stood in the file and are never opened.
 */
export interface DocumentTree {
  readonly hub: 'document';
  /** The format it was read from. */
  readonly fileType: Format;
  readonly info: DocumentInfo;
  /** What it is written in, where the file says so; BCP 47. */
  readonly language?: string | undefined;
  readonly blocks: readonly TreeBlock[];
  /** Footnotes and endnotes. */
  readonly notes: readonly (readonly TreeBlock[])[];
  readonly images: readonly TreeImage[];
  /** All pages of the file, read or not; null where the format has none. */
  readonly pages: number | null;
}

/** A run of text. */
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
 * The text of a line without its looks: pictures give their alternative text, formulas their TeX, references to notes what
 * `noteText` says, nothing where it is left out.
 */
export function inlineText(
  content: readonly Inline[],
  noteText: (note: number) => string = () => '',
): string {
  return content.map((inline) => textOf(inline, noteText)).join('');
}
