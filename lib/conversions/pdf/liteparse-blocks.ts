import type { LayoutBlock, ParsedPage } from '@llamaindex/liteparse';
import type { LooseBlock } from '../documents/document.ts';
import { headingLevel } from './heading-size.ts';
import { rightToLeftShare, toReadingOrder } from './right-to-left.ts';

/** Plain text of a block's markdown: emphasis marks go, escaped characters stay. */
function plain(markdown: string): string {
  return markdown
    .replaceAll(/\\([\\*_`~])|\*{1,3}/g, (_, escaped: string | undefined) => escaped ?? '')
    .trim();
}

function tableRows(block: LayoutBlock): string[][] {
  const rows = [...(block.header === undefined ? [] : [block.header]), ...(block.rows ?? [])];
  const texts = rows.map((row) => row.map((cell) => plain(cell.text).replaceAll(/\s+/g, ' ')));
  const width = Math.max(0, ...texts.map((row) => row.length));
  return texts
    .filter((row) => row.some((cell) => cell !== ''))
    .map((row) => [...row, ...Array<string>(width - row.length).fill('')]);
}

function toBlock(block: LayoutBlock, page: ParsedPage, bodySize: number): LooseBlock[] {
  const text = plain(block.text ?? '');
  const number = page.pageNum;
  switch (block.kind) {
    case 'heading':
      // Headings carry no emphasis and no escapes.
      return [{ kind: 'heading', text: (block.text ?? '').trim(), page: number, level: block.level ?? 1 }];
    case 'paragraph': {
      const level = headingLevel(block, page, bodySize);
      return [
        level === undefined
          ? { kind: 'paragraph', text, page: number }
          : { kind: 'heading', text, page: number, level },
      ];
    }
    case 'list_item':
      return [{ kind: 'list_item', text: `${block.marker ?? '•'} ${text}`, page: number }];
    case 'code':
    case 'grid_fallback':
      return [{ kind: 'code', text: (block.lines ?? []).join('\n'), page: number }];
    case 'table': {
      const rows = tableRows(block);
      return [{ kind: 'table', text: rows.map((row) => row.join('\t')).join('\n'), page: number, rows }];
    }
    default:
      return [];
  }
}

const letters = (text: string): number => text.match(/[\p{L}\p{N}]/gu)?.length ?? 0;
const squeeze = (text: string): string => text.replaceAll(/\s+/g, '');

// A page with this share of right-to-left letters is read line by line: the layout analysis joins lines, and after that
// the order of words can't be put right.
const RTL_PAGE = 0.3;
const isRightToLeft = (page: ParsedPage): boolean => rightToLeftShare(page.text) > RTL_PAGE;

/** A page's lines as paragraphs, split at blank lines and at those lines that are headings. */
function paragraphs(page: ParsedPage, known: readonly LooseBlock[]): LooseBlock[] {
  const levels = new Map(
    known.flatMap(({ kind, text, level = 1 }) =>
      kind === 'heading' ? [[squeeze(text), level] as const] : [],
    ),
  );
  const blocks: LooseBlock[] = [];
  let lines: string[] = [];
  const flush = (): void => {
    blocks.push({ kind: 'paragraph', text: lines.join('\n'), page: page.pageNum });
    lines = [];
  };
  for (const raw of page.text.split('\n')) {
    const line = toReadingOrder(raw)
      .trim()
      .replaceAll(/[ \t]{2,}/g, ' ');
    const level = levels.get(squeeze(raw));
    if (line === '' || level !== undefined) flush();
    if (level !== undefined) blocks.push({ kind: 'heading', text: line, page: page.pageNum, level });
    else if (line !== '') lines.push(line);
  }
  flush();
  return blocks;
}

// The layout analysis sometimes drops a box; beyond this loss the plain lines are the better text.
const TOLERATED_LOSS = 0.02;

/** A page as blocks in reading order. `bodySize` is the size of most of the document's letters, in points. */
export function blocksOfPage(page: ParsedPage, bodySize: number): LooseBlock[] {
  const blocks = (page.blocks ?? []).flatMap((block) => toBlock(block, page, bodySize));
  const kept = blocks.reduce((sum, block) => sum + letters(block.text), 0);
  const isComplete = kept >= letters(page.text) * (1 - TOLERATED_LOSS);
  return isComplete && !isRightToLeft(page) ? blocks : paragraphs(page, blocks);
}

/** A page's lines as they lie on the page, without the margin common to all of them. */
function linesAsLaidOut(page: ParsedPage): string {
  const lines = page.text.split('\n').map((line) => line.trimEnd());
  if (isRightToLeft(page)) return lines.map(toReadingOrder).join('\n');
  const indents = lines.filter((line) => line !== '').map((line) => line.length - line.trimStart().length);
  const margin = Math.min(...(indents.length > 0 ? indents : [0]));
  return lines.map((line) => line.slice(margin)).join('\n');
}

/** A page as a text file: lines as laid out, but columns one after the other. */
export function textOfPage(page: ParsedPage, blocks: readonly LooseBlock[]): string {
  const columns = page.complexity?.layout?.columnCount ?? 1;
  if (columns < 2 || isRightToLeft(page)) return linesAsLaidOut(page);
  return blocks.map((block) => block.text).join('\n\n');
}
