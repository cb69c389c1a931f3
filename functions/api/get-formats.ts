import { routes } from '../../lib/api/routes.ts';
import { openTable } from '../../lib/aws/dynamodb.ts';
import { openJobQueues } from '../../lib/aws/job-queue.ts';
import { rateWindows } from '../../lib/aws/rate-windows.ts';
import { deployedRoutes } from '../../lib/conversions/deployment/workers.ts';
import { formatsTable } from '../../lib/conversions/routing/formats-table.ts';
import { apiHandler } from '../../lib/http/api-handler.ts';
import { sourceFormat } from '../../lib/jobs/source-format.ts';

const rows = formatsTable(deployedRoutes(openJobQueues().workers));

const bodyOf = (of: typeof rows) => ({
  conversions: of.flatMap(({ operation, from, to, engines, takesSeveral, options }) =>
    operation === 'convert' ? [{ from, to, engines, several_files: takesSeveral, options }] : [],
  ),
  extractions: of.flatMap(({ operation, from, to, engines, options }) =>
    operation === 'extract' ? [{ from, format: to, engines, options }] : [],
  ),
});

/** `GET /formats` */
export const handler = apiHandler(routes.getFormats, rateWindows(openTable()), ({ query, refuse }) => {
  const source = sourceFormat(query.from, refuse);
  return { body: bodyOf(source === undefined ? rows : rows.filter(({ from }) => from === source)) };
});
