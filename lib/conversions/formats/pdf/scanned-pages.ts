import type { ParsedPage } from '@llamaindex/liteparse';
import { liteparseConfig, parseWithLiteparse } from '../../backends/liteparse/liteparse-config.ts';
import { pdfReadOptions } from '../../backends/tesseract/ocr-options.ts';
import type { EngineRequest } from '../../engine/engine.ts';
import type { PageCounts } from './read-batches.ts';

const isPicture = ({ complexity }: ParsedPage): boolean =>
  complexity !== undefined && (complexity.fullPageImage || complexity.imageCoverage > 0.5);

/** Whether a page's text was told from its picture. */
export const isRecognized = (page: ParsedPage): boolean =>
  page.textItems.some((item) => item.confidence !== undefined) &&
  page.textItems.every((item) => item.confidence !== undefined);

/**
 * Those of some pages without text that are pictures nobody was to read. They are looked at again: few documents have any.
 */
export async function scansAmong(
  input: Uint8Array,
  request: EngineRequest,
  numbers: readonly number[],
): Promise<number[]> {
  const { ocr } = pdfReadOptions.parse(request.options);
  if (numbers.length === 0 || ocr !== 'never') return [];
  const { pages } = await parseWithLiteparse(input, {
    ...liteparseConfig(request.options),
    ocrEnabled: false,
    includeComplexity: true,
    maxPages: numbers.length,
    targetPages: numbers.join(','),
  });
  return pages.filter(isPicture).map((page) => page.pageNum);
}

const listed = (numbers: readonly number[]): string =>
  numbers.length > 10
    ? `${numbers.slice(0, 10).join(', ')} and ${numbers.length - 10} more`
    : numbers.join(', ');

/** What a client is told of pages that are not in the result. */
export function readWarnings(scans: readonly number[], { asked, read }: PageCounts): string[] {
  return [
    ...(scans.length > 0 ? [`Pages that are images hold no text and were left out: ${listed(scans)}.`] : []),
    ...(read < asked ? [`Pages that are damaged and could not be read: ${asked - read}.`] : []),
  ];
}
