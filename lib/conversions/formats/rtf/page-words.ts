import { nameTable } from '../../base/name-table.ts';
import type { Paper, TreeBlock } from '../../document/document-tree.ts';
import type { PageParts } from '../../document/page-layout.ts';
import {
  defaultTwipPage,
  PART_DISTANCE,
  pageOfTwips,
  pageParts,
  TWIPS,
  type TwipPage,
} from '../../shared/wordprocessing/twip-page.ts';

/** The page of a document, from the words of its header (RTF 1.9.1, "Document Formatting Properties"). */
export interface PageWords {
  readonly word: (name: string, parameter: number | undefined) => void;
  /** Sets a header or footer by the word of its destination. The first one counts: later sections are not kept apart. */
  readonly part: (name: string, blocks: readonly TreeBlock[]) => void;
  readonly block: () => TreeBlock;
  /** The size of the pages, if the words name one. */
  readonly paper: () => Paper | undefined;
}

const properties: Readonly<Record<string, keyof TwipPage>> = nameTable({
  paperw: 'width',
  paperh: 'height',
  margl: 'left',
  margr: 'right',
  margt: 'top',
  margb: 'bottom',
});

// Points: RTF's default font size.
const FONT_SIZE = 12;
const MAX_DISTANCE = 1584;

type Parts = Map<string, readonly TreeBlock[]>;

/** The header or footer. Left pages have an even number. */
function partsOf(
  parts: Parts,
  kind: 'header' | 'footer',
  { isFacing, hasTitle }: { isFacing: boolean; hasTitle: boolean },
): PageParts<TreeBlock> | undefined {
  const usual = parts.get(kind) ?? parts.get(`${kind}r`);
  const even = isFacing ? parts.get(`${kind}l`) : undefined;
  const first = hasTitle ? (parts.get(`${kind}f`) ?? []) : undefined;
  return pageParts({ default: usual, even, first });
}

/** The page of a document that is not read yet. */
export function createPageWords(): PageWords {
  const page = { ...defaultTwipPage };
  const parts: Parts = new Map();
  const flags = { isFacing: false, hasTitle: false };
  const distances = { headery: PART_DISTANCE, footery: PART_DISTANCE };
  let isSized = false;
  return {
    word: (name, parameter) => {
      const property = properties[name];
      if (property !== undefined && parameter !== undefined) {
        page[property] = parameter;
        isSized ||= property === 'width' || property === 'height';
      } else if (name === 'facingp') flags.isFacing = true;
      else if (name === 'titlepg') flags.hasTitle = true;
      else if ((name === 'headery' || name === 'footery') && parameter !== undefined)
        distances[name] = Math.min(MAX_DISTANCE, Math.max(0, parameter / TWIPS));
    },
    paper: () => (isSized ? { width: page.width / TWIPS, height: page.height / TWIPS } : undefined),
    part: (name, blocks) => {
      if (!parts.has(name)) parts.set(name, blocks);
    },
    block: () =>
      pageOfTwips(page, {
        header: partsOf(parts, 'header', flags),
        footer: partsOf(parts, 'footer', flags),
        headerDistance: distances.headery,
        footerDistance: distances.footery,
        text: { size: FONT_SIZE },
      }),
  };
}
