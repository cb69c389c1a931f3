import { serviceRoutes } from '../../lib/api/routes/service.ts';
import { deployedRoutes } from '../../lib/conversions/deployment/workers.ts';
import { type FormatsRow, formatsTable } from '../../lib/conversions/routing/formats-table.ts';
import { endpoint } from '../../lib/endpoints/endpoint.ts';
import { formatsView, sharedFormatsView } from '../../lib/http/views/formats-view.ts';
import { sourceFormat } from '../../lib/jobs/source-format.ts';

/** `GET /formats` */
export const handler = endpoint(serviceRoutes.getFormats, () => {
  const formatRoutes = deployedRoutes();

  /** Every row, which takes as long to describe as the function to start: only a call that lists all of them does it. */
  let allRows: readonly FormatsRow[] | undefined;
  const listAll = (): readonly FormatsRow[] => {
    allRows ??= formatsTable(formatRoutes);
    return allRows;
  };
  return ({ query, refuse }) => {
    const source = sourceFormat(query.from, refuse);
    const listed = source === undefined ? listAll() : formatsTable(formatRoutes, [source]);
    return { body: query.options === 'reference' ? sharedFormatsView(listed) : formatsView(listed) };
  };
});
