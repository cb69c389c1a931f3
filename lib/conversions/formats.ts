import { nameTable } from './base/name-table.ts';

/** The names of a document format in requests and files. */
export interface FormatInfo {
  readonly mimeType: string;
  /** File name extension without the dot. */
  readonly extension: string;
  /** Aliases. Responses contain the canonical name. */
  readonly aliases: readonly string[];
  /** Only an installed program reads it, which no worker of the service has: the service refuses such files. */
  readonly isLibraryOnly?: true;
}

/**
 * Every canonical document format. Mime types: IANA media types, OASIS and ECMA-376 for office documents; LibreOffice's for
 * OpenDocument files of one XML element (`fodt`, `fods`, `fodp`), which have none of their own.
 */
export const formats = {
  pdf: { mimeType: 'application/pdf', extension: 'pdf', aliases: [] },
  text: { mimeType: 'text/plain; charset=utf-8', extension: 'txt', aliases: ['txt', 'plain'] },
  markdown: { mimeType: 'text/markdown; charset=utf-8', extension: 'md', aliases: ['md'] },
  html: { mimeType: 'text/html; charset=utf-8', extension: 'html', aliases: ['htm'] },
  docx: {
    mimeType: 'application/vnd.openxmlformats-officedocument.wordprocessingml.document',
    extension: 'docx',
    aliases: [],
  },
  doc: { mimeType: 'application/msword', extension: 'doc', aliases: [] },
  odt: { mimeType: 'application/vnd.oasis.opendocument.text', extension: 'odt', aliases: [] },
  fodt: { mimeType: 'application/vnd.oasis.opendocument.text-flat-xml', extension: 'fodt', aliases: [] },
  rtf: { mimeType: 'application/rtf', extension: 'rtf', aliases: [] },
  epub: { mimeType: 'application/epub+zip', extension: 'epub', aliases: [] },
  xlsx: {
    mimeType: 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet',
    extension: 'xlsx',
    aliases: [],
  },
  xls: { mimeType: 'application/vnd.ms-excel', extension: 'xls', aliases: [] },
  xlsb: {
    mimeType: 'application/vnd.ms-excel.sheet.binary.macroenabled.12',
    extension: 'xlsb',
    aliases: [],
  },
  ods: { mimeType: 'application/vnd.oasis.opendocument.spreadsheet', extension: 'ods', aliases: [] },
  fods: {
    mimeType: 'application/vnd.oasis.opendocument.spreadsheet-flat-xml',
    extension: 'fods',
    aliases: [],
  },
  csv: { mimeType: 'text/csv; charset=utf-8', extension: 'csv', aliases: [] },
  tsv: { mimeType: 'text/tab-separated-values; charset=utf-8', extension: 'tsv', aliases: ['tab'] },
  dbf: { mimeType: 'application/vnd.dbf', extension: 'dbf', aliases: [] },
  dif: { mimeType: 'application/x-dif', extension: 'dif', aliases: [] },
  pptx: {
    mimeType: 'application/vnd.openxmlformats-officedocument.presentationml.presentation',
    extension: 'pptx',
    aliases: [],
  },
  ppt: { mimeType: 'application/vnd.ms-powerpoint', extension: 'ppt', aliases: [] },
  odp: { mimeType: 'application/vnd.oasis.opendocument.presentation', extension: 'odp', aliases: [] },
  fodp: {
    mimeType: 'application/vnd.oasis.opendocument.presentation-flat-xml',
    extension: 'fodp',
    aliases: [],
  },
  json: { mimeType: 'application/json', extension: 'json', aliases: ['jsonl', 'ndjson'] },
  eml: { mimeType: 'message/rfc822', extension: 'eml', aliases: [] },
  xml: { mimeType: 'application/xml', extension: 'xml', aliases: ['jats', 'docbook', 'dbk'] },
  yaml: { mimeType: 'application/yaml', extension: 'yaml', aliases: ['yml'] },
  asciidoc: { mimeType: 'text/asciidoc; charset=utf-8', extension: 'adoc', aliases: ['adoc', 'asc'] },
  latex: { mimeType: 'application/x-latex', extension: 'tex', aliases: ['tex', 'ltx'] },
  rst: {
    mimeType: 'text/prs.fallenstein.rst; charset=utf-8',
    extension: 'rst',
    aliases: ['rest', 'restructuredtext'],
  },
  org: { mimeType: 'text/org; charset=utf-8', extension: 'org', aliases: [] },
  msg: { mimeType: 'application/vnd.ms-outlook', extension: 'msg', aliases: [] },
  mhtml: { mimeType: 'multipart/related', extension: 'mhtml', aliases: ['mht'] },
  ipynb: { mimeType: 'application/x-ipynb+json', extension: 'ipynb', aliases: [] },
  srt: { mimeType: 'application/x-subrip', extension: 'srt', aliases: [] },
  vtt: { mimeType: 'text/vtt; charset=utf-8', extension: 'vtt', aliases: [] },
  png: { mimeType: 'image/png', extension: 'png', aliases: [] },
  jpeg: { mimeType: 'image/jpeg', extension: 'jpg', aliases: ['jpg'] },
  webp: { mimeType: 'image/webp', extension: 'webp', aliases: [] },
  tiff: { mimeType: 'image/tiff', extension: 'tiff', aliases: ['tif'] },
  gif: { mimeType: 'image/gif', extension: 'gif', aliases: [] },
  avif: { mimeType: 'image/avif', extension: 'avif', aliases: [] },
  heic: { mimeType: 'image/heic', extension: 'heic', aliases: ['heif'], isLibraryOnly: true },
  bmp: { mimeType: 'image/bmp', extension: 'bmp', aliases: ['dib'] },
  ico: { mimeType: 'image/vnd.microsoft.icon', extension: 'ico', aliases: [] },
  jp2: { mimeType: 'image/jp2', extension: 'jp2', aliases: ['j2k', 'jpf', 'jpx'] },
  svg: { mimeType: 'image/svg+xml', extension: 'svg', aliases: [] },
  svgz: { mimeType: 'image/svg+xml', extension: 'svgz', aliases: [] },
  zip: { mimeType: 'application/zip', extension: 'zip', aliases: [] },
} as const satisfies Record<string, FormatInfo>;

