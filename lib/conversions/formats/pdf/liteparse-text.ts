import type { ParsedPage, ParseResult } from '@llamaindex/liteparse';
import { isRecognized, sourceOfParsedPage } from '../../backends/liteparse/parsed-page.ts';
import { type PdfiumFile, withPdfiumFile } from '../../backends/pdfium/pdfium-file.ts';
import { appendAll } from '../../base/arrays.ts';
import { countEach } from '../../base/count-of.ts';
import type { HiddenText } from '../../document/document-model.ts';
import type { FileResult } from '../../engine/role.ts';
import { leftOutWarning } from '../../shared/left-out-parts.ts';
import type { TextRun } from '../../shared/page-layout/text-run.ts';
import { hasAccentsBetween, withAccents } from './accented-words.ts';
import { undrawnRuns } from './form-fields.ts';
import { hiddenTextOf } from './hidden-report.ts';
import { unshownOn } from './page-comments.ts';
import { hidingPages, runsOfPages } from './page-runs.ts';
import { readPdfParts } from './pdf-info.ts';
import { batchPages, readBatches } from './read-batches.ts';
import type { PdfRequest } from './read-options.ts';
import { readReport } from './read-report.ts';
import { columnLinesOfRuns, isRightToLeftPage, linesOfRuns, mayBeOfTex, textOfPage } from './text-of-page.ts';
import type { PdfiumPage } from './text-runs/text-runs.ts';

interface PageText {
  readonly number: number;
  readonly text: string;
}

/** The runs that are read in place of the page's layout. */
const runsInstead = (page: ParsedPage, found: PdfiumPage | undefined): readonly TextRun[] =>
  found !== undefined && (isRightToLeftPage(page) || found.hidden.length > 0) ? found.runs : [];

const lettersIn = (text: string): number => text.replaceAll(/[^\p{L}\p{N}]/gu, '').length;

// Share of a page's letters that its runs have; with fewer they miss some, such as values of form fields.
const MIN_LETTERS = 0.95;

/** The text of a page whose accents and ligatures liteparse does not read. Of a page with few of them, only their words are replaced. */
function textOfTex(page: ParsedPage, { isOfTex, turns, aside, runs }: PdfiumPage): string {
  const text = textOfPage(page);
  if (!isOfTex && !hasAccentsBetween(text)) return text;
  const read = columnLinesOfRuns(runs);
  const isWhole = turns === 0 && aside.length === 0 && lettersIn(read) >= lettersIn(page.text) * MIN_LETTERS;
  return isOfTex && isWhole ? read : withAccents(text, read);
}

/** The text of a page with the values of its form fields and what was typed onto it, where the page's own text lacks them. */
function withUndrawn(text: string, page: ParsedPage, found: readonly TextRun[], turns = 0): string {
  const { runs } = sourceOfParsedPage(page);
  const added = undrawnRuns(runs, page);
  if (added.length === 0) return text;
  // The runs of a rotated page have other coordinates than its fields.
  if (turns !== 0) return `${text}\n${linesOfRuns(added)}`;
  return columnLinesOfRuns([...(found.length > 0 ? found : runs), ...added]);
}

const numberOf = ({ pageNum }: ParsedPage): number => pageNum;

async function textOfFile(input: Uint8Array, request: PdfRequest, file: PdfiumFile): Promise<FileResult> {
  const pages: PageText[] = [];
  let recognized = 0;
  const hidden: HiddenText[] = [];
  const unshown: string[] = [];
  const keepsHidden = request.options.hidden === 'keep';
  const use = async (batch: ParseResult, hiding: ReadonlySet<number>): Promise<void> => {
    const written = batch.pages.filter((page) => !isRecognized(page));
    const rightToLeft = new Set(written.filter(isRightToLeftPage).map(numberOf));
    const others = written.filter((page) => mayBeOfTex(page) || hiding.has(page.pageNum)).map(numberOf);
    const byCharacter = new Set([...rightToLeft, ...others]);
    const characters = await runsOfPages(file, [...byCharacter], { keepsHidden }, rightToLeft);
    for (const page of batch.pages) {
      appendAll(unshown, unshownOn(page, false));
      const { pageNum: number } = page;
      const isOcr = isRecognized(page);
      const seen = characters.get(number);
      if (seen !== undefined) appendAll(hidden, hiddenTextOf(number, seen));
      if (isOcr) recognized += 1;
      // Recognized words are in reading order. The text of the layout has them in reverse.
      const found =
        isOcr && isRightToLeftPage(page) ? sourceOfParsedPage(page).runs : runsInstead(page, seen);
      const read = (): string => (seen === undefined ? textOfPage(page) : textOfTex(page, seen));
      const text = found.length > 0 ? linesOfRuns(found) : read();
      pages.push({ number, text: withUndrawn(text, page, found, seen?.turns) });
    }
  };
  const counts = await readBatches(
    input,
    file,
    request,
    { extractAnnotations: true, extractFormFields: true },
    {
      size: batchPages.text,
      beside: async (numbers) => (keepsHidden ? undefined : await hidingPages(file, numbers)),
      use: (batch, hiding) => use(batch, hiding ?? new Set()),
    },
  );
  const blank = pages.filter((page) => page.text.trim() === '').map((page) => page.number);
  const report = await readReport(input, request, { counts, blank, recognized, hidden });
  appendAll(unshown, await readPdfParts(file));
  return {
    bytes: Buffer.from(`${pages.map((page) => page.text).join('\n\f')}\n`),
    ...report,
    warnings: [...report.warnings, ...leftOutWarning(countEach(unshown))],
  };
}

/** Converts a PDF to a text file with form feeds between pages. */
export async function convertToText(input: Uint8Array, request: PdfRequest): Promise<FileResult> {
  return await withPdfiumFile(input, request.options.password, (file) => textOfFile(input, request, file));
}
