import type { ParsedPage } from '@llamaindex/liteparse';
import { liteparseConfig, parseWithLiteparse } from '../../backends/liteparse/liteparse-config.ts';
import { listed } from '../../base/count-of.ts';
import type { PdfRequest } from './pdf-request.ts';
import type { PageCounts } from './read-batches.ts';

const isImage = ({ complexity }: ParsedPage): boolean =>
  complexity !== undefined && (complexity.fullPageImage || complexity.imageCoverage > 0.5);

/**
 * Finds the pages without text that are images and were not recognized because the client forbade it. Parses them a second
 * time, since few documents have any.
 */
export async function scansAmong(
  input: Uint8Array,
  { options }: PdfRequest,
  numbers: readonly number[],
): Promise<number[]> {
  if (numbers.length === 0 || options.ocr !== 'never') return [];
  const { pages } = await parseWithLiteparse(input, {
    ...liteparseConfig(options),
    ocrEnabled: false,
    includeComplexity: true,
    maxPages: numbers.length,
    targetPages: numbers.join(','),
  });
  return pages.filter(isImage).map((page) => page.pageNum);
}

/** Warnings about pages that are missing in the result. */
export function readWarnings(scans: readonly number[], { asked, read }: PageCounts): string[] {
  return [
    ...(scans.length > 0 ? [`Image-only pages have no text and were left out: ${listed(scans)}.`] : []),
    ...(read < asked
      ? [`${asked - read} damaged ${asked - read === 1 ? 'page' : 'pages'} could not be read.`]
      : []),
  ];
}
