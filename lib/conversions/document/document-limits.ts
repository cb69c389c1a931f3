import { type Budget, createBudget, type Limit } from '../base/budget.ts';

// Same limit as for sheets and books. At 6 characters per XML escape that is 384 million; JavaScript strings end at
// 536 million.
const MAX_CHARACTERS = 64_000_000;
// About 200 bytes each: more would not fit in an engine process of 2 GB together with the text.
const MAX_PIECES = 4_000_000;
// Same limit as for workbooks; each cell takes an 8-byte slot in a grid and a place in the result.
const MAX_CELLS = 5_000_000;
// Writers that embed images write an image each time it is placed.
const MAX_IMAGES = 100_000;

/** Size limits of a document in any format: about ten times the largest documents that people write. */
export const documentLimits = {
  /** Characters of all text, including notes. */
  characters: {
    max: MAX_CHARACTERS,
    message: `The document has more than ${MAX_CHARACTERS} characters. Split it.`,
  },
  /** Blocks, list items, table rows and inline pieces. */
  pieces: {
    max: MAX_PIECES,
    message: `The document has more than ${MAX_PIECES} paragraphs, list items and text runs. Split it.`,
  },
  /** Grid cells of all tables: rows times the width of the widest row. */
  cells: {
    max: MAX_CELLS,
    message: `The tables of the document have more than ${MAX_CELLS} cells, counting those that merged cells cover. Split it.`,
  },
  /** Placed images; one placed twice counts twice. */
  images: {
    max: MAX_IMAGES,
    message: `The document places more than ${MAX_IMAGES} images. Split it.`,
  },
} as const satisfies Record<string, Limit>;

/** Limits that a reader spends while it builds a document; repeated references count each time. */
export type DocumentBudget = Budget<keyof typeof documentLimits>;

/** Creates the budget of one document. */
export const createDocumentBudget = (): DocumentBudget => createBudget(documentLimits);
