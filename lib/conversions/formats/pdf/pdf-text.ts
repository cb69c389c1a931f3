import type { ParsedPage } from '@llamaindex/liteparse';
import { parsePages } from '../../backends/liteparse/liteparse-config.ts';
import { isRecognized, sourceOfParsedPage } from '../../backends/liteparse/parsed-page.ts';
import { type PdfiumFile, withPdfiumFile } from '../../backends/pdfium/pdfium-file.ts';
import { appendAll } from '../../base/arrays.ts';
import { countEach } from '../../base/count-of.ts';
import type { HiddenText } from '../../document/document-model.ts';
import type { FileResult } from '../../engine/role.ts';
import { leftOutWarning } from '../../shared/left-out-parts.ts';
import { undrawnRuns } from './form-fields.ts';
import { hiddenTextOf, withoutHidden } from './hidden-report.ts';
import { onlyIn } from './liteparse-tree.ts';
import { unshownOn } from './page-comments.ts';
import { type TextPage, textPages } from './page-runs.ts';
import { readPdfParts } from './pdf-info.ts';
import { batchPages, readBatches } from './read-batches.ts';
import type { PdfRequest } from './read-options.ts';
import { readReport } from './read-report.ts';
import { textOfRuns } from './text-of-page.ts';

// What PDFium's text of a page leaves out.
const notes = { extractAnnotations: true, extractFormFields: true };

/** The text of a page with what its form fields and remarks show. */
function textOfPage({ found }: TextPage, noted: ParsedPage | undefined): string {
  const { runs, aside, hidden, turns } = found;
  const text = (all: typeof runs): string =>
    [textOfRuns(all), ...aside.map((line) => line.text)].filter((part) => part !== '').join('\n');
  if (noted === undefined) return text(runs);
  const { runs: seen } = sourceOfParsedPage({
    ...noted,
    textItems: [...withoutHidden(noted.textItems, hidden)],
  });
  // The runs of a rotated page have other coordinates than its fields.
  if (turns !== 0) return [text(runs), textOfRuns(undrawnRuns(seen, noted))].join('\n').trimEnd();
  const all = [...runs, ...onlyIn(seen, runs)];
  return text([...all, ...undrawnRuns(all, noted)]);
}

async function textOfFile(input: Uint8Array, request: PdfRequest, file: PdfiumFile): Promise<FileResult> {
  const texts: { readonly number: number; readonly text: string }[] = [];
  let recognized = 0;
  const hidden: HiddenText[] = [];
  const unshown: string[] = [];
  const keepsHidden = request.options.hidden === 'keep';
  const counts = await readBatches(input, file, request, {
    size: batchPages.text,
    read: async (numbers) => await textPages(file, numbers, { keepsHidden }),
    use: async (pages) => {
      const numbers = pages.flatMap((page) => ('found' in page && page.hasNotes ? [page.pageNum] : []));
      const parsed = await parsePages(input, request.options, notes, numbers);
      const noted = new Map(parsed.map((page) => [page.pageNum, page]));
      for (const page of pages) {
        const number = page.pageNum;
        if (!('found' in page)) {
          if (isRecognized(page)) recognized += 1;
          texts.push({ number, text: textOfRuns(sourceOfParsedPage(page).runs) });
        } else {
          const note = noted.get(number);
          if (note !== undefined) appendAll(unshown, unshownOn(note, false));
          appendAll(hidden, hiddenTextOf(number, page.found));
          texts.push({ number, text: textOfPage(page, note) });
        }
      }
    },
  });
  const blank = texts.filter(({ text }) => text.trim() === '').map(({ number }) => number);
  const report = await readReport(input, request, { counts, blank, recognized, hidden });
  appendAll(unshown, await readPdfParts(file));
  return {
    bytes: Buffer.from(`${texts.map(({ text }) => text).join('\n\f')}\n`),
    ...report,
    warnings: [...report.warnings, ...leftOutWarning(countEach(unshown))],
  };
}

/** Converts a PDF to a text file with form feeds between pages. */
export async function convertToText(input: Uint8Array, request: PdfRequest): Promise<FileResult> {
  return await withPdfiumFile(input, request.options.password, (file) => textOfFile(input, request, file));
}
