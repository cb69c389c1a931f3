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

const table = openTable();
const dependencies = {
  files: fileStore(table),
  objects: openObjectStore(),
  formats: formatDetector,
  retentionSeconds: readEnvironmentNumber('retentionSeconds'),
};

/** `POST /upload` */
export const handler = apiHandler(routes.upload, rateWindows(table), async ({ event, caller }) => {
  const part = await readFilePart(event);
  const file = await storeUpload(
    { accountId: caller.accountId, plan: caller.plan, ...part },
    dependencies,
    Date.now(),
  );
  return { status: 201, headers: { Location: file.file_url }, body: file };
});
