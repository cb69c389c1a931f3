import { signedUrlSeconds } from '../api/limits.ts';
import { fileObjectKey, type StoredFile } from './file.ts';
import type { Downloads } from './objects.ts';

/** Seconds for which to sign a URL: an hour at most, and never beyond the expiry (ms since the epoch) of what it points at. */
export const signedSeconds = (expiresAt: number, now: number): number =>
  Math.max(1, Math.min(signedUrlSeconds, Math.floor((expiresAt - now) / 1000)));

/** Signs a URL of an uploaded file. */
export const signFile = (
  { accountId, fileId, filename, expiresAt }: StoredFile,
  objects: Downloads,
  now: number,
): Promise<string> =>
  objects.signDownload(fileObjectKey(accountId, fileId), {
    filename,
    seconds: signedSeconds(expiresAt, now),
  });
