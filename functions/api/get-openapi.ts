import { openApiDocument } from '../../lib/api/openapi.ts';
import { routes } from '../../lib/api/routes.ts';
import { openTable } from '../../lib/aws/dynamodb.ts';
import { rateWindows } from '../../lib/aws/rate-windows.ts';
import { readEnvironmentNumber } from '../../lib/env.ts';
import { basePath } from '../../lib/http/api-event.ts';
import { apiHandler } from '../../lib/http/api-handler.ts';
import { listedNames } from '../../lib/jobs/listed-names.ts';

const uploadLimitBytes = readEnvironmentNumber('uploadLimitBytes');

/** `GET /openapi.json` */
export const handler = apiHandler(routes.getOpenApi, rateWindows(openTable()), ({ event }) => {
  return { body: openApiDocument(basePath(event) || '/', uploadLimitBytes, listedNames) };
});
