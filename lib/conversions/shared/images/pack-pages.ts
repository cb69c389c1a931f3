import type { FileResult } from '../../engine/role.ts';
import { formats } from '../../formats.ts';
import { makeZip } from '../zip/make-zip.ts';
import type { RasterFormat } from './image-options.ts';

/** An image of one page. */
export interface PageImage {
  /** Page number from 1. */
  readonly page: number;
  readonly bytes: Uint8Array;
}

/**
 * Returns a single image as it is, several as a ZIP of `page-001.png` and so on. The page count `lastPage` determines the
 * number of digits, so that names sort in page order.
 */
export function packPages(
  pages: readonly PageImage[],
  format: RasterFormat,
  lastPage: number,
): Pick<FileResult, 'bytes' | 'file'> {
  const [first] = pages;
  if (pages.length === 1 && first !== undefined) return { bytes: first.bytes };
  const digits = Math.max(3, String(lastPage).length);
  const files = pages.map(({ page, bytes }) => ({
    name: `page-${String(page).padStart(digits, '0')}.${formats[format].extension}`,
    bytes,
    stored: true,
  }));
  return { bytes: makeZip(files), file: { mimeType: 'application/zip', extension: 'zip' } };
}
