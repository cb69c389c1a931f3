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
