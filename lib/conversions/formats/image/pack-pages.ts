import type { EngineOutput } from '../../engine/engine.ts';
import { formats } from '../../formats.ts';
import { makeZip } from '../../shared/zip/make-zip.ts';
import type { RasterFormat } from './image-options.ts';

/** A picture of one page. */
export interface PageImage {
  /** From 1. */
  readonly page: number;
  readonly bytes: Uint8Array;
}

/**
 * One picture as it is, several as a zip of `page-001.png` and so on. `lastPage` says how many digits the numbers have, so
 * that names sort as pages do.
 */
export function packPages(
  pages: readonly PageImage[],
  format: RasterFormat,
  lastPage: number,
): Pick<EngineOutput, 'content' | 'file'> {
  const [first] = pages;
  if (pages.length === 1 && first !== undefined) return { content: first.bytes };
  const digits = Math.max(3, String(lastPage).length);
  const files = pages.map(({ page, bytes }) => ({
    name: `page-${String(page).padStart(digits, '0')}.${formats[format].extension}`,
    bytes,
    stored: true,
  }));
  return { content: makeZip(files), file: { mimeType: 'application/zip', extension: 'zip' } };
}
