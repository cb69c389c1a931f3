import { type Budget, createBudget, type Limit } from '../base/budget.ts';

// As many as a sheet and a book may have. XML escapes of 6 characters make 384 million of them, and a string of
// JavaScript ends at 536 million.
const MAX_CHARACTERS = 64_000_000;
// About 200 bytes each: beyond this the tree and its text no longer fit in the 2 GB of an engine process.
const MAX_PIECES = 4_000_000;
// As many as a workbook; each is a slot of 8 bytes in a grid, and a place in a result.
const MAX_CELLS = 5_000_000;
// Writers that embed images repeat them at each place.
const MAX_IMAGES = 100_000;

/** What one document may become, whatever it was read from: about ten times the largest that people write. */
export const documentLimits = {
  /** Characters of all texts, notes included. */
  characters: {
    max: MAX_CHARACTERS,
    message: `The document has more than ${MAX_CHARACTERS} characters. Split it.`,
  },
  /** Blocks, list items, table rows, and the pieces of their lines. */
  pieces: {
    max: MAX_PIECES,
    message: `The document has more than ${MAX_PIECES} paragraphs, items and pieces of text. Split it.`,
  },
  /** Places in the grids of all tables: their widest row times their rows. */
  cells: {
    max: MAX_CELLS,
    message: `The tables of the document have more than ${MAX_CELLS} cells, those that merged cells cover included. Split it.`,
  },
  /** Images, one that is placed twice counted twice. */
  images: {
    max: MAX_IMAGES,
    message: `The document places images more than ${MAX_IMAGES} times. Split it.`,
  },
} as const satisfies Record<string, Limit>;

/** What a reader spends while it makes a document of what a file refers to more than once. */
export type DocumentBudget = Budget<keyof typeof documentLimits>;

/** A budget for one document. */
export const createDocumentBudget = (): DocumentBudget => createBudget(documentLimits);
