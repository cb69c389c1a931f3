import { fileRoutes } from '../api/routes/files.ts';
import { openUploadDependencies } from '../aws/upload-dependencies.ts';
import { endpoint } from '../endpoints/endpoint.ts';
import { storeUpload } from '../files/upload.ts';
import { basePath } from '../http/api-event.ts';
import type { ApiFunction } from '../http/api-handler.ts';
import { replayHeader } from '../http/idempotency-key.ts';
import { readFilePart } from '../http/multipart.ts';
import { uploadView } from '../http/views/upload-view.ts';
import type { Spool } from './spool.ts';

/** `POST /upload`: of the Lambda function, which receives files in memory, and of the upload service, which has a spool. */
export const uploadEndpoint = ({ within }: Spool): ApiFunction =>
  endpoint(fileRoutes.upload, (table) => {
    const dependencies = openUploadDependencies(table);
    return ({ event, operation, refuse }) =>
      within(async (receive) => {
        const { maxFileBytes: maxBytes } = operation.limits;
        const part = await readFilePart(event, { receive, maxBytes }, refuse);
        const upload = await storeUpload({ operation, ...part }, dependencies, Date.now());
        return {
          headers: {
            Location: `${basePath(event)}/file/${upload.file.fileId}`,
            ...replayHeader(upload.isRepeat),
          },
          body: uploadView(upload),
        };
      });
  });
