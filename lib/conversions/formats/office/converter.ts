import * as z from 'zod';
import { ConversionError } from '../../../errors.ts';
import { isLastResort, type OfficeFormat, officeFormats } from '../../backends/libreoffice/filters.ts';
import { nativeOffice } from '../../backends/libreoffice/native/native-office.ts';
import type { OfficeProgram, OfficeResult } from '../../backends/libreoffice/office-program.ts';
import { withoutArchiveTimes } from '../../backends/libreoffice/reproducible-archive.ts';
import { wasmOffice } from '../../backends/libreoffice/wasm/wasm-office.ts';
import { parsePageRanges, selectPages } from '../../base/page-ranges.ts';
import { EngineRefusal } from '../../engine/engine.ts';
import { passwordOption, pdfOptions, pdfPageOptions } from '../../engine/options.ts';
import type { ConvertRequest, FileResult } from '../../engine/role.ts';
import { fileConverter, pairs } from '../../engine/roles.ts';
import type { Format } from '../../formats.ts';
import { encryptedOle } from '../../shared/compound-file/open-compound.ts';
import { encryptedDocument } from '../../shared/encrypted-document.ts';
import { countPages, withoutTimes } from '../../shared/pdf/written-pdf.ts';
import { zipLimits } from '../../shared/zip/open-zip.ts';
import { decryptDocument } from './decrypt-document.ts';
import {
  type DocumentTraits,
  inspectDocument,
  isEncryptedPowerPoint,
  isEncryptedWord,
} from './inspect-document.ts';
import { substitutedFonts } from './requested-fonts.ts';

const toPdfOptions = z.strictObject({
  ...passwordOption.shape,
  pages: pdfOptions.shape.pages.describe(
    'Pages to write, such as "1-3,7,-1". -1 is the last page. Default: all pages.',
  ),
  pdf_standard: pdfPageOptions.shape.pdf_standard,
  image_quality: z
    .number()
    .int()
    .min(1)
    .max(100)
    .default(90)
    .describe('JPEG quality of images in the PDF. 100 keeps all images unchanged.'),
  image_dpi: z
    .number()
    .int()
    .min(36)
    .max(1200)
    .default(300)
    .describe('Maximum image resolution, in pixels per inch. Images above it are downscaled.'),
});

const corrupt = (from: Format, cause: unknown): ConversionError =>
  new ConversionError(
    'corrupt_document',
    `The ${from} document is damaged and cannot be read. Save or export it again.`,
    { cause },
  );

function noSuchPages(requested: string, total: number): ConversionError {
  const message = `The document has ${total} page${total === 1 ? '' : 's'}; "${requested}" selects none of them. Correct the "pages" option.`;
  return new ConversionError('unsupported_content', message);
}

/** Declines documents that LibreOffice would not convert safely or completely here. Returns the traits of the others. */
async function checkDocument(
  input: Uint8Array,
  from: Format,
  office: OfficeProgram,
): Promise<DocumentTraits> {
  // LibreOffice would open it as a new document.
  if (input.byteLength === 0)
    throw new ConversionError(
      'empty_document',
      `The ${from} document is an empty file. Send the whole file.`,
    );
  if (from === 'ppt' && isEncryptedPowerPoint(input)) throw encryptedOle();
  const traits = await inspectDocument(input);
  const { hasExternalReferences, hasFormulas } = traits;
  if (hasExternalReferences && !office.isIsolated) {
    const message = `The ${from} document references external files. Embed or remove them.`;
    throw new EngineRefusal(new ConversionError('unsupported_content', message));
  }
  if (hasFormulas && !office.hasMath()) {
    const message = `The ${from} document contains formulas, which are not supported. Replace them with images.`;
    throw new EngineRefusal(new ConversionError('unsupported_content', message));
  }
  return traits;
}

interface Asked {
  readonly input: Uint8Array;
  readonly from: OfficeFormat;
  readonly password: string | undefined;
}

function resultOf(result: OfficeResult, { input, from, password }: Asked): Uint8Array {
  const { bytes, outcome, prompts, readBy } = result;
  const isLocked =
    prompts.includes('password') || (outcome !== 'done' && from === 'doc' && isEncryptedWord(input));
  if (isLocked) throw encryptedDocument(password !== undefined, `${from} document`);
  if (bytes === undefined || outcome !== 'done' || (readBy !== undefined && isLastResort(readBy))) {
    throw new EngineRefusal(corrupt(from, new Error([outcome, readBy, ...prompts].join('\n'))));
  }
  return bytes;
}

