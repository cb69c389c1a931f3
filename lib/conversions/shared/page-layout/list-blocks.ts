import type { ListItem, TreeBlock } from '../../document/document-tree.ts';
import type { TextBlock } from './text-blocks.ts';

/** Minimum indent of a nested list, in points; less is rounding. */
export const MIN_ITEM_INDENT = 4;
// Maximum step between the numbers of two items: one number may have been lost.
const MAX_NUMBER_STEP = 2;

/** A list item that is not nested yet. */
export interface LooseItem {
  readonly block: TextBlock;
  readonly blocks: TreeBlock[];
}

const startOf = ({ lines: [line] }: TextBlock): number =>
  line === undefined ? 0 : line.rtl ? -line.right : line.x;

interface OpenList {
  readonly x: number;
  readonly style: string;
  readonly ordered: boolean;
  readonly start: number;
  readonly items: { readonly label: string; readonly blocks: TreeBlock[] }[];
  readonly page: number;
  last: number;
}

const toBlock = ({ ordered, start, items, page }: OpenList): TreeBlock => ({
  kind: 'list',
  ordered,
  ...(ordered && start !== 1 ? { start } : {}),
  items: items.map(({ label, blocks }, at): ListItem => {
    const isUsual = !ordered || label === `${start + at}.`;
    return isUsual ? { blocks } : { label, blocks };
  }),
  page,
});

/** Converts consecutive items to lists, nested by indent. */
export function nestItems(items: readonly LooseItem[]): TreeBlock[] {
  const done: TreeBlock[] = [];
  const open: OpenList[] = [];
  const close = (): void => {
    const list = open.pop();
    if (list === undefined) return;
    const parent = open.at(-1)?.items.at(-1);
    (parent?.blocks ?? done).push(toBlock(list));
  };
  for (const { block, blocks } of items) {
    const x = startOf(block);
    const { style, number, text } = block.marker ?? { style: 'bullet' as const, number: undefined, text: '' };
    const isNext = (list: OpenList): boolean =>
      list.style === style &&
      (number === undefined || (number > list.last && number <= list.last + MAX_NUMBER_STEP));
    while (open.length > 0 && x < (open.at(-1)?.x ?? 0) - MIN_ITEM_INDENT && open.length > 1) close();
    let list = open.at(-1);
    const isContinued = list !== undefined && isNext(list);
    if (list === undefined || x > list.x + MIN_ITEM_INDENT) {
      list = undefined;
    } else if (!isContinued) {
      close();
      list = undefined;
    }
    if (list === undefined) {
      list = {
        x,
        style,
        ordered: style !== 'bullet',
        start: number ?? 1,
        items: [],
        page: block.page,
        last: 0,
      };
      open.push(list);
    }
    list.items.push({ label: text.trim(), blocks });
    list.last = number ?? list.last;
  }
  while (open.length > 0) close();
  return done;
}
