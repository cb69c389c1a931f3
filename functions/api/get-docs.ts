import { docsPage, docsPolicy } from '../../lib/api/docs-page.ts';
import { serviceRoutes } from '../../lib/api/routes/service.ts';
import { openTable } from '../../lib/aws/dynamodb.ts';
import { rateWindows } from '../../lib/aws/rate-windows.ts';
import { openApiDescription } from '../../lib/http/api-description.ts';
import { apiHandler } from '../../lib/http/api-handler.ts';

const describe = openApiDescription();

/** `GET /docs` */
export const handler = apiHandler(serviceRoutes.getDocs, rateWindows(openTable()), ({ event }) => ({
  headers: { 'Content-Security-Policy': docsPolicy },
  text: { mediaType: 'text/html', content: docsPage(describe(event)) },
}));
