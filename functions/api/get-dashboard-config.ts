import { accountRoutes } from '../../lib/api/routes/account.ts';
import { readEnvironment, readOptionalEnvironment, readSignUp } from '../../lib/env.ts';
import { apiHandler } from '../../lib/http/api-handler.ts';

/** `GET /account/config` */
export const handler = apiHandler(accountRoutes.getDashboardConfig, undefined, () => ({
  body: {
    issuer: readEnvironment('oidcIssuer'),
    client_id: readEnvironment('oidcClientId'),
    // Not that of CloudFront, behind which the clients of an edge share an IP address and its 10 authorizations a minute.
    api_url: readEnvironment('apiUrl'),
    scope: 'openid email profile',
    sign_up: readSignUp(),
    billing: readOptionalEnvironment('billingOffered') !== undefined,
    support: readOptionalEnvironment('supportContact') ?? null,
  },
}));
