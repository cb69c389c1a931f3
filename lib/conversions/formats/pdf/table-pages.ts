import type { ParsedPage } from '@llamaindex/liteparse';
import {
  hasPlainSigns,
  type Sign,
  withOriginalCells,
  withOriginalSigns,
} from '../../backends/liteparse/original-signs.ts';
import { isRecognized, sourceOfParsedPage } from '../../backends/liteparse/parsed-page.ts';
import type { SourcePage } from '../../shared/page-layout/text-run.ts';

// Points above and below a table within which its caption is.
const REACH = 60;

/** Whether a table, or what may be its caption, has signs. */
const hasSigns = ({ runs, tables }: SourcePage): boolean =>
  tables.length > 0 &&
  runs
    .filter(({ text }) => hasPlainSigns(text))
    .some((run) =>
      tables.some(({ bbox }) => run.y < bbox.y + bbox.height + REACH && run.y + run.height > bbox.y - REACH),
    );

/**
 * Pages whose text has no styles, for their tables alone. Tables have the dashes and quotation marks of the file, which
 * `readSigns` reads, by the numbers of the pages.
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
    const { runs, tables } = source;
    return { ...source, runs: withOriginalSigns(runs, own), tables: withOriginalCells(tables, own) };
  });
}
