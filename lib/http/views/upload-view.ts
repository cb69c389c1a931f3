import type * as z from 'zod';
import type { presignedUpload, uploadedFile } from '../../api/file-schemas.ts';
import type { CreatedUpload } from '../../files/presigned-upload.ts';
import type { StoredUpload } from '../../files/upload.ts';
import { time } from './time.ts';

/** An uploaded file as `POST /upload` returns it. */
export const uploadView = ({ file, mimeType, url }: StoredUpload): z.output<typeof uploadedFile> => ({
  file_id: file.fileId,
  file_url: url,
  filename: file.filename,
  size_bytes: file.sizeBytes,
  mime_type: mimeType,
  created_at: time(file.createdAt),
  expires_at: time(file.expiresAt),
});

/** A presigned upload as `POST /uploads` returns it. */
export const presignedUploadView = ({
  fileId,
  form,
  expiresAt,
}: CreatedUpload): z.output<typeof presignedUpload> => ({
  file_id: fileId,
  upload: { url: form.url, fields: { ...form.fields }, expires_at: time(expiresAt) },
});
