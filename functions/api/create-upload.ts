import { fileRoutes } from '../../lib/api/routes/files.ts';
import { fileStore } from '../../lib/aws/file-store.ts';
import { openUploads } from '../../lib/aws/sign-uploads.ts';
import { endpoint } from '../../lib/endpoints/endpoint.ts';
import { readEnvironmentNumber } from '../../lib/env.ts';
import { createPresignedUpload } from '../../lib/files/presigned-upload.ts';
import { replayHeader } from '../../lib/http/idempotency-key.ts';
import { presignedUploadView } from '../../lib/http/views/upload-view.ts';

/** `POST /uploads` */
export const handler = endpoint(fileRoutes.createUpload, (table) => {
  const dependencies = {
    files: fileStore(table),
    objects: openUploads(table),
    retentionSeconds: readEnvironmentNumber('retentionSeconds'),
  };
  return async ({ operation, body }) => {
    const created = await createPresignedUpload(
      { operation, filename: body.filename, sizeBytes: body.size_bytes, sha256: body.sha256 },
      dependencies,
      Date.now(),
    );
    return { headers: replayHeader(created.isRepeat), body: presignedUploadView(created) };
  };
});
