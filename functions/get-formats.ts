import { routes } from '../lib/api/routes.ts';
import { openTable } from '../lib/aws/dynamodb.ts';
import { openJobQueues } from '../lib/aws/job-queue.ts';
import { rateWindows } from '../lib/aws/rate-windows.ts';
import { formatsTable } from '../lib/conversions/router.ts';
import { enginesOf } from '../lib/conversions/workers.ts';
import { apiHandler } from '../lib/http/api-handler.ts';

const rows = formatsTable(enginesOf(openJobQueues().workers));
const body = {
  conversions: rows.flatMap(({ operation, from, to, engines, takesSeveral, options }) =>
    operation === 'convert' ? [{ from, to, engines, several_files: takesSeveral, options }] : [],
  ),
  extractions: rows.flatMap(({ operation, from, to, engines, options }) =>
    operation === 'extract' ? [{ from, format: to, engines, options }] : [],
  ),
};

/** `GET /formats` */
export const handler = apiHandler(routes.getFormats, rateWindows(openTable()), () => ({ status: 200, body }));
