import type { Format } from '../../formats.ts';

/** LibreOffice applications. */
type Module = 'writer' | 'calc' | 'impress';

/** Formats that LibreOffice reads in this project. */
export const officeFormats = [
  'docx',
  'doc',
  'odt',
  'rtf',
  'xlsx',
  'xls',
  'xlsb',
  'ods',
  'pptx',
  'ppt',
  'odp',
] as const satisfies readonly Format[];

/** A format that LibreOffice reads in this project. */
export type OfficeFormat = (typeof officeFormats)[number];

const modules: Readonly<Record<OfficeFormat, Module>> = {
  docx: 'writer',
  doc: 'writer',
  odt: 'writer',
  rtf: 'writer',
  xlsx: 'calc',
  xls: 'calc',
  xlsb: 'calc',
  ods: 'calc',
  pptx: 'impress',
  ppt: 'impress',
  odp: 'impress',
};

/** Whether LibreOffice reads a format as a workbook. */
export const isWorkbook = (format: OfficeFormat): boolean => modules[format] === 'calc';

// Filter names in LibreOffice's registry (`TypeDetection/Filter`).
const writers: Readonly<Partial<Record<Format, string>>> = {
  docx: 'MS Word 2007 XML',
  odt: 'writer8',
  rtf: 'Rich Text Format',
  xlsx: 'Calc MS Excel 2007 XML',
  ods: 'calc8',
  pptx: 'Impress MS PowerPoint 2007 XML',
  odp: 'impress8',
};

/** Returns the filter that writes `to` for a document read as `from`. Throws TypeError if there is none. */
export function exportFilter(from: OfficeFormat, to: string): string {
  if (to === 'pdf') return `${modules[from]}_pdf_Export`;
  const name = Object.entries(writers).find(([format]) => format === to)?.[1];
  if (name === undefined) throw new TypeError(`LibreOffice cannot write ${to} here.`);
  return name;
}

// UNO services of documents.
const services: Readonly<Record<Module, string>> = {
  writer: 'com.sun.star.text.TextDocument',
  calc: 'com.sun.star.sheet.SpreadsheetDocument',
  impress: 'com.sun.star.presentation.PresentationDocument',
};

/**
 * Returns the service of the documents that can be written as `to`; empty if all can. LibreOffice reads a file by its
 * content, whatever its name, and crashes if the filter of one application gets the document of another.
 */
export function exportService(to: string): string {
  const written = officeFormats.find((format) => format === to);
  return written === undefined ? '' : services[modules[written]];
}

/**
 * Whether a filter is LibreOffice's fallback for unknown files. It reads any bytes as text, so a damaged document would
 * become pages of garbage.
 */
export const isLastResort = (filter: string): boolean =>
  /^(?:Text|generic_Text|HTML|writer_web|calc_HTML)/.test(filter);
