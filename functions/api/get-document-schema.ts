import { serviceRoutes } from '../../lib/api/routes/service.ts';
import { openTable } from '../../lib/aws/dynamodb.ts';
import { rateWindows } from '../../lib/aws/rate-windows.ts';
import { documentSchema } from '../../lib/conversions/document/document-model.ts';
import { apiHandler } from '../../lib/http/api-handler.ts';

const schema = documentSchema();

/** `GET /schemas/document-1.json` */
export const handler = apiHandler(serviceRoutes.getDocumentSchema, rateWindows(openTable()), () => ({
  body: schema,
}));
