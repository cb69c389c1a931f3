import { serviceRoutes } from '../../lib/api/routes/service.ts';
import { documentSchema } from '../../lib/conversions/document/document-model.ts';
import { endpoint } from '../../lib/endpoints/endpoint.ts';

/** `GET /schemas/document-1.json` */
export const handler = endpoint(serviceRoutes.getDocumentSchema, () => {
  const schema = documentSchema();
  return () => ({
    body: schema,
  });
});
