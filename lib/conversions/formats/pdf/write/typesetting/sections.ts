import type { TreeBlock } from '../../../../document/document-tree.ts';
import type { PageSetup } from '../../../../document/page-layout.ts';

/** Consecutive blocks in the same number of columns. */
export interface SectionPart {
  readonly columns: PageSetup<TreeBlock>['columns'];
  readonly blocks: readonly TreeBlock[];
}

/** Consecutive blocks on pages of one setup. The setup is undefined if the document has no page settings. */
export interface Section {
  readonly setup: PageSetup<TreeBlock> | undefined;
  readonly parts: readonly SectionPart[];
}

// Word allows 45.
const MAX_COLUMNS = 45;

const isSamePaper = (one: PageSetup<TreeBlock>, other: PageSetup<TreeBlock>): boolean =>
  one.width === other.width && one.height === other.height;

function columnsOf({ columns }: PageSetup<TreeBlock>): SectionPart['columns'] {
  if (columns === undefined || !(columns.count >= 2)) return undefined;
  return { count: Math.min(MAX_COLUMNS, Math.floor(columns.count)), gap: Math.max(0, columns.gap) };
}

/**
 * Splits blocks into sections at page setups. A continuous setup on the same paper changes only the columns.
 */
export function sectionsOf(blocks: readonly TreeBlock[]): Section[] {
  const sections: { setup: PageSetup<TreeBlock> | undefined; parts: SectionPart[] }[] = [];
  let open: TreeBlock[] | undefined;
  const begin = (setup: PageSetup<TreeBlock> | undefined): void => {
    open = [];
    const columns = setup === undefined ? undefined : columnsOf(setup);
    const last = sections.at(-1);
    const continues =
      setup?.start === 'continuous' && last?.setup !== undefined && isSamePaper(last.setup, setup);
    if (continues) last?.parts.push({ columns, blocks: open });
    else sections.push({ setup, parts: [{ columns, blocks: open }] });
  };
  for (const block of blocks) {
    if (block.kind === 'page_setup') begin(block.setup);
    else {
      if (open === undefined) begin(undefined);
      open?.push(block);
    }
  }
  return sections;
}
