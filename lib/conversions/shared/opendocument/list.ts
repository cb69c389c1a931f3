import { appendAll } from '../../base/arrays.ts';
import { formatNumber } from '../../base/number-formats.ts';
import { assembleBlocks, endCode, type FlatBlock } from '../../document/assemble-blocks.ts';
import type { TreeBlock } from '../../document/document-tree.ts';
import { elementsOf, integerOf, type XmlElement } from '../xml/element.ts';
import type { OdfContext } from './context.ts';
import { odfNumberFormat } from './number-format.ts';
import type { OdfLevel } from './styles.ts';

// OpenDocument 1.3, part 3, 16.31: levels are 1 to 10.
const MAX_LEVEL = 9;

interface ListContext {
  readonly style: string | undefined;
  readonly level: number;
}

interface Reader {
  readonly context: OdfContext;
  readonly readBlock: (element: XmlElement, context: OdfContext) => FlatBlock[];
  readonly out: FlatBlock[];
}

/** An item that is being read. */
interface OpenItem {
  readonly blocks: TreeBlock[];
  readonly flat: FlatBlock[];
}

/** Adds what was read to its item. As in lists of Word, an item is no code if it is only a monospaced line. */
function closeItem({ blocks, flat }: OpenItem): void {
  const [only] = flat;
  const isLine = flat.length === 1 && only?.kind === 'mono';
  appendAll(blocks, isLine ? [only.block] : assembleBlocks(flat));
}

/** Restarts the numbering of deeper levels after an item. */
function forgetDeeper(numbers: Map<string, number>, style: string, level: number): void {
  for (let deeper = level + 1; deeper <= MAX_LEVEL; deeper += 1) numbers.delete(`${style} ${deeper}`);
}

/** Counts an item. Returns its number. */
function countItem(
  item: XmlElement,
  { style = '', level }: ListContext,
  start: number,
  { listNumbers }: OdfContext,
): number {
  const key = `${style} ${level}`;
  const number = integerOf(item, 'text:start-value') ?? (listNumbers.get(key) ?? start - 1) + 1;
  listNumbers.set(key, number);
  forgetDeeper(listNumbers, style, level);
  return number;
}

/** The label of the item that was counted last, such as `1.2.`. */
function numberLabel(
  { style = '', level }: ListContext,
  { prefix, suffix, shown }: OdfLevel,
  { listNumbers, styles }: OdfContext,
): string {
  const numbers: string[] = [];
  for (let at = Math.max(0, level - shown + 1); at <= level; at += 1) {
    const own = styles.level(style, at)?.format ?? '';
    if (own !== '' && own !== 'bullet')
      numbers.push(formatNumber(listNumbers.get(`${style} ${at}`) ?? 1, odfNumberFormat(own)));
  }
  return `${prefix}${numbers.join('.')}${suffix}`;
}

/** A heading that is an item: the list is its numbering. */
function headingItem(
  block: Extract<TreeBlock, { kind: 'heading' }>,
  item: XmlElement,
  list: ListContext,
  context: OdfContext,
): FlatBlock {
  const definition = context.styles.level(list.style, list.level);
  if (block.label !== undefined || definition === undefined || definition.format === 'bullet')
    return { kind: 'block', block };
  if (definition.format !== '') countItem(item, list, definition.start, context);
  const label = numberLabel(list, definition, context).trim();
  return { kind: 'block', block: label === '' ? block : { ...block, label } };
}

function readItem(item: XmlElement, place: ListContext, reader: Reader): void {
  const { context, out } = reader;
  const { style = '', level } = place;
  const definition = context.styles.level(style, level) ?? { format: 'bullet', start: 1 };
  const isListed = item.name === 'text:list-item';
  // Undefined before the marker of the item and after a nested list.
  let open: OpenItem | undefined;
  let isMarked = !isListed;
  for (const child of elementsOf(item)) {
    if (child.name === 'text:list') {
      if (open !== undefined) closeItem(open);
      open = undefined;
      readList(child, { style, level: level + 1 }, reader);
      continue;
    }
    const blocks = reader.readBlock(child, context);
    const [first, ...rest] = blocks;
    const own = context.styles.style('paragraph', child.attributes['text:style-name']);
    if (!isMarked && first?.kind === 'block' && first.block.kind === 'heading') {
      out.push(headingItem(first.block, item, place, context));
      appendAll(out, rest);
      isMarked = true;
      continue;
    }
    // Text whose style hides the marker has none.
    if (!isMarked && first !== undefined && definition.format !== '' && own.isMarked !== false) {
      const number = countItem(item, place, definition.start, context);
      const ordered = definition.format !== 'bullet';
      const numbered = ordered ? context.styles.level(style, level) : undefined;
      const label = numbered === undefined ? undefined : numberLabel(place, numbered, context).trim();
      open = { blocks: [], flat: [...blocks] };
      const list = style === '' ? 'list' : style;
      out.push({ kind: 'item', list, level, ordered, number, label, indent: level + 1, blocks: open.blocks });
      isMarked = true;
    } else if (open !== undefined) {
      if (blocks.length === 0) endCode(open.flat);
      appendAll(open.flat, blocks);
    }
    // After a nested list, or in an item without a label: the block continues the item of this level; a header, the one that it is in.
    else {
      const indent = isListed ? level + 1 : level;
      for (const flat of blocks)
        out.push(flat.kind === 'item' || flat.kind === 'mono' ? flat : { ...flat, indent });
    }
  }
  if (open !== undefined) closeItem(open);
}

/** Reads a list and its nested lists as a flat sequence of items. OpenDocument 1.3, part 3, 5.3. */
export function readList(list: XmlElement, parent: ListContext, reader: Reader): void {
  const style = list.attributes['text:style-name'] ?? parent.style;
  const level = Math.min(MAX_LEVEL, parent.level);
  const continues =
    list.attributes['text:continue-numbering'] === 'true' ||
    list.attributes['text:continue-list'] !== undefined;
  if (!continues && parent.level === 0 && style !== undefined) {
    for (let each = 0; each <= MAX_LEVEL; each += 1) reader.context.listNumbers.delete(`${style} ${each}`);
  }
  for (const item of elementsOf(list)) {
    if (item.name === 'text:list-item' || item.name === 'text:list-header')
      readItem(item, { style, level }, reader);
  }
}
