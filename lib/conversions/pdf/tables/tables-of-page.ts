import type { LayoutBlock, ParsedPage } from '@llamaindex/liteparse';
import type { PageTable } from './page-table.ts';

const plain = (markdown: string): string =>
  markdown
    .replaceAll(/\\([\\*_`~])|\*{1,3}/g, (_, escaped: string | undefined) => escaped ?? '')
    .replaceAll(/\s+/g, ' ')
    .trim();

function toTable({ header, rows = [], bbox }: LayoutBlock): PageTable[] {
  if (bbox === undefined) return [];
  const cells = [...(header === undefined ? [] : [header]), ...rows].map((row) =>
    row.map((cell) => ({ text: plain(cell.text) })),
  );
  return [{ bbox, rows: cells, headerRows: header === undefined ? 0 : 1, confidence: 0.5 }];
}

/**
 * The tables of a page in reading order. The page is one parsed with `extractBlocks`, `extractVectorGraphics` and
 * `emitWordBoxes`; without the latter two, ruled lines and words inside a run of text aren't seen.
 */
export function tablesOfPage(page: ParsedPage): PageTable[] {
  return (page.blocks ?? []).filter((block) => block.kind === 'table').flatMap(toTable);
}
