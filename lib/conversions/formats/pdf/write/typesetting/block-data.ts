import { directionOf } from '../../../../backends/fonts/leading-font.ts';
import { oneLine } from '../../../../document/clean-text.ts';
import { inlineText, type TreeBlock, type TreeCell } from '../../../../document/document-tree.ts';
import { headingLine } from '../../../../document/list-labels.ts';
import { ConversionError } from '../../../../errors.ts';
import { codeData } from './code-data.ts';
import type { Frame, LayoutContext } from './layout-context.ts';
import { lineData } from './line-data.ts';
import { tableData } from './table-data.ts';
import type { BlockData } from './typst-data.ts';

/** Maximum nesting. Each container uses several of the 72 nested layouts and 80 nested calls that Typst allows. */
export const MAX_DEPTH = 7;
const LIST_INDENT = 1.8;

const blocksOfCell = (cell: TreeCell): readonly TreeBlock[] =>
  typeof cell === 'string' ? [{ kind: 'paragraph', content: [{ kind: 'text', text: cell }] }] : cell.blocks;

/** The child blocks of a block. */
export function innerBlocks(block: TreeBlock): readonly TreeBlock[] {
  switch (block.kind) {
    case 'list':
      return block.items.flatMap((item) => item.blocks);
    case 'quote':
      return block.blocks;
    case 'table':
      return block.rows.flatMap((row) => row.flatMap(blocksOfCell));
    default:
      return [];
  }
}

const isContainer = ({ kind }: TreeBlock): boolean => kind === 'list' || kind === 'quote' || kind === 'table';

/** Flattens blocks that are nested too deeply. Iterative, so safe at any depth. */
function flattened(block: TreeBlock): TreeBlock[] {
  const flat: TreeBlock[] = [];
  const open: TreeBlock[] = [block];
  for (let next = open.pop(); next !== undefined; next = open.pop()) {
    if (!isContainer(next)) flat.push(next);
    for (const each of innerBlocks(next).toReversed()) open.push(each);
  }
  return flat;
}

/** The level of a heading below the open ones. No level is skipped (PDF/UA-1, 7.4.2), and equal levels stay equal. */
function headingLevel(level: number, { seen: { openHeadings } }: LayoutContext): number {
  while (openHeadings.length > 0 && (openHeadings.at(-1) ?? 0) >= level) openHeadings.pop();
  openHeadings.push(level);
  return Math.min(openHeadings.length, 6);
}

function listData(block: TreeBlock & { kind: 'list' }, frame: Frame, context: LayoutContext): BlockData[] {
  const inner = {
    ...frame,
    room: Math.max(frame.size, frame.room - LIST_INDENT * frame.size),
    depth: frame.depth + 1,
  };
  const first = block.items[0]?.blocks.find((each) => each.kind === 'paragraph');
  const direction = directionOf(first === undefined ? '' : inlineText(first.content));
  // Keep an item next to its marker even if its direction differs from the list's.
  const besideMarker = (data: BlockData): BlockData =>
    data.k === 'p' && data.rtl !== direction.rtl && data.align === undefined
      ? { ...data, align: direction.rtl ? 'right' : 'left' }
      : data;
  const items = block.items.map((item) => ({
    checked: item.checked,
    blocks: blocksData(item.blocks, inner, context).map(besideMarker),
  }));
  const tight = items.every(({ blocks }) => blocks.filter(({ k }) => k !== 'l' && k !== 'ls').length <= 1);
  const start = Math.max(0, Math.min(Math.floor(block.start ?? 1) || 0, 1_000_000_000));
  const base = { k: 'l', tight, ...direction } as const;
  const tasks = items.some(({ checked }) => checked !== undefined);
  const isTop = frame.depth === 0;
  if (!tasks) {
    const top = isTop ? true : undefined;
    return [{ ...base, top, ordered: block.ordered, start, items: items.map(({ blocks }) => blocks) }];
  }
  // A list has one marker, so consecutive tasks of the same state form a list.
  const lists: { box: string | undefined; items: BlockData[][] }[] = [];
  for (const { checked, blocks } of items) {
    const box = checked === undefined ? undefined : checked ? '☑' : '☐';
    const last = lists.at(-1);
    if (last?.box === box && last !== undefined) last.items.push(blocks);
    else lists.push({ box, items: [blocks] });
  }
  const c = lists.map((list) => ({ ...base, ordered: false, start, ...list }));
  return [{ k: 'ls', top: isTop, tight, c }];
}

