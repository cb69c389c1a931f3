/** The kinds of previews. */
export type PreviewKind = 'text' | 'json' | 'table' | 'image' | 'pdf' | 'none';

const images = ['image/png', 'image/jpeg', 'image/webp', 'image/gif', 'image/svg+xml'];

/** Returns the preview of a MIME type. HTML is shown as source, so that no script runs. */
export const previewKind = (mimeType: string): PreviewKind => {
  const essence = mimeType.split(';')[0]?.trim().toLowerCase() ?? '';
  if (essence === 'text/csv') return 'table';
  if (essence === 'application/json') return 'json';
  if (essence === 'application/pdf') return 'pdf';
  if (images.includes(essence)) return 'image';
  return essence.startsWith('text/') ? 'text' : 'none';
};

const isRecord = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null;
const isRow = (value: unknown): value is string[] =>
  Array.isArray(value) && value.every((cell) => typeof cell === 'string');

/** Returns the tables of a structured extraction. */
export const tablesIn = (value: unknown): readonly (readonly (readonly string[])[])[] => {
  if (!isRecord(value) || !Array.isArray(value.tables)) return [];
  return value.tables.flatMap((table: unknown) =>
    isRecord(table) && Array.isArray(table.rows) && table.rows.every(isRow) ? [table.rows] : [],
  );
};
