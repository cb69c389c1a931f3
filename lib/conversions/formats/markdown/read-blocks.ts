import type { Token } from 'markdown-it';
import { appendAll } from '../../base/arrays.ts';
import { withAnchors } from '../../document/anchors.ts';
import type { ListItem, TreeBlock, TreeCell } from '../../document/document-tree.ts';
import { createFlow, type Flow, flush, takeLine } from '../html/flow.ts';
import { addCode, addHeading, languageOf } from '../html/leaf-elements.ts';
import { plainText } from '../html/read-table.ts';
import { idOf } from './extensions.ts';
import { CHECKED } from './parse-markdown.ts';
import { addMath, readInline, type TokenReading } from './read-inline.ts';

/** A position in a token list. */
interface Cursor {
  readonly tokens: readonly Token[];
  at: number;
}

function next(cursor: Cursor): Token | undefined {
  const token = cursor.tokens[cursor.at];
  cursor.at += 1;
  return token;
}

/** Reads up to the end of the current block. */
function readInside(cursor: Cursor, reading: TokenReading): TreeBlock[] {
  const flow = createFlow();
  readTokens(cursor, flow, reading);
  flush(flow);
  return flow.blocks;
}

function readItem(cursor: Cursor, reading: TokenReading): ListItem {
  const task = cursor.tokens[cursor.at + 1]?.children?.[0];
  const blocks = readInside(cursor, reading);
  return task?.type === 'task' ? { blocks, checked: task.info === CHECKED } : { blocks };
}

function readList(list: Token, cursor: Cursor, flow: Flow, reading: TokenReading): void {
  const items: ListItem[] = [];
  for (let item = next(cursor); item?.nesting === 1; item = next(cursor))
    items.push(readItem(cursor, reading));
  const ordered = list.type === 'ordered_list_open';
  const start = Number(list.attrGet('start') ?? 1);
  flow.blocks.push({ kind: 'list', ordered, ...(ordered && start !== 1 ? { start } : {}), items });
}

const inBold = (block: TreeBlock): TreeBlock =>
  block.kind === 'paragraph'
    ? {
        ...block,
        content: block.content.map((each) => (each.kind === 'text' ? { ...each, bold: true } : each)),
      }
    : block;

/** Reads a definition list as in HTML: an item for each term, in bold, with its definitions. */
function readDefinitions(cursor: Cursor, flow: Flow, reading: TokenReading): void {
  const items: { blocks: TreeBlock[]; terms: number }[] = [];
  for (let part = next(cursor); part?.nesting === 1; part = next(cursor)) {
    const blocks = readInside(cursor, reading);
    if (part.type === 'dt_open') items.push({ blocks: blocks.map(inBold), terms: blocks.length });
    else appendAll(items.at(-1)?.blocks ?? [], blocks);
  }
  if (items.length > 0) flow.blocks.push({ kind: 'list', ordered: false, items });
}

const ALIGN = /^text-align:(left|center|right)$/;

function alignOf(cell: Token): 'left' | 'center' | 'right' | undefined {
  const align = ALIGN.exec(String(cell.attrGet('style') ?? ''))?.[1];
  return align === 'left' || align === 'center' || align === 'right' ? align : undefined;
}

function readTable(cursor: Cursor, flow: Flow, reading: TokenReading): void {
  const rows: TreeCell[][] = [];
  let only: TreeBlock[] = [];
  let cells = 0;
  let depth = 1;
  for (let token = next(cursor); token !== undefined; token = next(cursor)) {
    if (token.type === 'tr_open') rows.push([]);
    if (token.type === 'th_open' || token.type === 'td_open') {
      const blocks = readInside(cursor, reading);
      const align = alignOf(token);
      rows.at(-1)?.push(align === undefined ? (plainText(blocks) ?? { blocks }) : { blocks, align });
      only = blocks;
      cells += 1;
    } else {
      depth += token.nesting;
      if (depth === 0) break;
    }
  }
  // As in HTML, a single cell does not count as a table.
  if (cells === 1) for (const block of only) flow.blocks.push(block);
  else if (cells > 1) flow.blocks.push({ kind: 'table', header_rows: 1, rows });
}

function addFence({ info, content, type }: Token, flow: Flow, { markdown }: TokenReading): void {
  const [name = ''] = type === 'fence' ? markdown.utils.unescapeAll(info).trim().split(/\s+/) : [];
  addCode(flow, content, name === '' ? undefined : languageOf(`language-${name}`));
}

function readBlock(token: Token, cursor: Cursor, flow: Flow, reading: TokenReading): void {
  switch (token.type) {
    case 'inline':
      readInline(token.children ?? [], flow, reading);
      return;
    case 'math':
      addMath(flow, token);
      return;
    case 'notes':
      return;
    case 'paragraph_open':
      if (token.hidden) {
        // A paragraph of a tight list, not a block of its own: a formula joins its line.
        readTokens(cursor, flow, reading);
        return;
      }
      break;
    default:
  }
  flush(flow);
  switch (token.type) {
    case 'heading_open': {
      const inner = createFlow();
      readTokens(cursor, inner, reading);
      addHeading(flow, Number(token.tag.slice(1)), takeLine(inner).flat());
      const id = idOf(token);
      const heading = flow.blocks.at(-1);
      if (id !== undefined && heading !== undefined)
        flow.blocks[flow.blocks.length - 1] = withAnchors(heading, [id]);
      break;
    }
    case 'dl_open':
      readDefinitions(cursor, flow, reading);
      break;
    case 'page_break':
      flow.blocks.push({ kind: 'page_break' });
      break;
    case 'bullet_list_open':
    case 'ordered_list_open':
      readList(token, cursor, flow, reading);
      break;
    case 'blockquote_open': {
      const blocks = readInside(cursor, reading);
      if (blocks.length > 0) flow.blocks.push({ kind: 'quote', blocks });
      break;
    }
    case 'table_open':
      readTable(cursor, flow, reading);
      break;
    case 'fence':
    case 'code_block':
      addFence(token, flow, reading);
      break;
    case 'hr':
      flow.blocks.push({ kind: 'rule' });
      break;
    default:
      if (token.nesting === 1) readTokens(cursor, flow, reading);
      flush(flow);
  }
}

/**
 * Reads tokens without HTML into a flow, up to the end of the current block. markdown-it limits nesting to 100 levels.
 */
function readTokens(cursor: Cursor, flow: Flow, reading: TokenReading): void {
  for (let token = next(cursor); token !== undefined && token.nesting >= 0; token = next(cursor))
    readBlock(token, cursor, flow, reading);
}

/** Reads one block into a flow. */
export function readNext(cursor: Cursor, flow: Flow, reading: TokenReading): void {
  const token = next(cursor);
  if (token !== undefined) readBlock(token, cursor, flow, reading);
}