/** Converts a paragraph and splits it at display formulas. */
function paragraphData(
  { content, align }: TreeBlock & { kind: 'paragraph' },
  frame: Frame,
  context: LayoutContext,
): BlockData[] {
  const data: BlockData[] = [];
  let from = 0;
  const endParagraph = (to: number): void => {
    const part = from === 0 && to === content.length ? content : content.slice(from, to);
    const c = lineData(part, frame, context);
    const isSeen =
      typeof c === 'string' ? c !== '' : c.some((each) => typeof each === 'string' || each.k !== 'br');
    if (isSeen) data.push({ k: 'p', c, align, ...directionOf(typeof c === 'string' ? c : inlineText(part)) });
    from = to + 1;
  };
  for (const [index, formula] of content.entries()) {
    if (formula.kind !== 'math' || formula.display !== true) continue;
    endParagraph(index);
    const x = context.formula?.(formula.tex, true);
    if (x === undefined) context.seen.unreadFormulas += 1;
    const alt = oneLine(formula.tex);
    data.push(x === undefined ? { k: 'c', parts: [alt] } : { k: 'eq', x, alt });
  }
  endParagraph(content.length);
  return data;
}

/** Groups consecutive wide tables and the headings before them on shared rotated pages. */
export function groupRotated(blocks: readonly BlockData[]): BlockData[] {
  const gathered: BlockData[] = [];
  for (const block of blocks) {
    if (block.k !== 'wide') {
      gathered.push(block);
      continue;
    }
    const headings: BlockData[] = [];
    let last = gathered.at(-1);
    for (; last?.k === 'h'; last = gathered.at(-1)) {
      headings.push(last);
      gathered.pop();
    }
    const c = [...headings.toReversed(), ...block.c];
    if (last?.k === 'wide') gathered[gathered.length - 1] = { k: 'wide', c: [...last.c, ...c] };
    else gathered.push({ k: 'wide', c });
  }
  return gathered;
}

function blockData(block: TreeBlock, frame: Frame, context: LayoutContext): BlockData[] {
  switch (block.kind) {
    case 'heading': {
      const isTop = frame.depth === 0 && !frame.isNote;
      const line = headingLine(block);
      const content = isTop
        ? line
        : line.map((part) => (part.kind === 'text' ? { ...part, bold: true as const } : part));
      const c = lineData(content, isTop ? { ...frame, size: frame.size * 1.9 } : frame, context);
      if (c === '') return [];
      const direction = directionOf(inlineText(block.content));
      return [
        isTop
          ? { k: 'h', l: headingLevel(block.level, context), c, ...direction }
          : { k: 'p', c, ...direction },
      ];
    }
    case 'paragraph':
      return paragraphData(block, frame, context);
    case 'list':
      return block.items.length === 0 ? [] : listData(block, frame, context);
    case 'table':
      return tableData(block, frame, context, blocksData);
    case 'code':
      return codeData(block, frame, context);
    case 'quote': {
      const inner = { ...frame, room: Math.max(frame.size, frame.room - frame.size), depth: frame.depth + 1 };
      const c = blocksData(block.blocks, inner, context);
      const [first] = block.blocks;
      return c.length === 0
        ? []
        : [{ k: 'q', c, ...(first?.kind === 'paragraph' ? directionOf(inlineText(first.content)) : {}) }];
    }
    case 'rule':
      return frame.isCell ? [] : [{ k: 'r' }];
    case 'page_break':
      // Page breaks are ignored in cells and lists.
      return frame.depth === 0 && !frame.isNote ? [{ k: 'pb' }] : [];
  }
}

// Typst needs 28 KB for an empty page.
const MAX_PAGE_BREAKS = 20_000;

/** Converts blocks to template data and drops empty ones. Throws ConversionError `too_complex`. */
export function blocksData(blocks: readonly TreeBlock[], frame: Frame, context: LayoutContext): BlockData[] {
  if (blocks.filter(({ kind }) => kind === 'page_break').length > MAX_PAGE_BREAKS) {
    const message = `The document has more than ${MAX_PAGE_BREAKS} page breaks. Split it into several.`;
    throw new ConversionError('too_complex', message);
  }
  return blocks.flatMap((block) => {
    if (!isContainer(block) || frame.depth < MAX_DEPTH) return blockData(block, frame, context);
    context.seen.isFlattened = true;
    return flattened(block).flatMap((each) => blockData(each, frame, context));
  });
}
