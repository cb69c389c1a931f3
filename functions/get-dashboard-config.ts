import { routes } from '../lib/api/routes.ts';
import { openTable } from '../lib/aws/dynamodb.ts';
import { rateWindows } from '../lib/aws/rate-windows.ts';
import { readEnvironment, readOptionalEnvironment } from '../lib/env.ts';
import { apiHandler } from '../lib/http/api-handler.ts';

/** `GET /account/config` */
export const handler = apiHandler(routes.getDashboardConfig, rateWindows(openTable()), () => ({
  status: 200,
  body: {
    issuer: readEnvironment('oidcIssuer'),
    client_id: readEnvironment('oidcClientId'),
    scope: 'openid email profile',
    billing: readOptionalEnvironment('billingOffered') !== undefined,
    support: readOptionalEnvironment('supportContact') ?? null,
  },
}));
