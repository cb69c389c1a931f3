import * as z from 'zod';
import { largestFileBytes } from '../plan-table.ts';
import { fileSizeWords } from '../plans.ts';
import { fileId, formFile, page, pageOf, sha256, timestamp } from './schemas.ts';

/** Body of `POST /upload`, only for the OpenAPI document: multipart is parsed by RFC 7578. */
export const uploadForm = z.object({ file: formFile }).meta({ id: 'UploadForm' });

/** Response of `POST /upload`. */
export const uploadedFile = z
  .object({
    file_id: fileId,
    file_url: z.url().describe('Signed URL of the file, valid for up to an hour'),
    filename: z.string(),
    size_bytes: z.int().min(1).max(largestFileBytes),
    mime_type: z
      .string()
      .describe(
        'Detected from the content. For text formats such as CSV and Markdown, the file name decides',
      ),
    created_at: timestamp,
    expires_at: timestamp.describe('When the file is deleted'),
  })
  .meta({ id: 'UploadedFile' });

/** Body of `POST /uploads`. */
export const presignedUploadBody = z
  .strictObject({
    filename: z.string().min(1).max(1024),
    size_bytes: z
      .int()
      .min(1, 'must be at least 1')
      .describe(`Size of the file in bytes, at most ${fileSizeWords}. A larger upload is rejected`),
    sha256: sha256.optional().describe('SHA-256 of the file. An upload with a different hash is rejected'),
  })
  .meta({ id: 'CreateUploadRequest' });

/** Response of `POST /uploads`. */
export const presignedUpload = z
  .object({
    file_id: fileId,
    upload: z
      .object({
        url: z.url().describe('URL to which to POST the form'),
        fields: z.record(z.string(), z.string()).describe('Form fields to send before the file part'),
        expires_at: timestamp.describe('When the form expires'),
      })
      .meta({ id: 'PresignedForm' }),
  })
  .meta({ id: 'PresignedUpload' });

/** Response of `GET /file/{id}`. */
export const file = z
  .object({
    file_id: fileId,
    file_url: z
      .url()
      .optional()
      .describe(
        'Signed URL of the file, new in each response. Absent for a presigned upload until a job uses it',
      ),
    filename: z.string(),
    size_bytes: z
      .int()
      .describe('Size of the file. For a presigned upload that no job has used yet, the size in its request'),
    format: z
      .string()
      .nullable()
      .describe('Detected from the content; null for a presigned upload until a job uses it'),
    mime_type: z.string().nullable(),
    sha256: sha256.nullable(),
    created_at: timestamp,
    expires_at: timestamp.describe('When the file is deleted'),
  })
  .meta({ id: 'File' });

/** Query of `GET /files`. */
export const filesQuery = z.strictObject(page);

/** Response of `GET /files`, the newest first: the files that have not expired. */
export const files = pageOf(file).meta({ id: 'FilePage' });
