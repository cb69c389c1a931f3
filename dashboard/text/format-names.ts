/** The label, extensions and MIME type of a format. */
type FormatName = {
  readonly label: string;
  readonly extensions: readonly string[];
  readonly mimeType: string;
};

const office = 'application/vnd.openxmlformats-officedocument';
const openDocument = 'application/vnd.oasis.opendocument';

/** The formats of the service by their API name. A test compares them with `lib/conversions/formats.ts`. */
export const formatNames: Readonly<Record<string, FormatName>> = {
  pdf: { label: 'PDF', extensions: ['pdf'], mimeType: 'application/pdf' },
  text: { label: 'Plain text', extensions: ['txt', 'text', 'log'], mimeType: 'text/plain' },
  markdown: { label: 'Markdown', extensions: ['md', 'markdown'], mimeType: 'text/markdown' },
  html: { label: 'HTML', extensions: ['html', 'htm'], mimeType: 'text/html' },
  docx: {
    label: 'Word (DOCX)',
    extensions: ['docx', 'docm', 'dotx', 'dotm'],
    mimeType: `${office}.wordprocessingml.document`,
  },
  doc: { label: 'Word 97 (DOC)', extensions: ['doc'], mimeType: 'application/msword' },
  odt: { label: 'OpenDocument text', extensions: ['odt', 'ott'], mimeType: `${openDocument}.text` },
  fodt: {
    label: 'OpenDocument text (flat XML)',
    extensions: ['fodt'],
    mimeType: `${openDocument}.text-flat-xml`,
  },
  rtf: { label: 'Rich Text', extensions: ['rtf'], mimeType: 'application/rtf' },
  epub: { label: 'EPUB', extensions: ['epub'], mimeType: 'application/epub+zip' },
  xlsx: {
    label: 'Excel (XLSX)',
    extensions: ['xlsx', 'xlsm', 'xltx', 'xltm'],
    mimeType: `${office}.spreadsheetml.sheet`,
  },
  xls: { label: 'Excel 97 (XLS)', extensions: ['xls'], mimeType: 'application/vnd.ms-excel' },
  xlsb: {
    label: 'Excel (XLSB)',
    extensions: ['xlsb'],
    mimeType: 'application/vnd.ms-excel.sheet.binary.macroenabled.12',
  },
  ods: { label: 'OpenDocument sheet', extensions: ['ods', 'ots'], mimeType: `${openDocument}.spreadsheet` },
  fods: {
    label: 'OpenDocument sheet (flat XML)',
    extensions: ['fods'],
    mimeType: `${openDocument}.spreadsheet-flat-xml`,
  },
  csv: { label: 'CSV', extensions: ['csv'], mimeType: 'text/csv' },
  tsv: { label: 'TSV', extensions: ['tsv', 'tab'], mimeType: 'text/tab-separated-values' },
  dbf: { label: 'dBase (DBF)', extensions: ['dbf'], mimeType: 'application/vnd.dbf' },
  dif: { label: 'DIF', extensions: ['dif'], mimeType: 'application/x-dif' },
  pptx: {
    label: 'PowerPoint (PPTX)',
    extensions: ['pptx', 'pptm', 'potx', 'potm', 'ppsx', 'ppsm'],
    mimeType: `${office}.presentationml.presentation`,
  },
  ppt: { label: 'PowerPoint 97 (PPT)', extensions: ['ppt'], mimeType: 'application/vnd.ms-powerpoint' },
  odp: { label: 'OpenDocument slides', extensions: ['odp', 'otp'], mimeType: `${openDocument}.presentation` },
  fodp: {
    label: 'OpenDocument slides (flat XML)',
    extensions: ['fodp'],
    mimeType: `${openDocument}.presentation-flat-xml`,
  },
  json: { label: 'JSON', extensions: ['json', 'jsonl', 'ndjson'], mimeType: 'application/json' },
  eml: { label: 'Email (EML)', extensions: ['eml'], mimeType: 'message/rfc822' },
  xml: { label: 'XML (JATS, DocBook, data)', extensions: ['xml', 'dbk'], mimeType: 'application/xml' },
  yaml: { label: 'YAML', extensions: ['yaml', 'yml'], mimeType: 'application/yaml' },
  asciidoc: { label: 'AsciiDoc', extensions: ['adoc', 'asc'], mimeType: 'text/asciidoc' },
  latex: { label: 'LaTeX', extensions: ['tex', 'ltx'], mimeType: 'application/x-latex' },
  rst: { label: 'reStructuredText', extensions: ['rst', 'rest'], mimeType: 'text/prs.fallenstein.rst' },
  org: { label: 'Org', extensions: ['org'], mimeType: 'text/org' },
  msg: { label: 'Outlook message', extensions: ['msg'], mimeType: 'application/vnd.ms-outlook' },
  mhtml: { label: 'Web archive (MHTML)', extensions: ['mhtml', 'mht'], mimeType: 'multipart/related' },
  ipynb: { label: 'Jupyter notebook', extensions: ['ipynb'], mimeType: 'application/x-ipynb+json' },
  srt: { label: 'Subtitles (SRT)', extensions: ['srt'], mimeType: 'application/x-subrip' },
  vtt: { label: 'Subtitles (VTT)', extensions: ['vtt'], mimeType: 'text/vtt' },
  png: { label: 'PNG', extensions: ['png'], mimeType: 'image/png' },
  jpeg: { label: 'JPEG', extensions: ['jpg', 'jpeg'], mimeType: 'image/jpeg' },
  webp: { label: 'WebP', extensions: ['webp'], mimeType: 'image/webp' },
  tiff: { label: 'TIFF', extensions: ['tiff', 'tif'], mimeType: 'image/tiff' },
  gif: { label: 'GIF', extensions: ['gif'], mimeType: 'image/gif' },
  avif: { label: 'AVIF', extensions: ['avif'], mimeType: 'image/avif' },
  heic: { label: 'HEIC', extensions: ['heic', 'heif'], mimeType: 'image/heic' },
  bmp: { label: 'BMP', extensions: ['bmp', 'dib'], mimeType: 'image/bmp' },
  ico: { label: 'Icon', extensions: ['ico'], mimeType: 'image/vnd.microsoft.icon' },
  jp2: { label: 'JPEG 2000', extensions: ['jp2', 'j2k', 'jpf', 'jpx'], mimeType: 'image/jp2' },
  svg: { label: 'SVG', extensions: ['svg'], mimeType: 'image/svg+xml' },
  svgz: { label: 'SVG, compressed', extensions: ['svgz'], mimeType: 'image/svg+xml' },
  zip: { label: 'ZIP of documents', extensions: ['zip'], mimeType: 'application/zip' },
};

