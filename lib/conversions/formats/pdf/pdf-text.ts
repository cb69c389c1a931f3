import { sourceOfRecognized } from '../../backends/liteparse/parsed-page.ts';
import type { Pin } from '../../backends/pdfium/document-details.ts';
import { type PdfiumFile, withPdfiumFile } from '../../backends/pdfium/pdfium-file.ts';
import { appendAll } from '../../base/arrays.ts';
import { countEach } from '../../base/count-of.ts';
import { attachmentHeading, attachmentLine } from '../../document/attachment-blocks.ts';
import type { FileResult } from '../../engine/role.ts';
import { turnedSize } from '../../shared/geometry/quarter-turns.ts';
import { leftOutWarning } from '../../shared/left-out-parts.ts';
import { undrawnRuns } from './form-fields.ts';
import { hiddenTextOf } from './hidden-report.ts';
import type { PageAnnotation } from './page-annotations.ts';
import { pinsOf, unshownOn } from './page-comments.ts';
import { readRuns } from './page-runs.ts';
import { readPdfAttachments, readPdfParts } from './pdf-info.ts';
import { batchPages, readBatches } from './read-batches.ts';
import type { PdfRequest } from './read-options.ts';
import { readReport } from './read-report.ts';
import type { ReadPage } from './recognize-scans.ts';
import { textOfRuns } from './text-of-page.ts';
import type { PdfiumPage } from './text-runs/text-runs.ts';
import { readXfaForm, xfaLines, xfaWarning } from './xfa-form.ts';

/** A page as it is read for its text. Its `text` also contains what cannot be seen. */
interface TextPage extends ReadPage {
  readonly shown: string;
  readonly annotations: readonly PageAnnotation[];
}

const textOfPage = ({ runs, aside }: Pick<PdfiumPage, 'runs' | 'aside'>): string =>
  [textOfRuns(runs), ...aside.map(({ text }) => text)].filter((text) => text !== '').join('\n');

/** Reads some pages for their text, without damaged ones. */
export async function textPages(
  file: PdfiumFile,
  numbers: readonly number[],
  keepsHidden: boolean,
): Promise<readonly TextPage[]> {
  // Most pages become text at once: their runs would fill the memory of a long document.
  return await readRuns(file, numbers, { keepsHidden }, (found, _, __, pageNum): TextPage => {
    const runs = [...found.runs, ...undrawnRuns(found.runs, found.annotations)];
    const shown = textOfPage({ runs, aside: found.aside });
    const hidden = hiddenTextOf(pageNum, found);
    return {
      ...turnedSize(found, found.turns),
      pageNum,
      text: [shown, ...hidden.map(({ text }) => text)].join('\n'),
      shown,
      losesText: found.losesText,
      hidden,
      annotations: found.annotations,
    };
  });
}

async function textOfFile(input: Uint8Array, request: PdfRequest, file: PdfiumFile): Promise<FileResult> {
  const texts: { readonly number: number; readonly text: string }[] = [];
  let hasFields = false;
  const unshown: string[] = [];
  const pins: Pin[] = [];
  const keepsHidden = request.options.hidden === 'keep';
  // Before signatures become part of their pages.
  const parts = await readPdfParts(file);
  const counts = await readBatches(input, file, request, {
    size: batchPages.text,
    read: async (numbers) => await textPages(file, numbers, keepsHidden),
    use: (pages) => {
      for (const page of pages) {
        const number = page.pageNum;
        if ('shown' in page) {
          hasFields ||= page.annotations.some(
            ({ field }) => field !== undefined && field.type !== 'signature',
          );
          appendAll(unshown, unshownOn(page.annotations, { showsComments: false, struck: [] }));
          appendAll(pins, pinsOf(number, page.annotations));
          texts.push({ number, text: page.shown });
        } else texts.push({ number, text: textOfRuns(sourceOfRecognized(page).runs) });
      }
    },
  });
  const blank = texts.filter(({ text }) => text.trim() === '').map(({ number }) => number);
  const xfa = hasFields ? undefined : await readXfaForm(file);
  appendAll(unshown, xfa === undefined ? parts : parts.filter((part) => part !== 'XFA form'));
  const { password } = request.options;
  const attached = await readPdfAttachments(file, input, password, { isMeasured: false, pins });
  const after = [
    ...(xfa === undefined ? [] : [xfaLines(xfa)]),
    ...(attached.length === 0
      ? []
      : [[attachmentHeading, ...attached.map((each) => `- ${attachmentLine(each)}`)]]),
  ];
  const hasMore = after.length > 0;
  const report = await readReport(input, request, { counts, blank, hasMore });
  return {
    bytes: Buffer.from(
      `${texts.map(({ text }) => text).join('\n\f')}\n${after.map((lines) => `\n${lines.join('\n')}\n`).join('')}`,
    ),
    ...report,
    warnings: [
      ...report.warnings,
      ...(xfa === undefined ? [] : [xfaWarning]),
      ...leftOutWarning(countEach(unshown)),
    ],
  };
}

/** Converts a PDF to a text file with form feeds between pages. */
export async function convertToText(input: Uint8Array, request: PdfRequest): Promise<FileResult> {
  return await withPdfiumFile(input, request.options.password, (file) => textOfFile(input, request, file));
}
