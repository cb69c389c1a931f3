import { serviceRoutes } from '../../lib/api/routes/service.ts';
import { endpoint } from '../../lib/endpoints/endpoint.ts';
import { openApiDescription } from '../../lib/http/api-description.ts';

/** `GET /openapi.json` */
export const handler = endpoint(serviceRoutes.getOpenApi, () => {
  const describe = openApiDescription();
  return ({ event }) => ({
    body: describe(event),
  });
});