const extractLabels: Readonly<Record<string, string>> = {
  text: 'Text',
  markdown: 'Markdown of the content',
  document: 'Whole document with places',
  structured: 'Sections and tables',
  tables: 'Tables',
  images: 'Pictures',
  chunks: 'Chunks for search',
  metadata: 'File metadata',
  hocr: 'Words with places (hOCR)',
  conformance: 'Conformance to PDF/A or PDF/UA',
};

/** Returns the label of a format, by default its API name. */
export const formatLabel = (format: string): string => formatNames[format]?.label ?? format.toUpperCase();

/** Returns the label of an extraction. */
export const extractLabel = (format: string): string => extractLabels[format] ?? format;

/** Returns the format of a file name, undefined if its extension is unknown. */
export const formatByName = (filename: string): string | undefined => {
  const extension = /\.([^.]+)$/.exec(filename)?.[1]?.toLowerCase();
  if (extension === undefined) return undefined;
  return Object.entries(formatNames).find(([, { extensions }]) => extensions.includes(extension))?.[0];
};

/** Returns the format of a MIME type, with or without parameters. Undefined if it is unknown. */
export const formatByMimeType = (mimeType: string): string | undefined => {
  const essence = mimeType.split(';')[0]?.trim().toLowerCase();
  return Object.entries(formatNames).find(([, format]) => format.mimeType === essence)?.[0];
};
