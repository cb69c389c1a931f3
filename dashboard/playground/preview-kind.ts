/** The kinds of previews. */
export type PreviewKind = 'text' | 'markdown' | 'html' | 'json' | 'table' | 'image' | 'pdf' | 'zip' | 'none';

const images = [
  'image/png',
  'image/jpeg',
  'image/webp',
  'image/gif',
  'image/svg+xml',
  'image/avif',
  'image/bmp',
];

const kinds: Readonly<Record<string, PreviewKind>> = {
  'text/csv': 'table',
  'text/tab-separated-values': 'table',
  'text/markdown': 'markdown',
  'text/html': 'html',
  'text/vnd.hocr+html': 'html',
  'application/json': 'json',
  'application/x-ipynb+json': 'json',
  'application/pdf': 'pdf',
  'application/zip': 'zip',
  'application/yaml': 'text',
  'application/xml': 'text',
  'application/x-latex': 'text',
  'application/x-subrip': 'text',
};

const essenceOf = (mimeType: string): string => mimeType.split(';')[0]?.trim().toLowerCase() ?? '';

/** Returns the preview of a MIME type. */
export const previewKind = (mimeType: string): PreviewKind => {
  const essence = essenceOf(mimeType);
  if (images.includes(essence)) return 'image';
  const kind = Object.hasOwn(kinds, essence) ? kinds[essence] : undefined;
  return kind ?? (essence.startsWith('text/') ? 'text' : 'none');
};

/** Returns the character between the fields of a table. */
export const delimiterOf = (mimeType: string): string =>
  essenceOf(mimeType) === 'text/tab-separated-values' ? '\t' : ',';
