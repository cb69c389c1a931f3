import { routes } from '../lib/api/routes.ts';
import { openTable } from '../lib/aws/dynamodb.ts';
import { rateWindows } from '../lib/aws/rate-windows.ts';
import { formatsTable } from '../lib/conversions/router.ts';
import { apiHandler } from '../lib/http/api-handler.ts';

const rows = formatsTable();
const body = {
  conversions: rows.flatMap(({ operation, from, to, options }) =>
    operation === 'convert' ? [{ from, to, options }] : [],
  ),
  extractions: rows.flatMap(({ operation, from, to, options }) =>
    operation === 'extract' ? [{ from, format: to, options }] : [],
  ),
};

/** `GET /formats` */
export const handler = apiHandler(routes.getFormats, rateWindows(openTable()), () => ({ status: 200, body }));
