import { officeFormats } from '../../backends/libreoffice/filters.ts';
import { nativeOffice } from '../../backends/libreoffice/native/native-office.ts';
import type { OfficeProgram } from '../../backends/libreoffice/office-program.ts';
import { wasmOffice } from '../../backends/libreoffice/wasm/wasm-office.ts';
import { fileConverter, pairs } from '../../engine/roles.ts';
import { zipLimits } from '../../shared/zip/limits.ts';
import { officeOptions, officePdfOptions, reviewedFormats } from './options.ts';

/** The engines that run in a build of LibreOffice. */
function officeEngines(office: OfficeProgram) {
  const common = {
    program: office.name,
    worker: 'office',
    ...(office.isOptional === undefined ? {} : { isOptional: office.isOptional }),
    isAvailable: office.isAvailable,
    version: office.version,
    sourceOptions: ['password', 'tracked_changes'],
    optionFormats: { tracked_changes: reviewedFormats },
    limits: { maxUnpackedBytes: zipLimits.maxUnpackedBytes },
  } as const;
  return {
    /** Converts office documents to PDF. */
    toPdf: fileConverter({
      ...common,
      name: `${office.name}-office-to-pdf`,
      pairs: pairs(officeFormats, ['pdf']),
      options: officePdfOptions,
      resultOptions: ['pdf_standard'],
      convert: async (input, request) => {
        const { officeToPdf } = await import('./run-office.ts');
        return await officeToPdf(office, input, request);
      },
      warm: async () => {
        await import('./run-office.ts');
        // Only the first that is installed converts most documents.
        if (office === [nativeOffice, wasmOffice].find(({ isAvailable }) => isAvailable()))
          await office.warm();
      },
    }),
    /** Converts between office formats, including from pre-2007 formats to formats that other engines read. */
    toOffice: fileConverter({
      ...common,
      name: `${office.name}-office-to-office`,
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
      convert: async (input, request) => {
        const { officeToOffice } = await import('./run-office.ts');
        return await officeToOffice(office, input, request);
      },
    }),
  };
}

/** The engines of the LibreOffice that is installed on this machine. */
export const { toPdf: libreOfficePdf, toOffice: libreOffice } = officeEngines(nativeOffice);

/** The engines of LibreOffice as WebAssembly. */
export const { toPdf: wasmOfficePdf, toOffice: wasmOfficeFormats } = officeEngines(wasmOffice);
