import { serviceRoutes } from '../../lib/api/routes/service.ts';
import { openTable } from '../../lib/aws/dynamodb.ts';
import { rateWindows } from '../../lib/aws/rate-windows.ts';
import { apiHandler } from '../../lib/http/api-handler.ts';

/** `GET /health` */
export const handler = apiHandler(serviceRoutes.health, rateWindows(openTable()), () => ({
  body: { status: 'ok' as const },
}));
