import type { ParsedPage } from '@llamaindex/liteparse';
import {
  hasPlainSigns,
  type Sign,
  withOriginalCells,
  withOriginalSigns,
} from '../../backends/liteparse/original-signs.ts';
import { isRecognized, sourceOfParsedPage } from '../../backends/liteparse/parsed-page.ts';
import { isNumberedCaption } from '../../shared/page-layout/caption.ts';
import type { SourcePage } from '../../shared/page-layout/text-run.ts';

const hasSigns = ({ tables, runs }: SourcePage): boolean =>
  tables.some(({ caption = '', rows }) =>
    [caption, ...rows.flatMap((row) => row.map(({ text }) => text))].some(hasPlainSigns),
  ) ||
  (tables.length > 0 && runs.some(({ text }) => hasPlainSigns(text) && isNumberedCaption(text)));

/**
 * Pages whose text has no styles, for their tables and the captions beside these. Both have the dashes and quotation marks of the
 * file, which `readSigns` reads, by the numbers of the pages.
 */
export async function tablePages(
  pages: readonly ParsedPage[],
  readSigns: (numbers: readonly number[]) => Promise<ReadonlyMap<number, readonly Sign[]>>,
): Promise<SourcePage[]> {
  const found = pages.map((page) => ({ source: sourceOfParsedPage(page), isScan: isRecognized(page) }));
  const asked = found.filter(({ source, isScan }) => !isScan && hasSigns(source));
  const signs = await readSigns(asked.map(({ source }) => source.number));
  return found.map(({ source }) => {
    const own = signs.get(source.number);
    if (own === undefined) return source;
    return {
      ...source,
      tables: withOriginalCells(source.tables, own),
      runs: withOriginalSigns(source.runs, own),
    };
  });
}
