import type * as z from 'zod';
import { runOffice } from '../../backends/libreoffice/libreoffice.ts';
import { isWorkbook, type OfficeFormat } from '../../backends/libreoffice/office-formats.ts';
import type { OfficeJob } from '../../backends/libreoffice/office-kit.ts';
import { withoutArchiveTimes } from '../../backends/libreoffice/reproducible-archive.ts';
import { countText } from '../../backends/pdfium/count-text.ts';
import { withPdfium } from '../../backends/pdfium/pdfium-file.ts';
import { EngineRefusal } from '../../engine/engine.ts';
import type { ConvertRequest, FileResult } from '../../engine/role.ts';
import { ConversionError } from '../../errors.ts';
import type { Format } from '../../formats.ts';
import { encryptedOle } from '../../shared/compound-file/open-compound.ts';
import { encryptedDocument } from '../../shared/encrypted-document.ts';
import { withoutInterpolation, withoutTimes, withoutUnsafeLinks } from '../../shared/pdf/written-pdf.ts';
import type { Changes } from '../../shared/wordprocessing/review-options.ts';
import { finishPdf } from '../pdf/operations/finish-pdf.ts';
import { decryptDocument } from './decrypt-document.ts';
import { type DocumentTraits, inspectDocument, isEncryptedWord } from './inspect-document.ts';
import type { officeOptions, officePdfOptions } from './options.ts';
import { isEncryptedPowerPoint } from './ppt-parts.ts';
import { type Prepared, prepareDocument } from './prepare/prepare-document.ts';
import { changesPages, type PageChanges, pageFormatOf, setPages } from './prepare/set-pages.ts';
import { substitutedFonts } from './requested-fonts.ts';
import { safePackage, safeRtf } from './safe-result.ts';

type PdfOptions = z.output<typeof officePdfOptions>;

const corrupt = (from: Format, cause: unknown): ConversionError =>
  new ConversionError(
    'corrupt_document',
    `The ${from} document is damaged and cannot be read. Save or export it again.`,
    { cause },
  );

/** Declines documents that LibreOffice would not convert safely or completely here. Returns the traits of the others. */
async function checkDocument(input: Uint8Array, from: Format, to: Format): Promise<DocumentTraits> {
  // LibreOffice would open it as a new document.
  if (input.byteLength === 0)
    throw new ConversionError(
      'empty_document',
      `The ${from} document is an empty file. Send the whole file.`,
    );
  if (from === 'ppt' && isEncryptedPowerPoint(input)) throw encryptedOle();
  const traits = await inspectDocument(input);
  const { hasFormulaFields, embedsDocuments } = traits;
  if (traits.vastContent !== undefined)
    throw new EngineRefusal(new ConversionError('too_complex', traits.vastContent));
  if (hasFormulaFields) {
    const message = `LibreOffice would leave out the EQ fields of the ${from} document. Save it as docx.`;
    throw new EngineRefusal(new ConversionError('unsupported_content', message));
  }
  if (embedsDocuments && traits.nestsDocuments) {
    const message = `The ${from} document contains documents that contain further ones. Insert their text.`;
    throw new EngineRefusal(new ConversionError('too_complex', message));
  }
  // No other engine writes rtf.
  if (embedsDocuments && to !== 'rtf') {
    const message = `The ${from} document contains documents in other formats. Insert their text.`;
    throw new EngineRefusal(new ConversionError('unsupported_content', message));
  }
  return traits;
}

/** Runs LibreOffice. Throws ConversionError if the password is wrong, and EngineRefusal if LibreOffice fails. */
async function converted(job: OfficeJob): Promise<Uint8Array> {
  const { input, from, password } = job;
  const { bytes, outcome, isLocked } = await runOffice(job);
  if (isLocked || (outcome !== 'done' && from === 'doc' && isEncryptedWord(input)))
    throw encryptedDocument(password !== undefined, `${from} document`);
  if (bytes === undefined || outcome !== 'done') throw new EngineRefusal(corrupt(from, new Error(outcome)));
  return bytes;
}

/** Settles the tracked changes of a document and fills its fields. */
const prepare = (
  document: Pick<OfficeJob, 'input' | 'from' | 'password'>,
  changes: Changes,
): Promise<Prepared> =>
  prepareDocument(document.input, document.from, changes, () =>
    converted({ ...document, to: 'docx', filterData: {} }),
  );

