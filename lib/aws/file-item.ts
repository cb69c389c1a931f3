import * as z from 'zod';
import type { StoredFile } from '../files/file.ts';
import { ttlAttribute } from '../table-layout.ts';
import { itemForm } from './item-form.ts';
import { type Item, keys, schedule, ttlAfter } from './table.ts';

const form = itemForm({
  accountId: ['account_id', z.string()],
  fileId: ['file_id', z.string()],
  filename: ['filename', z.string()],
  format: ['file_format', z.string().optional()],
  sizeBytes: ['size_bytes', z.number()],
  characters: [
    'characters',
    z
      .number()
      .nullish()
      .transform((count) => count ?? undefined),
  ],
  needsPassword: [
    'needs_password',
    z
      .boolean()
      .nullish()
      .transform((isNeeded) => isNeeded ?? undefined),
  ],
  sha256: ['sha256', z.string().optional()],
  createdAt: ['created_at', z.number()],
  expiresAt: ['expires_at', z.number()],
});

/** Seconds for which the item of a deleted file remains, so that a request for it receives `file_expired`. */
export const expiredFileSeconds = 7 * 86_400;

/** Reads a file item. */
export const toStoredFile = (item: unknown): StoredFile => form.read(item);

/** The item of a new file, scheduled for reconciliation when the file expires. */
export const fromStoredFile = (file: StoredFile): Item => ({
  ...keys.file(file.accountId, file.fileId),
  ...form.write(file),
  ...schedule('FILE', file.fileId, file.expiresAt),
  [ttlAttribute]: ttlAfter(file.expiresAt, expiredFileSeconds),
});