async function toOffice(
  office: OfficeProgram,
  document: Uint8Array,
  { options: { password }, from, to }: ConvertRequest<typeof passwordOption, OfficeFormat, Format>,
): Promise<FileResult> {
  const input = await decryptDocument(document, from, password, office);
  await checkDocument(input, from, office);
  const result = await office.run({ input, from, to, password, filterData: {} });
  const bytes = resultOf(result, { input, from, password });
  return { bytes: to === 'rtf' ? bytes : withoutArchiveTimes(bytes) };
}

// `SelectPdfVersion` of LibreOffice's PDF export. 0 is its default. Its PDF/UA is none: no page has a tab order, and
// titles, headings and alternative texts are missing (ISO 14289-1, 7.18.3).
const versions: Readonly<Partial<Record<z.output<typeof toPdfOptions>['pdf_standard'], number>>> = {
  none: 0,
  'a-2b': 2,
  'a-3b': 3,
};

async function toPdf(
  office: OfficeProgram,
  document: Uint8Array,
  { options, from }: ConvertRequest<typeof toPdfOptions, OfficeFormat, 'pdf'>,
): Promise<FileResult> {
  const { password, pages, pdf_standard: standard } = options;
  const version = versions[standard];
  if (version === undefined) {
    const message = `Conversion from ${from} does not support "pdf_standard": "${standard}". Use "a-2b" or "a-3b".`;
    throw new EngineRefusal(new ConversionError('unsupported_content', message));
  }
  const input = await decryptDocument(document, from, password, office);
  const { fontFamilies } = await checkDocument(input, from, office);
  const filterData = {
    SelectPdfVersion: version,
    UseTaggedPDF: true,
    ExportBookmarks: true,
    ExportNotes: false,
    UseLosslessCompression: options.image_quality === 100,
    Quality: options.image_quality,
    ReduceImageResolution: true,
    MaxImageResolution: options.image_dpi,
  };
  const write = async (range: Readonly<Record<string, string>>): Promise<Buffer> => {
    const job = { input, from, to: 'pdf', password, filterData: { ...filterData, ...range } };
    return withoutTimes(resultOf(await office.run(job), job));
  };
  const whole = await write({});
  const total = countPages(whole);
  const result = (bytes: Buffer, count: number | null): FileResult => ({
    bytes,
    pages: count,
    fonts_substituted: substitutedFonts(fontFamilies, bytes),
  });
  if (pages === undefined || total === null) return result(whole, total);
  const chosen = selectPages(parsePageRanges(pages) ?? [], total);
  if (chosen.length === 0) throw noSuchPages(pages, total);
  if (chosen.length === total) return result(whole, total);
  return result(await write({ PageRange: chosen.join(',') }), chosen.length);
}

/** The engines that run in a build of LibreOffice. */
function officeEngines(office: OfficeProgram) {
  const common = {
    program: office.name,
    worker: 'office',
    ...(office.isOptional === undefined ? {} : { isOptional: office.isOptional }),
    isAvailable: office.isAvailable,
    version: office.version,
    sourceOptions: ['password'],
    limits: { maxUnpackedBytes: zipLimits.maxUnpackedBytes },
  } as const;
  return {
    /** Converts office documents to PDF. */
    toPdf: fileConverter({
      ...common,
      name: `${office.name}-office-to-pdf`,
      pairs: pairs(officeFormats, ['pdf']),
      options: toPdfOptions,
      resultOptions: ['pdf_standard'],
      convert: async (input, request) => await toPdf(office, input, request),
      warm: async () => {
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
      options: passwordOption,
      convert: async (input, request) => await toOffice(office, input, request),
    }),
  };
}

/** The engines of the LibreOffice that is installed on this machine. */
export const { toPdf: libreOfficePdf, toOffice: libreOffice } = officeEngines(nativeOffice);

/** The engines of LibreOffice as WebAssembly. */
export const { toPdf: wasmOfficePdf, toOffice: wasmOfficeFormats } = officeEngines(wasmOffice);