/** Converts an office document to another format. */
export async function officeToOffice(
  document: Uint8Array,
  { options, from, to, target }: ConvertRequest<typeof officeOptions, OfficeFormat, Format>,
): Promise<FileResult> {
  const { password, tracked_changes: changes } = options;
  const input = await decryptDocument(document, from, password);
  const { embedsDocuments, leftOutOfOffice } = await checkDocument(input, from, to);
  const prepared = await prepare({ input, from, password }, changes);
  const job = { input: prepared.input, from: prepared.from, to, password, filterData: {} };
  const bytes = prepared.from === to ? prepared.input : await converted(job);
  const warnings = [
    ...leftOutOfOffice,
    ...(embedsDocuments ? ['Documents inside the document may have been omitted.'] : []),
    ...(prepared.hadChanges && target?.to === to
      ? [
          `The ${changes} text was written without tracked changes. Pass "tracked_changes": "marked" to keep them.`,
        ]
      : []),
  ];
  return { bytes: to === 'rtf' ? safeRtf(bytes) : await safePackage(withoutArchiveTimes(bytes)), warnings };
}

// `SelectPdfVersion` of LibreOffice's PDF export. 0 is its default. Its PDF/UA does not conform: no page has a tab order, and
// titles, headings and alternative texts are missing (ISO 14289-1, 7.18.3).
const versions: Readonly<Partial<Record<PdfOptions['pdf_standard'], number>>> = {
  none: 0,
  'a-2b': 2,
  'a-3b': 3,
};

/** What spreadsheet programs print in place of a number or a date that is wider than its column. */
const TOO_WIDE = '###';

/** Warns of cells whose numbers are wider than their columns. */
async function narrowColumns(pdf: Uint8Array): Promise<string[]> {
  const count = await withPdfium(pdf, undefined, (document) => countText(document, TOO_WIDE));
  if (count === 0) return [];
  const cells = count === 1 ? '1 cell is' : `${count} cells are`;
  return [`${cells} printed as ### because the column is too narrow for the number. Widen the column.`];
}

/** Sets the paper, margins and scale of a text document or workbook, in its OpenDocument form. */
async function withPages(
  document: Prepared,
  password: string | undefined,
  changes: PageChanges,
): Promise<OfficeJob> {
  const format = pageFormatOf(document.from);
  const job = { ...document, to: 'pdf', password, filterData: {} };
  if (format === undefined || !changesPages(changes)) return job;
  // LibreOffice always writes page styles; other programs may leave them out.
  const input = await setPages(await converted({ ...job, to: format }), changes);
  return { ...job, input, from: format };
}

function checkPageOptions({ sheets, ...options }: PdfOptions): void {
  const names = (['page_size', 'landscape', 'margin', 'fit'] as const).filter(
    (name) => options[name] !== undefined,
  );
  if (sheets === undefined || names.length === 0) return;
  const listed = names.map((name) => `"${name}"`).join(', ');
  throw new ConversionError(
    'unsupported_content',
    `"sheets": "${sheets}" makes each page as large as its worksheet, so ${listed} cannot apply. Leave one out.`,
  );
}

/** Converts an office document to PDF. */
export async function officeToPdf(
  document: Uint8Array,
  { options, from, filename }: ConvertRequest<typeof officePdfOptions, OfficeFormat, 'pdf'>,
): Promise<FileResult> {
  const { password, pdf_standard: standard } = options;
  const version = versions[standard];
  if (version === undefined) {
    const message = `Conversion from ${from} does not support "pdf_standard": "${standard}". Use "a-2b" or "a-3b".`;
    throw new EngineRefusal(new ConversionError('unsupported_content', message));
  }
  checkPageOptions(options);
  const input = await decryptDocument(document, from, password);
  const { fontFamilies, leftOut } = await checkDocument(input, from, 'pdf');
  const prepared = await prepare({ input, from, password }, options.tracked_changes);
  const job = await withPages(prepared, password, options);
  const filterData = {
    SelectPdfVersion: version,
    UseTaggedPDF: true,
    ExportBookmarks: true,
    ExportNotes: false,
    UseLosslessCompression: options.image_quality === 100,
    Quality: options.image_quality,
    ReduceImageResolution: true,
    MaxImageResolution: options.image_dpi,
    SinglePageSheets: options.sheets !== undefined,
  };
  const bytes = withoutUnsafeLinks(await converted({ ...job, filterData }));
  const pdf = withoutTimes(standard === 'none' ? bytes : withoutInterpolation(bytes));
  const { page_size, landscape, margin, header, footer, page_numbers, pages } = options;
  const { watermark, watermark_opacity, watermark_angle, watermark_color } = options;
  const finished = await finishPdf(pdf, {
    paper: pageFormatOf(from) === undefined ? { page_size, landscape, margin } : undefined,
    stamps: { header, footer, page_numbers, filename },
    operations: { pages, watermark, watermark_opacity, watermark_angle, watermark_color },
  });
  return {
    ...finished,
    fonts_substituted: substitutedFonts(fontFamilies, pdf),
    warnings: [
      ...leftOut,
      ...(isWorkbook(from) ? await narrowColumns(pdf) : []),
      ...(finished.warnings ?? []),
    ],
  };
}
