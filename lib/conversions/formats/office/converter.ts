import { officeVersion, resetOffice, warmOffice } from '../../backends/libreoffice/libreoffice.ts';
import { officeFormats } from '../../backends/libreoffice/office-formats.ts';
import { wasmOfficePackage } from '../../backends/libreoffice/package.ts';
import { fileConverter, pairs } from '../../engine/roles.ts';
import { zipLimits } from '../../shared/zip/limits.ts';
import { officeOptions, officePdfOptions, reviewedFormats, workbookFormats } from './options.ts';

/** Options that LibreOffice and this project's own code apply. For the others, native libraries read and write the PDF. */
const ownOptions = [
  'password',
  'tracked_changes',
  'page_size',
  'landscape',
  'margin',
  'pdf_standard',
  'image_quality',
  'image_dpi',
];

const common = {
  program: 'libreoffice-wasm',
  worker: 'office',
  package: wasmOfficePackage,
  version: officeVersion,
  sourceOptions: ['password', 'tracked_changes'],
  optionFormats: { tracked_changes: reviewedFormats, fit: workbookFormats, sheets: workbookFormats },
  limits: { maxUnpackedBytes: zipLimits.maxUnpackedBytes },
} as const;

/** Converts office documents to PDF. */
export const libreOfficePdf = fileConverter({
  ...common,
  name: 'libreoffice-wasm-office-to-pdf',
  pairs: pairs(officeFormats, ['pdf']),
  options: officePdfOptions,
  resultOptions: ['pdf_standard'],
  convert: async (input, request) => {
    const { officeToPdf } = await import('./run-office.ts');
    return await officeToPdf(input, request);
  },
  warm: async () => {
    await import('./run-office.ts');
    await warmOffice();
  },
  reset: {
    // The native pdfium searches the PDF of a workbook.
    covers: (from, options) =>
      workbookFormats.every((workbook) => workbook !== from) &&
      Object.keys(options).every((name) => ownOptions.includes(name)),
    run: resetOffice,
  },
});

/** Converts between office formats, including from pre-2007 formats to formats that other engines read. */
export const libreOffice = fileConverter({
  ...common,
  name: 'libreoffice-wasm-office-to-office',
  pairs: [
    { from: 'doc', to: 'docx', isBridge: true },
    { from: 'xls', to: 'xlsx', isBridge: true },
    { from: 'xlsb', to: 'xlsx', isBridge: true },
    { from: 'ppt', to: 'pptx', isBridge: true },
    ...pairs(['odt', 'rtf'], ['docx']),
    ...pairs(['docx', 'doc', 'rtf'], ['odt']),
    ...pairs(['docx', 'odt'], ['rtf']),
    ...pairs(['ods'], ['xlsx']),
    ...pairs(['xlsx'], ['ods']),
    ...pairs(['odp'], ['pptx']),
    ...pairs(['pptx'], ['odp']),
  ],
  options: officeOptions,
  reset: { covers: () => true, run: resetOffice },
  convert: async (input, request) => {
    const { officeToOffice } = await import('./run-office.ts');
    return await officeToOffice(input, request);
  },
});
