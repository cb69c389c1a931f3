import type { Format } from '../formats.ts';
import type { PdfDetails } from './pdf-details.ts';

/** A piece of a document in reading order. `start` and `end` are UTF-16 offsets into the document's `text`. */
export interface Block {
  readonly kind: 'heading' | 'paragraph' | 'list_item' | 'code' | 'table';
  readonly start: number;
  readonly end: number;
  /** From 1; null where the format has no pages. */
  readonly page: number | null;
  /** Of a heading, 1 to 6. */
  readonly level?: number;
  /** Of a table, all rows of the same length. */
  readonly rows?: readonly (readonly string[])[];
}

/** A document as it was read, whatever it was read with. */
export interface TextDocument {
  readonly fileType: Format;
  /** What `extract` to text gives. */
  readonly text: string;
  readonly blocks: readonly Block[];
  /** All pages of the document, read or not; null where the format has none. */
  readonly pages: number | null;
}

/** A block before its place in the text is known. */
export type LooseBlock = Omit<Block, 'start' | 'end'> & { readonly text: string };

/** Sets blocks one under the other with a blank line between, list items without. */
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
    const isListGoingOn = before?.kind === 'list_item' && block.kind === 'list_item';
    const separator = before === undefined ? '' : isListGoingOn ? '\n' : '\n\n';
    parts.push(separator, text);
    const start = length + separator.length;
    length = start + text.length;
    placed.push({ ...block, start, end: length });
    before = loose;
  }
  return { fileType, pages, text: parts.join(''), blocks: placed };
}

/** What a file says about itself. Strings as they stand in it; times ISO 8601 UTC. */
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
  /** Encoding of a text file. */
  readonly encoding: string | null;
  /** Of a spreadsheet, every sheet with cells. */
  readonly sheets?: readonly SheetInfo[] | undefined;
  /** Of a pdf, and only where the target is metadata. */
  readonly pdf?: PdfDetails | undefined;
  /** Of a picture. */
  readonly image?: ImageDetails | undefined;
}

/** What is told about a picture file. */
export interface ImageDetails {
  /** Pixels of one frame, upright. */
  readonly width: number;
  readonly height: number;
  /** Pixels per inch, where the file states them. */
  readonly dpi: number | null;
  /** As libvips names it: `srgb`, `b-w`, `cmyk`, `rgb16` and so on. */
  readonly colour_space: string;
  readonly bits_per_channel: number | null;
  readonly transparency: boolean;
  /** Pages of a tiff, frames of an animation; else 1. */
  readonly frames: number;
  readonly camera_make: string | null;
  readonly camera_model: string | null;
  readonly lens: string | null;
}

/** What is told about one sheet of a spreadsheet. */
export interface SheetInfo {
  readonly name: string;
  /** Up to the last one that holds anything. */
  readonly rows: number;
  readonly columns: number;
  readonly hidden: boolean;
}

/** Info of a file that says nothing. */
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
