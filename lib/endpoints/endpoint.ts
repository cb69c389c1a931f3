import type { Route } from '../api/route.ts';
import { openTable } from '../aws/dynamodb.ts';
import { rateWindows } from '../aws/rate-windows.ts';
import type { Table } from '../aws/table.ts';
import { type ApiFunction, apiHandler, type Endpoint } from '../http/api-handler.ts';

/** A route whose calls are counted by token or by address. */
type CountedRoute = Route & { readonly access: 'token' | 'anyone' };

/** The function of an endpoint. `open` opens what its handler needs of the table, once per container. */
export const endpoint = <R extends CountedRoute>(
  route: R,
  open: (table: Table) => Endpoint<R>,
): ApiFunction => {
  const table = openTable();
  return apiHandler(route, rateWindows(table), open(table));
};
