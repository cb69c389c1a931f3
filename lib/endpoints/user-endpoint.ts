import type { IdentityStore } from '../accounts/sign-in.ts';
import type { Route } from '../api/route.ts';
import { openTable } from '../aws/dynamodb.ts';
import { identityStore } from '../aws/identity-store.ts';
import { rateWindows } from '../aws/rate-windows.ts';
import type { Table } from '../aws/table.ts';
import { type ApiFunction, apiHandler, type Endpoint } from '../http/api-handler.ts';
import { openIdentityVerifier } from '../http/verify-identity.ts';

/** The function of an endpoint for signed-in users. `open` opens what its handler needs of the table, once per container. */
export const userEndpoint = <R extends Route & { readonly access: 'user' }>(
  route: R,
  open: (table: Table, identities: IdentityStore) => Endpoint<R>,
): ApiFunction => {
  const table = openTable();
  const authentication = { windows: rateWindows(table), verify: openIdentityVerifier() };
  return apiHandler(route, authentication, open(table, identityStore(table)));
};
