import type { Paper } from '../../document/document-tree.ts';

/** The page size of a document, from the words of its header (RTF 1.9.1, "Document Formatting Properties"). */
export interface PageWords {
  readonly word: (name: string, parameter: number | undefined) => void;
  /** The size of the pages, if the words name one. */
  readonly paper: () => Paper | undefined;
}

const TWIPS_PER_POINT = 20;

/** The page size of a document that is not read yet. A side that it does not name is that of Letter. */
export function createPageWords(): PageWords {
  let width: number | undefined;
  let height: number | undefined;
  return {
    word: (name, parameter) => {
      if (name === 'paperw') width = parameter ?? width;
      else if (name === 'paperh') height = parameter ?? height;
    },
    paper: () =>
      width === undefined && height === undefined
        ? undefined
        : { width: (width ?? 12_240) / TWIPS_PER_POINT, height: (height ?? 15_840) / TWIPS_PER_POINT },
  };
}
