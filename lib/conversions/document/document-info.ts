import type { PdfDetails } from './pdf-details.ts';

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
interface SheetInfo {
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
