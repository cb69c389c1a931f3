import { serviceRoutes } from '../../lib/api/routes/service.ts';
import { apiHandler } from '../../lib/http/api-handler.ts';

/** `GET /health` */
export const handler = apiHandler(serviceRoutes.health, undefined, () => ({
  body: { status: 'ok' as const },
}));
