import { routes } from '../../lib/api/routes.ts';
import { openTable } from '../../lib/aws/dynamodb.ts';
import { rateWindows } from '../../lib/aws/rate-windows.ts';
import { openApiDescription } from '../../lib/http/api-description.ts';
import { apiHandler } from '../../lib/http/api-handler.ts';

const describe = openApiDescription();

/** `GET /openapi.json` */
export const handler = apiHandler(routes.getOpenApi, rateWindows(openTable()), ({ event }) => ({
  body: describe(event),
}));
