import { nameTable } from './base/name-table.ts';

/** The names of a document format in requests and files. */
export interface FormatInfo {
  /** Display name. */
  readonly label: string;
  readonly mimeType: string;
  /** File name extension of a result, without the dot. */
  readonly extension: string;
  /** Other extensions of its files. */
  readonly otherExtensions?: readonly string[];
  /** Aliases. Responses contain the canonical name. */
  readonly aliases: readonly string[];
}

/**
 * Every canonical document format. Media types are from IANA, and from OASIS and ECMA-376 for office documents. `fodt`, `fods` and
 * `fodp` have no registered one and use LibreOffice's.
 */
export const formats = {
  pdf: { label: 'PDF', mimeType: 'application/pdf', extension: 'pdf', aliases: [] },
  text: {
    label: 'Plain text',
    mimeType: 'text/plain; charset=utf-8',
    extension: 'txt',
    otherExtensions: ['text', 'log'],
    aliases: ['txt', 'plain'],
  },
  markdown: {
    label: 'Markdown',
    mimeType: 'text/markdown; charset=utf-8',
    extension: 'md',
    otherExtensions: ['markdown'],
    aliases: ['md'],
  },
  html: {
    label: 'HTML',
    mimeType: 'text/html; charset=utf-8',
    extension: 'html',
    otherExtensions: ['htm'],
    aliases: ['htm'],
  },
  docx: {
    label: 'Word (DOCX)',
    mimeType: 'application/vnd.openxmlformats-officedocument.wordprocessingml.document',
    extension: 'docx',
    aliases: [],
  },
  doc: { label: 'Word 97 (DOC)', mimeType: 'application/msword', extension: 'doc', aliases: [] },
  odt: {
    label: 'OpenDocument text',
    mimeType: 'application/vnd.oasis.opendocument.text',
    extension: 'odt',
    aliases: [],
  },
  fodt: {
    label: 'OpenDocument text (flat XML)',
    mimeType: 'application/vnd.oasis.opendocument.text-flat-xml',
    extension: 'fodt',
    aliases: [],
  },
  rtf: { label: 'Rich Text', mimeType: 'application/rtf', extension: 'rtf', aliases: [] },
  epub: { label: 'EPUB', mimeType: 'application/epub+zip', extension: 'epub', aliases: [] },
  xlsx: {
    label: 'Excel (XLSX)',
    mimeType: 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet',
    extension: 'xlsx',
    aliases: [],
  },
  xls: { label: 'Excel 97 (XLS)', mimeType: 'application/vnd.ms-excel', extension: 'xls', aliases: [] },
  xlsb: {
    label: 'Excel (XLSB)',
    mimeType: 'application/vnd.ms-excel.sheet.binary.macroenabled.12',
    extension: 'xlsb',
    aliases: [],
  },
  ods: {
    label: 'OpenDocument sheet',
    mimeType: 'application/vnd.oasis.opendocument.spreadsheet',
    extension: 'ods',
    aliases: [],
  },
  fods: {
    label: 'OpenDocument sheet (flat XML)',
    mimeType: 'application/vnd.oasis.opendocument.spreadsheet-flat-xml',
    extension: 'fods',
    aliases: [],
  },
  csv: { label: 'CSV', mimeType: 'text/csv; charset=utf-8', extension: 'csv', aliases: [] },
  tsv: {
    label: 'TSV',
    mimeType: 'text/tab-separated-values; charset=utf-8',
    extension: 'tsv',
    otherExtensions: ['tab'],
    aliases: ['tab'],
  },
  dbf: { label: 'dBase (DBF)', mimeType: 'application/vnd.dbf', extension: 'dbf', aliases: [] },
  dif: { label: 'DIF', mimeType: 'application/x-dif', extension: 'dif', aliases: [] },
  pptx: {
    label: 'PowerPoint (PPTX)',
    mimeType: 'application/vnd.openxmlformats-officedocument.presentationml.presentation',
    extension: 'pptx',
    aliases: [],
  },
  ppt: {
    label: 'PowerPoint 97 (PPT)',
    mimeType: 'application/vnd.ms-powerpoint',
    extension: 'ppt',
    aliases: [],
  },
  odp: {
    label: 'OpenDocument slides',
    mimeType: 'application/vnd.oasis.opendocument.presentation',
    extension: 'odp',
    aliases: [],
  },
  fodp: {
    label: 'OpenDocument slides (flat XML)',
    mimeType: 'application/vnd.oasis.opendocument.presentation-flat-xml',
    extension: 'fodp',
    aliases: [],
  },
  json: {
    label: 'JSON',
    mimeType: 'application/json',
    extension: 'json',
    otherExtensions: ['jsonl', 'ndjson'],
    aliases: ['jsonl', 'ndjson'],
  },
  eml: { label: 'Email (EML)', mimeType: 'message/rfc822', extension: 'eml', aliases: [] },
  xml: {
    label: 'XML (JATS, DocBook, data)',
    mimeType: 'application/xml',
    extension: 'xml',
    otherExtensions: ['dbk'],
    aliases: ['jats', 'docbook', 'dbk'],
  },
  yaml: {
    label: 'YAML',
    mimeType: 'application/yaml',
    extension: 'yaml',
    otherExtensions: ['yml'],
    aliases: ['yml'],
  },
  asciidoc: {
    label: 'AsciiDoc',
    mimeType: 'text/asciidoc; charset=utf-8',
    extension: 'adoc',
    otherExtensions: ['asc'],
    aliases: ['adoc', 'asc'],
  },
  latex: {
    label: 'LaTeX',
    mimeType: 'application/x-latex',
    extension: 'tex',
    otherExtensions: ['ltx'],
    aliases: ['tex', 'ltx'],
  },
  rst: {
    label: 'reStructuredText',
    mimeType: 'text/prs.fallenstein.rst; charset=utf-8',
    extension: 'rst',
    otherExtensions: ['rest'],
    aliases: ['rest', 'restructuredtext'],
  },
  org: { label: 'Org', mimeType: 'text/org; charset=utf-8', extension: 'org', aliases: [] },
  msg: { label: 'Outlook message', mimeType: 'application/vnd.ms-outlook', extension: 'msg', aliases: [] },
  mhtml: {
    label: 'Web archive (MHTML)',
    mimeType: 'multipart/related',
    extension: 'mhtml',
    otherExtensions: ['mht'],
    aliases: ['mht'],
  },
  ipynb: { label: 'Jupyter notebook', mimeType: 'application/x-ipynb+json', extension: 'ipynb', aliases: [] },
  srt: { label: 'Subtitles (SRT)', mimeType: 'application/x-subrip', extension: 'srt', aliases: [] },
  vtt: { label: 'Subtitles (VTT)', mimeType: 'text/vtt; charset=utf-8', extension: 'vtt', aliases: [] },
  png: { label: 'PNG', mimeType: 'image/png', extension: 'png', aliases: [] },
  jpeg: {
    label: 'JPEG',
    mimeType: 'image/jpeg',
    extension: 'jpg',
    otherExtensions: ['jpeg'],
    aliases: ['jpg'],
  },
  webp: { label: 'WebP', mimeType: 'image/webp', extension: 'webp', aliases: [] },
  tiff: {
    label: 'TIFF',
    mimeType: 'image/tiff',
    extension: 'tiff',
    otherExtensions: ['tif'],
    aliases: ['tif'],
  },
  gif: { label: 'GIF', mimeType: 'image/gif', extension: 'gif', aliases: [] },
  avif: { label: 'AVIF', mimeType: 'image/avif', extension: 'avif', aliases: [] },
  bmp: { label: 'BMP', mimeType: 'image/bmp', extension: 'bmp', otherExtensions: ['dib'], aliases: ['dib'] },
  ico: { label: 'Icon', mimeType: 'image/vnd.microsoft.icon', extension: 'ico', aliases: [] },
  jp2: {
    label: 'JPEG 2000',
    mimeType: 'image/jp2',
    extension: 'jp2',
    otherExtensions: ['j2k', 'jpf', 'jpx'],
    aliases: ['j2k', 'jpf', 'jpx'],
  },
  svg: { label: 'SVG', mimeType: 'image/svg+xml', extension: 'svg', aliases: [] },
  svgz: { label: 'SVG, compressed', mimeType: 'image/svg+xml', extension: 'svgz', aliases: [] },
  zip: { label: 'ZIP of documents', mimeType: 'application/zip', extension: 'zip', aliases: [] },
} as const satisfies Record<string, FormatInfo>;

