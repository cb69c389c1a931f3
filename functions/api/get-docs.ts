import { serviceRoutes } from '../../lib/api/routes/service.ts';
import { endpoint } from '../../lib/endpoints/endpoint.ts';
import { readEnvironment } from '../../lib/env.ts';

/** `GET /docs` */
export const handler = endpoint(serviceRoutes.getDocs, () => {
  const location = readEnvironment('docsUrl');
  return () => ({ headers: { Location: location } });
});
