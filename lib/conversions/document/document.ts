import type { Format } from '../formats.ts';
import type { PdfDetails } from './pdf-details.ts';
import type { Place } from './places.ts';

/** A block in reading order. `start` and `end` are UTF-16 offsets into the document's `text`. */
export interface Block {
  readonly kind: 'heading' | 'paragraph' | 'list_item' | 'code' | 'table';
  readonly start: number;
  readonly end: number;
  /** From 1; null if the format has no pages. */
  readonly page: number | null;
  /** Heading level, 1 to 6. */
  readonly level?: number;
  /** Where it is in the file. */
  readonly places?: readonly Place[] | undefined;
  /** Header rows of a table: lines at the start of its text. */
  readonly headerRows?: number | undefined;
  /** Table rows, all of the same length. */
  readonly rows?: readonly (readonly string[])[];
}

/** A document as plain text with blocks. */
export interface TextDocument {
  readonly fileType: Format;
  /** The output of `extract` to text. */
  readonly text: string;
  readonly blocks: readonly Block[];
  /** Total number of pages, read or not; null if the format has no pages. */
  readonly pages: number | null;
}

/** A block without offsets. */
export type LooseBlock = Omit<Block, 'start' | 'end'> & { readonly text: string };

/** Joins blocks into a document, with blank lines in between except between list items. */
export function composeDocument(
  fileType: Format,
  pages: number | null,
  blocks: readonly LooseBlock[],
): TextDocument {
  const parts: string[] = [];
  const placed: Block[] = [];
  let length = 0;
  let before: LooseBlock | undefined;
  for (const loose of blocks) {
    const { text, ...block } = loose;
    if (text.trim() === '') continue;
    const continuesList = before?.kind === 'list_item' && block.kind === 'list_item';
    const separator = before === undefined ? '' : continuesList ? '\n' : '\n\n';
    parts.push(separator, text);
    const start = length + separator.length;
    length = start + text.length;
    placed.push({ ...block, start, end: length });
    before = loose;
  }
  return { fileType, pages, text: parts.join(''), blocks: placed };
}

/** Metadata that a file declares. Strings are unchanged; times are ISO 8601 in UTC. */
export interface DocumentInfo {
  readonly title: string | null;
  readonly author: string | null;
  readonly subject: string | null;
  readonly keywords: string | null;
  readonly creator: string | null;
  readonly producer: string | null;
  readonly created: string | null;
  readonly modified: string | null;
  readonly encrypted: boolean;
  /** Encoding, for text files. */
  readonly encoding: string | null;
  /** Sheets with cells, for spreadsheets. */
  readonly sheets?: readonly SheetInfo[] | undefined;
  /** For PDFs, and only if the target is metadata. */
  readonly pdf?: PdfDetails | undefined;
  /** For images. */
  readonly image?: ImageDetails | undefined;
}

/** Metadata of an image file. */
export interface ImageDetails {
  /** Pixels of one frame, after applying its orientation. */
  readonly width: number;
  readonly height: number;
  /** Pixels per inch, if the file declares them. */
  readonly dpi: number | null;
  /** libvips name: `srgb`, `b-w`, `cmyk`, `rgb16` and so on. */
  readonly colour_space: string;
  readonly bits_per_channel: number | null;
  readonly transparency: boolean;
  /** Pages of a TIFF or frames of an animation, otherwise 1. */
  readonly frames: number;
  readonly camera_make: string | null;
  readonly camera_model: string | null;
  readonly lens: string | null;
}

/** Metadata of one sheet of a spreadsheet. */
export interface SheetInfo {
  readonly name: string;
  /** Up to the last row with a value. */
  readonly rows: number;
  readonly columns: number;
  readonly hidden: boolean;
}

/** Metadata of a file that declares none. */
export const noInfo: DocumentInfo = {
  title: null,
  author: null,
  subject: null,
  keywords: null,
  creator: null,
  producer: null,
  created: null,
  modified: null,
  encrypted: false,
  encoding: null,
};