/** A canonical format name, as in `from` and `to`. */
export type Format = keyof typeof formats;

/** Extensions of templates, slide shows and files with macros, with the format of the same structure as which they are read. */
export const officeVariants: Readonly<Record<string, Format>> = nameTable({
  docm: 'docx',
  dotx: 'docx',
  dotm: 'docx',
  xlsm: 'xlsx',
  xltx: 'xlsx',
  xltm: 'xlsx',
  pptm: 'pptx',
  potx: 'pptx',
  potm: 'pptx',
  ppsx: 'pptx',
  ppsm: 'pptx',
  ott: 'odt',
  ots: 'ods',
  otp: 'odp',
});

/** Returns the file name extensions of a format, without the dot. Results have the first one. */
export function extensionsOf(format: Format): readonly string[] {
  const { extension, otherExtensions = [] }: FormatInfo = formats[format];
  const variants = Object.entries(officeVariants).filter(([, readAs]) => readAs === format);
  return [extension, ...otherExtensions, ...variants.map(([variant]) => variant)];
}

/** The extract formats, with the file types in which they are stored. */
export const extractFormats = {
  text: { label: 'Text', mimeType: 'text/plain; charset=utf-8', extension: 'txt' },
  markdown: { label: 'Markdown of the content', mimeType: 'text/markdown; charset=utf-8', extension: 'md' },
  document: { label: 'Document with places', mimeType: 'application/json', extension: 'json' },
  structured: { label: 'Sections and tables', mimeType: 'application/json', extension: 'json' },
  chunks: { label: 'Chunks for search', mimeType: 'application/json', extension: 'json' },
  tables: { label: 'Tables', mimeType: 'application/json', extension: 'json' },
  metadata: { label: 'File metadata', mimeType: 'application/json', extension: 'json' },
  images: { label: 'Pictures', mimeType: 'application/zip', extension: 'zip' },
  hocr: {
    label: 'Words with places (hOCR)',
    mimeType: 'text/vnd.hocr+html; charset=utf-8',
    extension: 'hocr',
  },
} as const satisfies Record<string, { label: string; mimeType: string; extension: string }>;

