import { appendAll } from '../base/arrays.ts';
import type { ListItem, TreeBlock } from './document-tree.ts';

/** A block as word processors store it: a flat sequence in which lists and code are not assembled yet. */
export type FlatBlock =
  /**
   * `indent` is in any unit used throughout the document. A block indented as far as a list item continues that item.
   */
  | { readonly kind: 'block'; readonly block: TreeBlock; readonly indent?: number | undefined }
  | {
      readonly kind: 'item';
      /** Identifies the list; its items may be far apart. */
      readonly list: string;
      /** From 0. */
      readonly level: number;
      readonly ordered: boolean;
      readonly number: number;
      /** As shown; default: the number and a full stop. */
      readonly label?: string | undefined;
      readonly indent: number;
      readonly blocks: readonly TreeBlock[];
      readonly checked?: boolean | undefined;
    }
  /** A line of code, by its style. */
  | {
      readonly kind: 'code';
      readonly text: string;
      readonly indent?: number | undefined;
      /** Whether a line of code after it is another block. */
      readonly isLast?: true;
    }
  /** A monospaced line: becomes code if it looks like code, otherwise `block`. */
  | { readonly kind: 'mono'; readonly text: string; readonly block: TreeBlock }
  /** `level` is the number of quotes around it; default 1. */
  | {
      readonly kind: 'quote';
      readonly block: TreeBlock;
      readonly level?: number | undefined;
      readonly indent?: number | undefined;
    };

type Item = Extract<FlatBlock, { kind: 'item' }>;
type Plain = Extract<FlatBlock, { kind: 'block' }>;

