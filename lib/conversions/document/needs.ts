import type { ExtractFormat, Format } from '../formats.ts';

/** The kinds of content that a result can contain. Readers skip the rest without knowing the target. */
export interface Needs {
  /** Content of any kind. Without it, a document may be empty. */
  readonly blocks: boolean;
  /** Text, including text recognized in images. */
  readonly text: boolean;
  readonly images: boolean;
  /** Content between tables. */
  readonly prose: boolean;
  /** Tables as such, beyond their text. */
  readonly tables: boolean;
  /** Text boxes, images and charts over the cells of sheets. */
  readonly drawings: boolean;
  readonly cellLinks: boolean;
  /** Sheet cells as displayed, as values of the file, or as values with numbers in text cells converted too. */
  readonly cells: 'displayed' | 'values' | 'typed';
  /**
   * Content besides the text: comments, form fields, page headers and footers, hidden text, the stated language and attached files.
   */
  readonly beside: boolean;
  /** Document properties that only some formats have, such as the fonts of a PDF. */
  readonly details: boolean;
  /** Lines with their places. */
  readonly lines: boolean;
  /** See `look.ts`. */
  readonly looks: boolean;
  /** The page size. */
  readonly paper: boolean;
  readonly speakerNotes: boolean;
}

const text: Needs = {
  blocks: true,
  text: true,
  images: true,
  prose: true,
  tables: true,
  drawings: true,
  cellLinks: true,
  cells: 'displayed',
  beside: false,
  details: false,
  lines: false,
  looks: false,
  paper: false,
  speakerNotes: true,
};
const plain: Needs = { ...text, images: false };
const values: Needs = { ...plain, drawings: false, cells: 'values' };
const delimited: Needs = { ...values, cellLinks: false };
const styled: Needs = { ...text, looks: true, paper: true };
const pages: Needs = { ...text, paper: true, speakerNotes: false };

/** Needs of targets that differ from the needs of plain text. */
const rows: Readonly<Partial<Record<Format | ExtractFormat, Needs>>> = {
  text: { ...plain, tables: false },
  structured: plain,
  chunks: { ...plain, tables: false },
  metadata: { ...plain, blocks: false, text: false, tables: false, drawings: false, details: true },
  tables: { ...plain, prose: false, drawings: false, cellLinks: false },
  images: { ...text, text: false },
  document: { ...text, beside: true, lines: true, paper: true },
  csv: delimited,
  tsv: delimited,
  json: { ...delimited, cells: 'typed' },
  xlsx: { ...values, cells: 'typed' },
  docx: styled,
  odt: styled,
  pdf: pages,
  png: pages,
  jpeg: pages,
  webp: pages,
  tiff: pages,
};

/** Returns the needs of a target. Without a target, the result is an in-memory document or workbook. */
export const needsOfTarget = (target: { readonly to: Format | ExtractFormat } | undefined): Needs =>
  target === undefined ? { ...text, cells: 'values', paper: true } : (rows[target.to] ?? text);
