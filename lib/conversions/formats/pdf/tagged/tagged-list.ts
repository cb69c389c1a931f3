import { appendAll } from '../../../base/arrays.ts';
import { inlineText, type ListItem, type TreeBlock } from '../../../document/document-tree.ts';
import { plainGlyphs } from '../../../shared/page-layout/glyphs.ts';
import { dropStart } from '../../../shared/page-layout/join-lines.ts';
import { MIN_ITEM_INDENT } from '../../../shared/page-layout/list-blocks.ts';
import { markerOf } from '../../../shared/page-layout/text-blocks.ts';
import { isContent } from './element-kinds.ts';
import type { TagElement, TaggedContent } from './tag-tree.ts';
import type { ElementReader } from './tagged-blocks.ts';

// A label that counts items, as opposed to a bullet.
const COUNTED = /\d|^\(?\p{L}{1,5}[.)]/u;

type List = Extract<TreeBlock, { kind: 'list' }>;

/** An item and the number of its label, if that is a number. */
interface TaggedItem {
  readonly label: string;
  readonly number: number | undefined;
  readonly blocks: TreeBlock[];
  /** The left edge of its label, in points. */
  readonly start: number | undefined;
}

const labelNumber = (label: string): number | undefined => {
  const number = /^\(?(\d{1,9})[.)]?$/.exec(label)?.[1];
  return number === undefined ? markerOf({ text: `${label} x` })?.number : Number(number);
};

function itemOf({ kids }: TagElement, { blocksIn, linesIn }: ElementReader): TaggedItem {
  const isLabel = (kid: TagElement | TaggedContent): boolean => !isContent(kid) && kid.type === 'Lbl';
  const lines = linesIn(kids.filter(isLabel)).flatMap((column) => column.lines);
  const start = lines[0]?.x;
  const blocks = blocksIn(kids.filter((kid) => !isLabel(kid)));
  const label = plainGlyphs(lines.map(({ text }) => text).join(' ')).trim();
  const [first, ...others] = blocks;
  const marker =
    label === '' && first?.kind === 'paragraph' ? markerOf({ text: inlineText(first.content) }) : undefined;
  if (marker === undefined || first?.kind !== 'paragraph')
    return { label, number: labelNumber(label), blocks, start };
  const content = dropStart(first.content, marker.text.length);
  return {
    label: marker.text.trim(),
    number: marker.number,
    blocks: [{ ...first, content }, ...others],
    start,
  };
}

/** Returns the list of an element, after the blocks in it that are no items, such as a caption. */
export function taggedList(element: TagElement, reader: ElementReader): TreeBlock[] {
  const before: TreeBlock[] = [];
  const items: TaggedItem[] = [];
  for (const kid of element.kids) {
    if (!isContent(kid) && kid.type === 'LI') {
      const item = itemOf(kid, reader);
      if (item.blocks.length > 0 || item.label !== '') items.push(item);
      continue;
    }
    const last = items.at(-1);
    appendAll(last === undefined ? before : last.blocks, reader.blocksIn([kid]));
  }
  const [first] = items;
  if (first === undefined) return before;
  const ordered = COUNTED.test(first.label);
  const start = first.number ?? 1;
  const page = first.blocks[0]?.page;
  const list: TreeBlock = {
    kind: 'list',
    ordered,
    ...(ordered && start !== 1 ? { start } : {}),
    items: items.map(({ label, blocks }, at): ListItem => {
      const isUsual = !ordered || label === '' || label === `${start + at}.`;
      return isUsual ? { blocks } : { label, blocks };
    }),
    ...(page === undefined ? {} : { page }),
  };
  if (first.start !== undefined) reader.listStarts.set(list, first.start);
  return [...before, list];
}

/** Returns true if a list continues another one. */
function continues(list: List, { ordered, items, start = 1 }: List): boolean {
  if (list.ordered !== ordered) return false;
  return !ordered || (list.start ?? 1) === start + items.length;
}

/**
 * Nests lists that follow each other by their indents: LibreOffice tags the lists in an item as lists after it, and the items after
 * them as another list.
 */
export function nestLists(blocks: readonly TreeBlock[], starts: ReadonlyMap<TreeBlock, number>): TreeBlock[] {
  const done: TreeBlock[] = [];
  const open: { readonly list: List; readonly items: ListItem[]; readonly start: number }[] = [];
  const close = (): void => {
    const inner = open.pop();
    const outer = open.at(-1);
    if (inner === undefined) return;
    const list: TreeBlock = { ...inner.list, items: inner.items };
    const last = outer?.items.at(-1);
    if (outer === undefined || last === undefined) done.push(list);
    else outer.items[outer.items.length - 1] = { ...last, blocks: [...last.blocks, list] };
  };
  for (const block of blocks) {
    const start = starts.get(block);
    if (block.kind !== 'list' || start === undefined) {
      while (open.length > 0) close();
      done.push(block);
      continue;
    }
    while (open.length > 1 && start < (open.at(-1)?.start ?? 0) - MIN_ITEM_INDENT) close();
    const last = open.at(-1);
    if (last !== undefined && start <= last.start + MIN_ITEM_INDENT) {
      if (
        Math.abs(start - last.start) <= MIN_ITEM_INDENT &&
        continues(block, { ...last.list, items: last.items })
      ) {
        appendAll(last.items, block.items);
        continue;
      }
      close();
    }
    open.push({ list: block, items: [...block.items], start });
  }
  while (open.length > 0) close();
  return done;
}
