import { indexDocument } from '../../lib/api/index-document.ts';
import { serviceRoutes } from '../../lib/api/routes/service.ts';
import { endpoint } from '../../lib/endpoints/endpoint.ts';
import { readEnvironment } from '../../lib/env.ts';
import { publicUrl } from '../../lib/http/api-event.ts';

/** `GET /` */
export const handler = endpoint(serviceRoutes.getIndex, () => {
  const dashboardUrl = readEnvironment('dashboardUrl');
  // Without pages, the variable contains the address of the API.
  const hasDashboard = dashboardUrl !== `${readEnvironment('apiUrl')}/`;
  const pages = { docs: readEnvironment('docsUrl'), dashboard: hasDashboard ? dashboardUrl : undefined };
  return ({ event }) => ({ body: indexDocument(publicUrl(event, dashboardUrl), pages) });
});
