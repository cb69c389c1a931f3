import { fileRoutes } from '../../lib/api/routes/files.ts';
import { openTable } from '../../lib/aws/dynamodb.ts';
import { fileStore } from '../../lib/aws/file-store.ts';
import { rateWindows } from '../../lib/aws/rate-windows.ts';
import { openUploads } from '../../lib/aws/sign-uploads.ts';
import { readEnvironmentNumber } from '../../lib/env.ts';
import { createPresignedUpload } from '../../lib/files/presigned-upload.ts';
import { apiHandler } from '../../lib/http/api-handler.ts';
import { replayHeader } from '../../lib/http/idempotency-key.ts';
import { presignedUploadView } from '../../lib/http/views/upload-view.ts';

const table = openTable();
const dependencies = {
  files: fileStore(table),
  objects: openUploads(table),
  retentionSeconds: readEnvironmentNumber('retentionSeconds'),
};

/** `POST /uploads` */
export const handler = apiHandler(
  fileRoutes.createUpload,
  rateWindows(table),
  async ({ operation, body }) => {
    const created = await createPresignedUpload(
      { operation, filename: body.filename, sizeBytes: body.size_bytes, sha256: body.sha256 },
      dependencies,
      Date.now(),
    );
    return { headers: replayHeader(created.isRepeat), body: presignedUploadView(created) };
  },
);