/** A canonical format name, as in `from` and `to`. */
export type Format = keyof typeof formats;

/**
 * Extensions of templates, slide shows and files with macros, and the format that they are read as: the archives have the
 * same parts.
 */
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

/** What an extraction can give, and the file it is stored as. */
export const extractFormats = {
  text: { mimeType: 'text/plain; charset=utf-8', extension: 'txt' },
  markdown: { mimeType: 'text/markdown; charset=utf-8', extension: 'md' },
  document: { mimeType: 'application/json', extension: 'json' },
  structured: { mimeType: 'application/json', extension: 'json' },
  chunks: { mimeType: 'application/json', extension: 'json' },
  tables: { mimeType: 'application/json', extension: 'json' },
  metadata: { mimeType: 'application/json', extension: 'json' },
  images: { mimeType: 'application/zip', extension: 'zip' },
  hocr: { mimeType: 'text/vnd.hocr+html; charset=utf-8', extension: 'hocr' },
  conformance: { mimeType: 'application/json', extension: 'json' },
} as const satisfies Record<string, { mimeType: string; extension: string }>;

/** A name of an extraction result, as in `format` of `POST /extract`. */
export type ExtractFormat = keyof typeof extractFormats;

/** Whether `name` is exactly one of the canonical format names. */
export const isFormat = (name: string): name is Format => Object.hasOwn(formats, name);

const byAlias = new Map<string, Format>(
  Object.entries(formats).flatMap(([name, info]: [string, FormatInfo]) =>
    isFormat(name) ? info.aliases.map((alias): [string, Format] => [alias, name]) : [],
  ),
);

/** The format a caller means by `name` (any case, with or without a leading dot, aliases too); undefined if none. */
export function canonicalFormat(name: string): Format | undefined {
  const key = name.trim().toLowerCase().replace(/^\./, '');
  return isFormat(key) ? key : byAlias.get(key);
}

/** Whether `name` is exactly one of the extract formats. */
export function isExtractFormat(name: string): name is ExtractFormat {
  return Object.hasOwn(extractFormats, name);
}
