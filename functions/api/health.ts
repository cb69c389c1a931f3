import { routes } from '../../lib/api/routes.ts';
import { apiHandler } from '../../lib/http/api-handler.ts';

/** `GET /health` */
export const handler = apiHandler(routes.health, undefined, () => ({ body: { status: 'ok' as const } }));
