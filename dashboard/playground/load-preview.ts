import { unreachable } from '../api/api-error.ts';
import type { Job } from '../api/types.ts';
import { parseCsv } from './csv.ts';
import { chunkPassages, documentPassages, isDocument, type PlacedPassages } from './passages.ts';
import { delimiterOf, type PreviewKind, previewKind } from './preview-kind.ts';
import { documentTables, type TableData, tableOfRows, tablesIn } from './result-tables.ts';

type Text = { readonly text: string; readonly isCut: boolean };

/** A result that the page can show. */
export type Preview =
  | (Text & { readonly kind: 'text' | 'markdown' | 'html' })
  | (Text & {
      readonly kind: 'json';
      readonly tables: readonly TableData[];
      readonly document: PlacedPassages | undefined;
      readonly chunks: PlacedPassages | undefined;
    })
  | (Text & { readonly kind: 'table'; readonly table: TableData })
  | { readonly kind: 'image' | 'pdf' | 'zip'; readonly file: Blob }
  | { readonly kind: 'none'; readonly reason: string };

// Limits that keep the page fast.
const maxTextBytes = 300_000;
const maxJsonBytes = 8_000_000;
const maxFileBytes = 60_000_000;
const maxRows = 200;

const isBinary = (kind: PreviewKind): boolean => kind === 'image' || kind === 'pdf' || kind === 'zip';

const readStart = async (response: Response, maxBytes: number): Promise<Blob> => {
  const parts: Uint8Array<ArrayBuffer>[] = [];
  let length = 0;
  const reader = response.body?.getReader();
  while (reader !== undefined && length <= maxBytes) {
    const { done, value } = await reader.read();
    if (done) return new Blob(parts);
    parts.push(value);
    length += value.length;
  }
  await reader?.cancel();
  return new Blob(parts);
};

const parse = (text: string): unknown => {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
};

const jsonPreview = ({ text, isCut }: Text): Preview => {
  const value = isCut ? undefined : parse(text);
  const shown = value === undefined ? text : JSON.stringify(value, null, 2);
  return {
    kind: 'json',
    text: shown.slice(0, maxTextBytes),
    isCut: isCut || shown.length > maxTextBytes,
    tables: isDocument(value) ? documentTables(value) : tablesIn(value),
    document: isDocument(value) ? documentPassages(value) : undefined,
    chunks: chunkPassages(value),
  };
};

/** Returns the preview of a file, or of the beginning of one. */
export const previewOf = async (file: Blob, mimeType: string): Promise<Preview> => {
  const kind = previewKind(mimeType);
  if (kind === 'none') return { kind, reason: 'There is no preview for this format.' };
  // A PDF always has its own type, so that a browser does not guess another.
  if (kind === 'image' || kind === 'pdf' || kind === 'zip')
    return { kind, file: file.slice(0, file.size, kind === 'pdf' ? 'application/pdf' : mimeType) };
  const maxBytes = kind === 'json' ? maxJsonBytes : maxTextBytes;
  const start = { text: await file.slice(0, maxBytes).text(), isCut: file.size > maxBytes };
  if (kind === 'json') return jsonPreview(start);
  if (kind !== 'table') return { kind, ...start };
  const rows = parseCsv(start.text.replace(/^\uFEFF/, ''), maxRows + 1, delimiterOf(mimeType));
  return {
    kind,
    text: start.text,
    table: tableOfRows(rows.slice(0, maxRows), 1),
    isCut: start.isCut || rows.length > maxRows,
  };
};

const load = async (output: NonNullable<Job['output']>, url: string): Promise<Preview> => {
  const kind = previewKind(output.mime_type);
  if (kind === 'none') return previewOf(new Blob([]), output.mime_type);
  if (isBinary(kind) && output.size_bytes > maxFileBytes)
    return { kind: 'none', reason: 'The result is too large for a preview.' };
  const response = await fetch(url, { credentials: 'omit' }).catch((error: unknown) => {
    throw unreachable(error);
  });
  if (!response.ok) throw unreachable(response.status);
  const file = isBinary(kind) ? await response.blob() : await readStart(response, maxJsonBytes);
  return previewOf(file, output.mime_type);
};

// The previews of the jobs that the playground still has.
const previews = new WeakMap<Job, Promise<Preview>>();

/** Downloads the result of a complete job for the preview, once. */
export const loadPreview = (job: Job): Promise<Preview> => {
  const known = previews.get(job);
  if (known !== undefined) return known;
  const { output, output_url: url } = job;
  const created =
    output === null || url === undefined
      ? Promise.resolve<Preview>({ kind: 'none', reason: 'The job has no result.' })
      : load(output, url);
  previews.set(job, created);
  // A failed download can be repeated.
  created.catch(() => previews.delete(job));
  return created;
};
