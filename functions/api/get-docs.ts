import { docsPage, docsPolicy } from '../../lib/api/docs-page.ts';
import { openApiDocument } from '../../lib/api/openapi.ts';
import { routes } from '../../lib/api/routes.ts';
import { openTable } from '../../lib/aws/dynamodb.ts';
import { rateWindows } from '../../lib/aws/rate-windows.ts';
import { readEnvironment, readEnvironmentNumber } from '../../lib/env.ts';
import { publicUrl } from '../../lib/http/api-event.ts';
import { apiHandler } from '../../lib/http/api-handler.ts';
import { listedNames } from '../../lib/jobs/listed-names.ts';

const uploadLimitBytes = readEnvironmentNumber('uploadLimitBytes');
const dashboardUrl = readEnvironment('dashboardUrl');

/** `GET /docs` */
export const handler = apiHandler(routes.getDocs, rateWindows(openTable()), ({ event }) => ({
  headers: { 'Content-Security-Policy': docsPolicy },
  text: {
    mediaType: 'text/html',
    content: docsPage(openApiDocument(publicUrl(event, dashboardUrl), uploadLimitBytes, listedNames)),
  },
}));
