import { serviceRoutes } from '../../lib/api/routes/service.ts';
import { openTable } from '../../lib/aws/dynamodb.ts';
import { rateWindows } from '../../lib/aws/rate-windows.ts';
import { openApiDescription } from '../../lib/http/api-description.ts';
import { apiHandler } from '../../lib/http/api-handler.ts';

const describe = openApiDescription();

/** `GET /openapi.json` */
export const handler = apiHandler(serviceRoutes.getOpenApi, rateWindows(openTable()), ({ event }) => ({
  body: describe(event),
}));
