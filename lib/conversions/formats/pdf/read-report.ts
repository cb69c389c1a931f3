import type { ParsedPage } from '@llamaindex/liteparse';
import { corruptPdf, hiddenPdf, scannedPdf, textlessPdf } from '../../backends/pdfium/pdf-errors.ts';
import { unreadWarnings } from '../../backends/tesseract/unread-warnings.ts';
import { listed } from '../../base/count-of.ts';
import { hiddenWarnings } from '../../document/hidden-text.ts';
import { EngineRefusal } from '../../engine/engine.ts';
import { damageWarnings } from '../../shared/images/damaged-images.ts';
import type { PageCounts } from './read-batches.ts';
import type { PdfRequest } from './read-options.ts';
import { complexitiesOf } from './recognize-scans.ts';
import { pagesWithUnreadableFonts } from './unreadable-fonts.ts';

const isImage = (complexity: ParsedPage['complexity']): boolean =>
  complexity !== undefined && (complexity.fullPageImage || complexity.imageCoverage > 0.5);

/** The pages that were read, by what their text is. */
interface ReadPages {
  readonly counts: PageCounts;
  /** Numbers of the pages without text. */
  readonly blank: readonly number[];
  /** Whether the result has content beside the pages, such as attached files. */
  readonly hasMore: boolean;
}

/**
 * Returns the report on the pages of a PDF. If the result needs text and no page has any, throws ConversionError
 * `unsupported_content` for scans whose recognition the client forbade and `empty_document` for hidden text, and an
 * EngineRefusal otherwise.
 */
export async function readReport(
  input: Uint8Array,
  { options, needs }: PdfRequest,
  { counts, blank, hasMore }: ReadPages,
) {
  const { asked, read, hidden } = counts;
  const complexities = options.ocr === 'never' ? await complexitiesOf(input, options, blank) : new Map();
  const scans = blank.filter((number) => isImage(complexities.get(number)));
  if (needs.text && blank.length === read && !hasMore) {
    if (scans.length > 0) throw scannedPdf();
    if (hidden.length > 0) throw hiddenPdf();
    const damaged = counts.recognized.flatMap((page) => page.damaged ?? []);
    throw new EngineRefusal(textlessPdf(damageWarnings(damaged)));
  }
  // PDFium leaves out lone spaces, too.
  const unreadable = pagesWithUnreadableFonts(input, counts.lossy);
  return {
    pages: asked,
    ocr_pages: counts.withRecognizedText,
    warnings: [
      ...(scans.length > 0 ? [`Pages that contain only images were left out: ${listed(scans)}.`] : []),
      ...(read < asked
        ? [`${asked - read} damaged ${asked - read === 1 ? 'page' : 'pages'} could not be read.`]
        : []),
      ...(unreadable.length > 0
        ? [
            `Text in fonts that are not in the file was not read on ${unreadable.length === 1 ? 'page' : 'pages'} ${listed(unreadable)}.`,
          ]
        : []),
      ...unreadWarnings(counts.recognized),
      ...hiddenWarnings(hidden),
    ],
    incomplete: read === asked ? undefined : corruptPdf(),
  };
}
