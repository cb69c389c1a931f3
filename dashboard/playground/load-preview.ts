import { unreachable } from '../api/api-error.ts';
import { parseCsv } from './csv.ts';
import { type PlacedDocument, placedDocument } from './passages.ts';
import { type PreviewKind, tablesIn } from './preview-kind.ts';

type Rows = readonly (readonly string[])[];

/** A result that the page can show. */
export type Preview =
  | {
      readonly kind: 'text';
      readonly text: string;
      readonly isCut: boolean;
      readonly tables: readonly Rows[];
      readonly document?: PlacedDocument | undefined;
    }
  | { readonly kind: 'table'; readonly rows: Rows; readonly isCut: boolean }
  | { readonly kind: 'image'; readonly url: string }
  | { readonly kind: 'pdf'; readonly url: string };

// Limits that keep the page fast.
const maxTextBytes = 300_000;
const maxJsonBytes = 8_000_000;
const maxRows = 200;

const readStart = async (response: Response, maxBytes: number): Promise<{ text: string; isCut: boolean }> => {
  const parts: Uint8Array<ArrayBuffer>[] = [];
  let length = 0;
  const reader = response.body?.getReader();
  while (reader !== undefined && length <= maxBytes) {
    const { done, value } = await reader.read();
    if (done) return { text: await new Blob(parts).text(), isCut: false };
    parts.push(value);
    length += value.length;
  }
  await reader?.cancel();
  return { text: await new Blob(parts).slice(0, maxBytes).text(), isCut: true };
};

const parse = (text: string): unknown => {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
};

/**
 * Downloads a result for the preview.
 *
 * @param kind From `previewKind`, but not `none`.
 * @param mimeType Of an image. A PDF always has its own type, so that a browser does not guess another.
 */
export const loadPreview = async (
  url: string,
  kind: Exclude<PreviewKind, 'none'>,
  mimeType: string,
  signal: AbortSignal,
): Promise<Preview> => {
  const response = await fetch(url, { signal, credentials: 'omit' }).catch((error: unknown) => {
    throw signal.aborted ? error : unreachable(error);
  });
  if (!response.ok) throw unreachable(response.status);
  if (kind === 'image' || kind === 'pdf') {
    const bytes = await response.arrayBuffer();
    const type = kind === 'pdf' ? 'application/pdf' : mimeType;
    return { kind, url: URL.createObjectURL(new Blob([bytes], { type })) };
  }
  const { text, isCut } = await readStart(response, kind === 'json' ? maxJsonBytes : maxTextBytes);
  if (kind === 'table') {
    const rows = parseCsv(text.replace(/^\uFEFF/, ''), maxRows + 1);
    return { kind, rows: rows.slice(0, maxRows), isCut: isCut || rows.length > maxRows };
  }
  const value = kind === 'json' && !isCut ? parse(text) : undefined;
  const shown = value === undefined ? text : JSON.stringify(value, null, 2);
  return {
    kind: 'text',
    text: shown.slice(0, maxTextBytes),
    isCut: isCut || shown.length > maxTextBytes,
    tables: tablesIn(value),
    document: placedDocument(value),
  };
};
