import { serviceRoutes } from '../../lib/api/routes/service.ts';
import { endpoint } from '../../lib/endpoints/endpoint.ts';

/** `GET /health` */
export const handler = endpoint(serviceRoutes.health, () => () => ({
  body: { status: 'ok' as const },
}));