// What monospaced prose lacks: code brackets, operators, calls, indentation, comments.
const CODE =
  /[{}=<>[\]|\\]|\);|\w\(|\w::\w|->|^[^\S\n\r\u2028\u2029]{2,}\S|^[^\S\n\r\u2028\u2029]*(?:\/\/|#|\$ |--)/m;

/** Ends the code before an empty paragraph that is not code itself, as writers separate two blocks of code. */
export function endCode(flat: FlatBlock[]): void {
  const last = flat.at(-1);
  if (last?.kind === 'code') flat[flat.length - 1] = { ...last, isLast: true };
}

const plain = (block: TreeBlock, indent?: number): Plain => ({ kind: 'block', block, indent });

type Quoted = Extract<FlatBlock, { kind: 'quote' }>;

/** The blocks of a quote: paragraphs with a higher level are in quotes inside of it. */
function quotedBlocks(parts: readonly Quoted[], level: number): TreeBlock[] {
  const blocks: TreeBlock[] = [];
  for (let at = 0; at < parts.length; ) {
    const first = parts[at];
    if (first === undefined) break;
    let end = at + 1;
    if ((first.level ?? 1) <= level) blocks.push(first.block);
    else {
      while (end < parts.length && (parts[end]?.level ?? 1) > level) end += 1;
      blocks.push({ kind: 'quote', blocks: quotedBlocks(parts.slice(at, end), level + 1) });
    }
    at = end;
  }
  return blocks;
}

/** Joins adjacent lines of code, and adjacent quotes, into one block. */
function* joinNeighbours(flat: readonly FlatBlock[]): Generator<Item | Plain> {
  for (let at = 0; at < flat.length; ) {
    const first = flat[at];
    if (first === undefined) return;
    if (first.kind === 'block' || first.kind === 'item') {
      yield first;
      at += 1;
      continue;
    }
    const run: Exclude<FlatBlock, Item | Plain>[] = [];
    for (let next = flat[at]; next !== undefined && next.kind === first.kind; next = flat[at]) {
      // Code of a list item, and code after the list.
      if (next.kind === 'code' && first.kind === 'code' && next.indent !== first.indent) break;
      run.push(next);
      at += 1;
      if (next.kind === 'code' && next.isLast === true) break;
    }
    if (first.kind === 'quote') {
      const parts = run.filter((part) => part.kind === 'quote');
      yield plain({ kind: 'quote', blocks: quotedBlocks(parts, 1) }, first.indent);
      continue;
    }
    const text = run.map((part) => (part.kind === 'quote' ? '' : part.text)).join('\n');
    if (first.kind === 'code' || CODE.test(text)) {
      if (text.trim() !== '')
        yield plain({ kind: 'code', text }, first.kind === 'code' ? first.indent : undefined);
    } else for (const part of run) if (part.kind === 'mono') yield plain(part.block);
  }
}

const BOX = /^[\u2610-\u2612]\s/;

/** Takes the box at the start of an item, which shows the state of a task, out of its text. */
function withoutBox({ blocks }: Item): Pick<Item, 'blocks' | 'checked'> {
  const [first, ...others] = blocks;
  const [start, ...rest] = first?.kind === 'paragraph' ? first.content : [];
  const box = start?.kind === 'text' ? BOX.exec(start.text)?.[0] : undefined;
  if (first?.kind !== 'paragraph' || start?.kind !== 'text' || box === undefined) return { blocks };
  const text = start.text.slice(box.length).trimStart();
  const content = text === '' ? rest : [{ ...start, text }, ...rest];
  return { blocks: [{ ...first, content }, ...others], checked: !box.startsWith('\u2610') };
}

interface OpenItem extends ListItem {
  readonly blocks: TreeBlock[];
}

interface OpenList {
  /** The list of the last item: bullets of another list are added to the same list. */
  list: string;
  readonly level: number;
  readonly ordered: boolean;
  readonly indent: number;
  readonly items: OpenItem[];
  next: number;
}

// One or two paragraphs between items are a remark on the first item; more are separate text.
const MAX_REMARK_PARAGRAPHS = 2;

function continues(open: OpenList, item: Item): boolean {
  return open.ordered === item.ordered && (!item.ordered || item.number === open.next);
}

/**
 * Assembles flat blocks: items into nested lists, lines of code into code blocks, quotes into quote blocks.
 *
 * A numbered list resumes after other text if the numbers continue. Up to two paragraphs between items of one list, and
 * blocks indented as far as an item's text, belong to the item above.
 */
export function assembleBlocks(flat: readonly FlatBlock[]): TreeBlock[] {
  const out: TreeBlock[] = [];
  const open: OpenList[] = [];
  let remarks: TreeBlock[] = [];
  /** A bullet without text, which is an item only if blocks that are indented as far as its text follow. */
  let bullet: Item | undefined;

  const placeOf = (list: OpenList | undefined): TreeBlock[] => list?.items.at(-1)?.blocks ?? out;

  function closeLists(): void {
    open.length = 0;
    appendAll(out, remarks);
    remarks = [];
  }

  function begin(item: Item): void {
    const items: OpenItem[] = [];
    const place = placeOf(open.at(-1));
    const start = item.ordered && item.number !== 1 ? item.number : undefined;
    place.push({ kind: 'list', ordered: item.ordered, start, items });
    open.push({ ...item, items, next: item.number });
  }

  function addItem(item: Item): void {
    bullet = undefined;
    if (remarks.length > 0) {
      const resumed = open.find(({ list, level }) => list === item.list && level === item.level);
      // A paragraph after an empty item would become its text.
      const isEmptyAbove = placeOf(open.at(-1)).length === 0;
      if (resumed !== undefined && continues(resumed, item) && !isEmptyAbove) {
        appendAll(placeOf(open.at(-1)), remarks);
        remarks = [];
      } else closeLists();
    }
    while ((open.at(-1)?.level ?? -1) > item.level) open.pop();
    const same = open.at(-1);
    if (same !== undefined && same.level === item.level && !continues(same, item)) open.pop();
    if (open.at(-1)?.level !== item.level) begin(item);
    const list = open.at(-1);
    if (list === undefined) return;
    const { blocks, checked } = item.ordered || item.checked !== undefined ? item : withoutBox(item);
    const hasOwnLabel = item.ordered && item.label !== undefined && item.label !== `${item.number}.`;
    list.items.push({
      ...(hasOwnLabel ? { label: item.label } : {}),
      blocks: [...blocks],
      ...(checked === undefined ? {} : { checked }),
    });
    list.next = item.number + 1;
    list.list = item.list;
  }

  function addBlock({ block, indent }: Plain): void {
    if (bullet !== undefined && indent !== undefined && bullet.indent > 0 && indent >= bullet.indent)
      addItem(bullet);
    bullet = undefined;
    const enclosing = open.findLast(
      (list) => indent !== undefined && list.indent > 0 && indent >= list.indent,
    );
    if (enclosing !== undefined && remarks.length === 0) {
      while (open.at(-1) !== enclosing) open.pop();
      placeOf(enclosing).push(block);
    } else if (open.length > 0 && block.kind === 'paragraph' && remarks.length < MAX_REMARK_PARAGRAPHS) {
      remarks.push(block);
    } else {
      closeLists();
      out.push(block);
    }
  }

  for (const part of joinNeighbours(flat)) {
    if (part.kind === 'block') addBlock(part);
    else if (part.ordered || part.blocks.length > 0 || part.checked !== undefined) addItem(part);
    else bullet = part;
  }
  closeLists();
  return out;
}
