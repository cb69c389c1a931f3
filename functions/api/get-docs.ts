import { docsPage, docsPolicy } from '../../lib/api/docs-page.ts';
import { serviceRoutes } from '../../lib/api/routes/service.ts';
import { endpoint } from '../../lib/endpoints/endpoint.ts';
import { openApiDescription } from '../../lib/http/api-description.ts';

/** `GET /docs` */
export const handler = endpoint(serviceRoutes.getDocs, () => {
  const describe = openApiDescription();
  return ({ event }) => ({
    headers: { 'Content-Security-Policy': docsPolicy },
    text: { mediaType: 'text/html', content: docsPage(describe(event)) },
  });
});
