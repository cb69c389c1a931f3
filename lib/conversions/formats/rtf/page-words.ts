import type { TreeBlock } from '../../document/document-tree.ts';
import type { PageSetup } from '../../document/page-layout.ts';

/** The page of a document, from the words of its header (RTF 1.9.1, "Document Formatting Properties"). */
export interface PageWords {
  readonly word: (name: string, parameter: number | undefined) => void;
  /** The page in points. */
  readonly setup: () => PageSetup<TreeBlock>;
}

const TWIPS = 20;

/** Smallest and largest side of a page in twips: Word's limits of 0.1 and 22 inches. */
const MIN_SIDE = 144;
const MAX_SIDE = 22 * 1440;

/** Share of a side that both margins may take together, so that text has room. */
const MAX_MARGINS = 0.9;

/** In twips: Letter, with the margins of Word. */
const defaults = { paperw: 12_240, paperh: 15_840, margl: 1800, margr: 1800, margt: 1440, margb: 1440 };

type Name = keyof typeof defaults;

const isName = (name: string): name is Name => Object.hasOwn(defaults, name);

const within = (value: number, least: number, most: number): number => Math.min(most, Math.max(least, value));

/** Two margins that leave room between them, in points. */
const fitted = (before: number, after: number, side: number): readonly [number, number] => {
  const wanted = [Math.abs(before), Math.abs(after)] as const;
  const share = Math.min(1, (MAX_MARGINS * side) / Math.max(1, wanted[0] + wanted[1]));
  return [(wanted[0] * share) / TWIPS, (wanted[1] * share) / TWIPS];
};

/** The page of a document that is not read yet. */
export function createPageWords(): PageWords {
  const values: Record<Name, number> = { ...defaults };
  return {
    word: (name, parameter) => {
      if (isName(name) && parameter !== undefined) values[name] = parameter;
    },
    setup: () => {
      const width = within(values.paperw, MIN_SIDE, MAX_SIDE);
      const height = within(values.paperh, MIN_SIDE, MAX_SIDE);
      const [left, right] = fitted(values.margl, values.margr, width);
      const [top, bottom] = fitted(values.margt, values.margb, height);
      const margins = { top, right, bottom, left };
      return { width: width / TWIPS, height: height / TWIPS, margins, start: 'page' };
    },
  };
}
