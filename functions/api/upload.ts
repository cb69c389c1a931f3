import { routes } from '../../lib/api/routes.ts';
import { openTable } from '../../lib/aws/dynamodb.ts';
import { fileStore } from '../../lib/aws/file-store.ts';
import { openObjectStore } from '../../lib/aws/object-store.ts';
import { rateWindows } from '../../lib/aws/rate-windows.ts';
import { readEnvironmentNumber } from '../../lib/env.ts';
import { formatDetector } from '../../lib/files/format-detector.ts';
import { storeUpload } from '../../lib/files/upload.ts';
import { apiHandler } from '../../lib/http/api-handler.ts';
import { readFilePart } from '../../lib/http/multipart.ts';
import { uploadView } from '../../lib/http/views/upload-view.ts';

const table = openTable();
const dependencies = {
  files: fileStore(table),
  objects: openObjectStore(),
  formats: formatDetector,
  retentionSeconds: readEnvironmentNumber('retentionSeconds'),
};

/** `POST /upload` */
export const handler = apiHandler(routes.upload, rateWindows(table), async ({ event, operation, refuse }) => {
  const part = await readFilePart(event, refuse);
  const upload = await storeUpload({ operation, ...part }, dependencies, Date.now());
  return { headers: { Location: upload.url }, body: uploadView(upload) };
});
