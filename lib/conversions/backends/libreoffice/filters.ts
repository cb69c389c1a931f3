import type { Format } from '../../formats.ts';

/** The parts of LibreOffice. */
type Module = 'writer' | 'calc' | 'impress';

/** The formats that LibreOffice reads here. */
export const officeFormats = [
  'docx',
  'doc',
  'odt',
  'rtf',
  'xlsx',
  'xls',
  'ods',
  'pptx',
  'ppt',
  'odp',
] as const satisfies readonly Format[];

/** A format that LibreOffice reads here. */
export type OfficeFormat = (typeof officeFormats)[number];

const modules: Readonly<Record<OfficeFormat, Module>> = {
  docx: 'writer',
  doc: 'writer',
  odt: 'writer',
  rtf: 'writer',
  xlsx: 'calc',
  xls: 'calc',
  ods: 'calc',
  pptx: 'impress',
  ppt: 'impress',
  odp: 'impress',
};

// Names of filters in LibreOffice's registry (`TypeDetection/Filter`).
const writers: Readonly<Partial<Record<Format, string>>> = {
  docx: 'MS Word 2007 XML',
  odt: 'writer8',
  rtf: 'Rich Text Format',
  xlsx: 'Calc MS Excel 2007 XML',
  ods: 'calc8',
  pptx: 'Impress MS PowerPoint 2007 XML',
  odp: 'impress8',
};

/** The filter that writes `to` of a document that was `from`. Throws TypeError where there is none. */
export function exportFilter(from: OfficeFormat, to: string): string {
  if (to === 'pdf') return `${modules[from]}_pdf_Export`;
  const name = Object.entries(writers).find(([format]) => format === to)?.[1];
  if (name === undefined) throw new TypeError(`LibreOffice writes no ${to} here.`);
  return name;
}

/**
 * Whether a filter only takes what no other filter knows: any bytes are a text to it, so a damaged document would come
 * out as pages of signs.
 */
export const isLastResort = (filter: string): boolean =>
  /^(?:Text|generic_Text|HTML|writer_web|calc_HTML)/.test(filter);
