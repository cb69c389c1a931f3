import type * as z from 'zod';
import type { file } from '../../api/file-schemas.ts';
import { canonicalFormat, formats } from '../../conversions/formats.ts';
import { isReady, type StoredFile } from '../../files/file.ts';
import type { Downloads } from '../../files/objects.ts';
import { signFile } from '../../files/sign-download.ts';
import { time } from './time.ts';

/** The body of `GET /file/{id}`, with a newly signed URL. A presigned upload has none until a job has used it. */
export const fileView = async (
  stored: StoredFile,
  objects: Downloads,
  now: number,
): Promise<z.output<typeof file>> => {
  const format = stored.format === undefined ? undefined : canonicalFormat(stored.format);
  return {
    file_id: stored.fileId,
    ...(isReady(stored) ? { file_url: await signFile(stored, objects, now) } : {}),
    filename: stored.filename,
    size_bytes: stored.sizeBytes,
    format: format ?? null,
    mime_type: format === undefined ? null : formats[format].mimeType,
    sha256: stored.sha256 ?? null,
    created_at: time(stored.createdAt),
    expires_at: time(stored.expiresAt),
  };
};
