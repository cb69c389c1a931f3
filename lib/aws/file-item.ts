import * as z from 'zod';
import type { StoredFile } from '../files/file.ts';
import { type DueKind, ttlAttribute } from '../table-layout.ts';
import { keys, ttlAfter } from './table.ts';

const fileItem = z.object({
  account_id: z.string(),
  file_id: z.string(),
  filename: z.string(),
  file_format: z.string().optional(),
  size_bytes: z.number(),
  characters: z.number().nullish(),
  needs_password: z.boolean().nullish(),
  sha256: z.string().optional(),
  created_at: z.number(),
  expires_at: z.number(),
});

/** Seconds for which the item of a deleted file remains, so that a request for it receives `file_expired`. */
const tombstoneSeconds = 7 * 86_400;

/** Reads a file item. */
export const toStoredFile = (item: unknown): StoredFile => {
  const file = fileItem.parse(item);
  return {
    accountId: file.account_id,
    fileId: file.file_id,
    filename: file.filename,
    format: file.file_format,
    sizeBytes: file.size_bytes,
    characters: file.characters ?? undefined,
    needsPassword: file.needs_password ?? undefined,
    sha256: file.sha256,
    createdAt: file.created_at,
    expiresAt: file.expires_at,
  };
};

/** The item of a new file, scheduled for reconciliation when the file expires. */
export const fromStoredFile = (file: StoredFile): Readonly<Record<string, unknown>> => ({
  ...keys.file(file.accountId, file.fileId),
  account_id: file.accountId,
  file_id: file.fileId,
  filename: file.filename,
  file_format: file.format,
  size_bytes: file.sizeBytes,
  characters: file.characters,
  needs_password: file.needsPassword,
  sha256: file.sha256,
  created_at: file.createdAt,
  expires_at: file.expiresAt,
  due: 'FILE' satisfies DueKind,
  due_at: file.expiresAt,
  [ttlAttribute]: ttlAfter(file.expiresAt, tombstoneSeconds),
});
