import { accountRoutes } from '../../lib/api/routes/account.ts';
import { readEnvironment, readOptionalEnvironment, readSignUp } from '../../lib/env.ts';
import { gatewayUrl } from '../../lib/http/api-event.ts';
import { apiHandler } from '../../lib/http/api-handler.ts';

/** `GET /account/config` */
export const handler = apiHandler(accountRoutes.getDashboardConfig, undefined, ({ event }) => ({
  body: {
    issuer: readEnvironment('oidcIssuer'),
    client_id: readEnvironment('oidcClientId'),
    // The URL of API Gateway: behind CloudFront, the clients of an edge share an IP address and its 10 authorizations a minute.
    api_url: gatewayUrl(event),
    scope: 'openid email profile',
    sign_up: readSignUp(),
    billing: readOptionalEnvironment('billingOffered') !== undefined,
    support: readOptionalEnvironment('supportContact') ?? null,
  },
}));
