import { items } from '../../grants.ts';
import * as schemas from '../access-schemas.ts';
import { json, type RouteRows, routeGroup } from '../route.ts';

/** Access to the API. */
export const accessRoutes = routeGroup({
  authorize: {
    grants: [
      items('UpdateItem', 'keys'),
      items('GetItem', 'keyHashes'),
      items('PutItem', 'tokens'),
      items('DeleteItem', 'tokens'),
    ],
    method: 'POST',
    path: '/authorize',
    summary: 'Exchange an API key for a bearer token',
    description:
      'The token is valid for an hour. Reuse it instead of requesting a new one for each call. OAuth 2 clients can send the form body of the client credentials grant.',
    access: 'anyone',
    rateLimit: 'authorize',
    body: { [json]: schemas.authorizeBody, 'application/x-www-form-urlencoded': schemas.authorizeForm },
    success: {
      status: 200,
      description: 'The token',
      schema: schemas.accessToken,
      headers: { 'Cache-Control': 'no-store' },
    },
    errors: ['unsupported_grant_type', 'invalid_api_key', 'account_suspended'],
  },
} as const satisfies RouteRows);
