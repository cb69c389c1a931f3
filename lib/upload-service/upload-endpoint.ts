import { fileRoutes } from '../api/routes/files.ts';
import { openTable } from '../aws/dynamodb.ts';
import { fileStore } from '../aws/file-store.ts';
import { leftoverLogger } from '../aws/leftover-logger.ts';
import { openObjectStore } from '../aws/object-store.ts';
import { rateWindows } from '../aws/rate-windows.ts';
import { readEnvironmentNumber } from '../env.ts';
import { formatDetector } from '../files/format-detector.ts';
import { storeUpload } from '../files/upload.ts';
import { basePath } from '../http/api-event.ts';
import { type ApiFunction, apiHandler } from '../http/api-handler.ts';
import { replayHeader } from '../http/idempotency-key.ts';
import { readFilePart } from '../http/multipart.ts';
import { uploadView } from '../http/views/upload-view.ts';
import { plans } from '../plans.ts';
import type { Spool } from './spool.ts';

/** `POST /upload`: of the Lambda function, which receives files in memory, and of the upload service, which has a spool. */
export const uploadEndpoint = ({ within }: Spool): ApiFunction => {
  const table = openTable();
  const dependencies = {
    files: fileStore(table),
    objects: openObjectStore(table),
    formats: formatDetector,
    retentionSeconds: readEnvironmentNumber('retentionSeconds'),
    onLeftover: leftoverLogger(),
  };
  return apiHandler(fileRoutes.upload, rateWindows(table), ({ event, operation, refuse }) =>
    within(async (receive) => {
      const { maxFileBytes: maxBytes } = plans[operation.plan];
      const part = await readFilePart(event, { receive, maxBytes }, refuse);
      const upload = await storeUpload({ operation, ...part }, dependencies, Date.now());
      return {
        headers: {
          Location: `${basePath(event)}/file/${upload.file.fileId}`,
          ...replayHeader(upload.isRepeat),
        },
        body: uploadView(upload),
      };
    }),
  );
};
