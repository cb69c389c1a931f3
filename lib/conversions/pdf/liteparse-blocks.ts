import type { LayoutBlock, ParsedPage } from '@llamaindex/liteparse';
import type { LooseBlock } from '../documents/document.ts';

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

function toBlock(block: LayoutBlock, page: number): LooseBlock[] {
  const text = plain(block.text ?? '');
  switch (block.kind) {
    case 'heading':
      // Headings carry no emphasis and no escapes.
      return [{ kind: 'heading', text: (block.text ?? '').trim(), page, level: block.level ?? 1 }];
    case 'paragraph':
      return [{ kind: 'paragraph', text, page }];
    case 'list_item':
      return [{ kind: 'list_item', text: `${block.marker ?? '•'} ${text}`, page }];
    case 'code':
    case 'grid_fallback':
      return [{ kind: 'code', text: (block.lines ?? []).join('\n'), page }];
    case 'table': {
      const rows = tableRows(block);
      return [{ kind: 'table', text: rows.map((row) => row.join('\t')).join('\n'), page, rows }];
    }
    default:
      return [];
  }
}

const letters = (text: string): number => text.match(/[\p{L}\p{N}]/gu)?.length ?? 0;

/** A page's lines as paragraphs, split at blank lines. */
function paragraphs(page: ParsedPage): LooseBlock[] {
  return page.text.split(/\n\s*\n/).map((text) => ({
    kind: 'paragraph',
    text: text.replaceAll(/[ \t]{2,}/g, ' ').replaceAll(/^ | $/gm, ''),
    page: page.pageNum,
  }));
}

// The layout analysis sometimes drops a box; beyond this loss the plain lines are the better text.
const TOLERATED_LOSS = 0.02;

/** A page as blocks in reading order. */
export function blocksOfPage(page: ParsedPage): LooseBlock[] {
  const blocks = (page.blocks ?? []).flatMap((block) => toBlock(block, page.pageNum));
  const kept = blocks.reduce((sum, block) => sum + letters(block.text), 0);
  return kept >= letters(page.text) * (1 - TOLERATED_LOSS) ? blocks : paragraphs(page);
}

/** A page's lines as they lie on the page, without the margin common to all of them. */
function linesAsLaidOut(page: ParsedPage): string {
  const lines = page.text.split('\n').map((line) => line.trimEnd());
  const indents = lines.filter((line) => line !== '').map((line) => line.length - line.trimStart().length);
  const margin = Math.min(...(indents.length > 0 ? indents : [0]));
  return lines.map((line) => line.slice(margin)).join('\n');
}

/** A page as a text file: lines as laid out, but columns one after the other. */
export function textOfPage(page: ParsedPage): string {
  const columns = page.complexity?.layout?.columnCount ?? 1;
  if (columns < 2) return linesAsLaidOut(page);
  return blocksOfPage(page)
    .map((block) => block.text)
    .join('\n\n');
}
