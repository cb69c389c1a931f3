import type { TreeBlock } from '../../../../../document/document-tree.ts';
import type { PageParts, PageSetup } from '../../../../../document/page-layout.ts';
import type { BlocksToData, LayoutContext, Place } from '../layout-context.ts';
import type { BlockData } from '../typst-data.ts';
import { spaced } from './laid-paragraph.ts';

type Blocks = readonly TreeBlock[];

/** A header or footer for the template: on the first page of its section, on even pages, and on the others. */
export interface PagePartsData {
  readonly default: readonly BlockData[];
  readonly first?: readonly BlockData[] | undefined;
  readonly even?: readonly BlockData[] | undefined;
}

/** The header and footer of a section, and their distances from the edges of the page. */
export interface RunningParts {
  readonly header: PagePartsData | null;
  readonly footer: PagePartsData | null;
  readonly above: number;
  readonly below: number;
  /** The number of the section's first page. */
  readonly number: number | null;
}

/** Whether an option replaces the header or footer of every page. */
export interface ReplacedParts {
  readonly header: boolean;
  readonly footer: boolean;
}

/** Maximum length of the JSON of a header or footer, which Typst lays out on every page. */
export const MAX_PART_CHARACTERS = 20_000;
const DEFAULT_DISTANCE = 36;

/** Converts the headers and footers of a section. Omits those that are too long to repeat on every page. */
export function runningParts(
  setup: PageSetup<TreeBlock>,
  replaced: ReplacedParts,
  place: Place,
  context: LayoutContext,
  blocksData: BlocksToData,
): RunningParts {
  const convert = (blocks: Blocks | undefined): BlockData[] | undefined => {
    if (blocks === undefined) return undefined;
    // Notes and bookmarks on every page would be repeated.
    const data = spaced(blocksData(blocks, { ...place, isNote: true }, context), context, true);
    if (JSON.stringify(data).length <= MAX_PART_CHARACTERS) return data;
    context.seen.longParts += 1;
    return [];
  };
  const partsOf = (parts: PageParts<TreeBlock> | undefined): PagePartsData | null => {
    const [usual, first, even] = [parts?.default, parts?.first, parts?.even].map(convert);
    const all = [usual, first, even].filter((blocks) => blocks !== undefined);
    return all.every((blocks) => blocks.length === 0) ? null : { default: usual ?? [], first, even };
  };
  const distance = (length = DEFAULT_DISTANCE): number =>
    Number.isFinite(length) ? Math.min(setup.height / 2, Math.max(0, length)) : DEFAULT_DISTANCE;
  const number = setup.firstPageNumber;
  return {
    header: replaced.header ? null : partsOf(setup.header),
    footer: replaced.footer ? null : partsOf(setup.footer),
    above: distance(setup.headerDistance),
    below: distance(setup.footerDistance),
    number: number !== undefined && Number.isSafeInteger(number) ? Math.min(1e6, Math.max(0, number)) : null,
  };
}
