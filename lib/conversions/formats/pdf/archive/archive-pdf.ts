import { countOf } from '../../../base/count-of.ts';
import type { ArchiveStandard } from '../../../engine/options.ts';
import { ConversionError } from '../../../errors.ts';
import { fixAnnotations } from './annotations.ts';
import { archiveMetadata } from './archive-metadata.ts';
import { fixColours } from './colours.ts';
import { fixFonts } from './fonts.ts';
import { removeForbidden } from './forbidden-entries.ts';
import { fixLayers } from './layers.ts';
import { openPdf, savePdf } from './pdf-file.ts';
import { scanPages } from './scan-pages.ts';
import { unfixableReasons } from './unfixable.ts';

/** A PDF that conforms to a standard, and what that took. */
export interface ArchivedPdf {
  readonly bytes: Uint8Array;
  /** Each `wanted -> used`. */
  readonly fontsSubstituted: readonly string[];
  readonly warnings: readonly string[];
}

/** Throws `unsupported_content` with the reasons why the pages cannot conform. */
function refuse(standard: ArchiveStandard, reasons: readonly string[]): never {
  const shown = reasons.slice(0, 5).join('; ');
  const more = reasons.length > 5 ? `; and ${reasons.length - 5} more` : '';
  throw new ConversionError(
    'unsupported_content',
    `The PDF cannot be made to conform to "${standard}": ${shown}${more}. Change the document, or omit "pdf_standard".`,
  );
}

/**
 * Makes an existing PDF conform to PDF/A-2 or PDF/A-3 (ISO 19005-2, ISO 19005-3), without a change of how its pages look.
 * Throws ConversionError `unsupported_content` with the reason if that is impossible.
 */
export async function archivePdf(bytes: Uint8Array, standard: ArchiveStandard): Promise<ArchivedPdf> {
  const file = await openPdf(bytes);
  const { catalog, context, set, lib } = file;
  const part = Number(standard[2]);
  const keepsFiles = part === 3;
  const removed = removeForbidden(file, keepsFiles);
  const lost = fixAnnotations(file, keepsFiles);
  fixLayers(file);
  const contents = scanPages(file);
  fixColours(file, contents.hasCmyk);
  const fonts = await fixFonts(file, contents, standard.endsWith('u'));
  const reasons = [...fonts.reasons, ...unfixableReasons(file, contents)];
  if (reasons.length > 0) refuse(standard, reasons);
  const metadata = archiveMetadata(file, { part, level: standard.endsWith('u') ? 'U' : 'B' });
  const stream = context.stream(Buffer.from(metadata), { Type: 'Metadata', Subtype: 'XML' });
  set(catalog, 'Metadata', context.register(stream));
  // PDF/A-2 and -3 are based on PDF 1.7.
  file.remove(catalog, 'Version', 'Extensions');
  context.header = lib.PDFHeader.forVersion(1, 7);
  return {
    bytes: await savePdf(file),
    fontsSubstituted: fonts.substituted,
    warnings: [
      ...(lost > 0
        ? [
            `${countOf(lost, 'annotation')} that "${standard}" does not allow ${lost === 1 ? 'was' : 'were'} removed.`,
          ]
        : []),
      ...(removed.scripts > 0 ? [`Scripts and actions that "${standard}" does not allow were removed.`] : []),
      ...(removed.files > 0
        ? [`Attached files were removed: "${standard}" does not allow them. "a-3b" does.`]
        : []),
    ],
  };
}