/** A name of an extraction result, as in `format` of `POST /extract`. */
export type ExtractFormat = keyof typeof extractFormats;

/** The names of all extract formats. */
export const extractNames = Object.keys(extractFormats) as readonly ExtractFormat[];

/** Returns true if `name` is exactly one of the canonical format names. */
export const isFormat = (name: string): name is Format => Object.hasOwn(formats, name);

/** Text formats that cannot always be identified from the bytes. */
const openFormats: readonly string[] = [
  'asciidoc',
  'csv',
  'latex',
  'markdown',
  'org',
  'rst',
  'text',
  'tsv',
  'yaml',
] satisfies readonly Format[];

/** Returns true if a file of the detected format can be read as `from`: the file name or the request may choose any text format. */
export const canBeReadAs = (detected: string, from: string): boolean =>
  detected === from ||
  (openFormats.includes(detected) && openFormats.includes(from)) ||
  // HTML without tags.
  (detected === 'text' && from === 'html');

const byAlias = new Map<string, Format>(
  Object.entries(formats).flatMap(([name, info]: [string, FormatInfo]) =>
    isFormat(name) ? info.aliases.map((alias): [string, Format] => [alias, name]) : [],
  ),
);

/** Returns the format of a name or alias in any case, with or without a leading dot; undefined if it is unknown. */
export function canonicalFormat(name: string): Format | undefined {
  const key = name.trim().toLowerCase().replace(/^\./, '');
  return isFormat(key) ? key : byAlias.get(key);
}

/** Returns true if `name` is exactly one of the extract formats. */
export function isExtractFormat(name: string): name is ExtractFormat {
  return Object.hasOwn(extractFormats, name);
}

// Media types that programs send besides the ones in `formats`.
const otherMediaTypes: Readonly<Record<string, Format>> = nameTable({
  'text/x-markdown': 'markdown',
  'text/x-yaml': 'yaml',
  'text/yaml': 'yaml',
  'application/x-yaml': 'yaml',
  'text/x-tex': 'latex',
  'application/x-tex': 'latex',
  'text/x-rst': 'rst',
  'text/x-org': 'org',
  'text/x-asciidoc': 'asciidoc',
  'application/csv': 'csv',
  'text/x-csv': 'csv',
});

const byMediaType = new Map<string, Format>(
  Object.entries(formats).flatMap(([name, { mimeType }]: [string, FormatInfo]) =>
    isFormat(name) ? [[mimeType.split(';')[0] ?? '', name]] : [],
  ),
);

/** Returns the format of a media type, with or without parameters; undefined if it is unknown. */
export function formatOfMediaType(mediaType: string): Format | undefined {
  const type = mediaType.split(';')[0]?.trim().toLowerCase() ?? '';
  return byMediaType.get(type) ?? otherMediaTypes[type];
}
