import { items } from '../../grants.ts';
import * as schemas from '../account-schemas.ts';
import { byUser, json, type RouteRows, routeGroup } from '../route.ts';

/** The dashboard: its configuration, sessions, API keys and usage. */
export const accountRoutes = routeGroup({
  getDashboardConfig: {
    environment: ['oidcIssuer', 'oidcClientId', 'signUp', 'billingOffered', 'supportContact'],
    method: 'GET',
    path: '/account/config',
    summary: 'Read the configuration of the dashboard',
    description: 'Requires no token.',
    access: 'anyone',
    audience: 'dashboard',
    rateLimit: null,
    success: { status: 200, description: 'The configuration', schema: schemas.dashboardConfig },
    errors: [],
  },
  openSession: {
    ...byUser,
    environment: ['signUp'],
    grants: [
      items('GetItem', 'emails', 'account'),
      items('PutItem', 'identities', 'emails', 'account', 'tokens'),
      items('UpdateItem', 'account', 'keys'),
      items('DeleteItem', 'tokens', 'emails'),
      items('ConditionCheckItem', 'identities'),
    ],
    method: 'POST',
    path: '/account/session',
    summary: 'Open a session for a signed-in user',
    description:
      'Returns a bearer token for the API. The first sign-in creates an account on the Free plan if anyone can sign up, or uses the account that the operator created for the e-mail address.',
    success: { status: 200, description: 'The session', schema: schemas.session },
    errors: ['email_in_use', 'sign_up_closed'],
  },
  closeSession: {
    ...byUser,
    grants: [
      items('UpdateItem', 'identities'),
      items('GetItem', 'keys'),
      items('DeleteItem', 'keys', 'tokens'),
    ],
    method: 'DELETE',
    path: '/account/session',
    summary: 'End the sessions of a signed-in user',
    description: "Revokes every bearer token of the user's sessions.",
    success: { status: 204, description: 'The sessions have ended' },
    errors: ['account_not_found'],
  },
  listKeys: {
    ...byUser,
    grants: [items('GetItem', 'account'), items('Query', 'keys')],
    method: 'GET',
    path: '/account/keys',
    summary: 'List the API keys',
    description: 'Returns the keys that are not revoked, newest first.',
    success: { status: 200, description: 'The keys', schema: schemas.apiKeys },
    errors: ['account_not_found'],
  },
  createKey: {
    ...byUser,
    grants: [
      items('GetItem', 'account'),
      items('UpdateItem', 'account'),
      items('PutItem', 'keys', 'keyHashes', 'keyEndings'),
    ],
    method: 'POST',
    path: '/account/keys',
    summary: 'Create an API key',
    description: 'The response contains the key, which is never shown again.',
    rateLimit: 'keys',
    body: { [json]: schemas.newApiKeyBody },
    success: { status: 201, description: 'The key', schema: schemas.newApiKey },
    errors: ['account_not_found', 'key_limit_reached'],
  },
  revokeKey: {
    ...byUser,
    grants: [
      items('GetItem', 'keys'),
      items('UpdateItem', 'keys', 'account'),
      items('PutItem', 'keyEndings'),
      items('DeleteItem', 'keyHashes', 'tokens'),
    ],
    method: 'DELETE',
    path: '/account/keys/{id}',
    summary: 'Revoke an API key',
    description: 'The key and its tokens stop working at once.',
    success: { status: 204, description: 'The key is revoked' },
    errors: ['account_not_found', 'key_not_found'],
  },
  getUsageHistory: {
    ...byUser,
    environment: ['uploadLimitBytes'],
    grants: [items('GetItem', 'account'), items('Query', 'usage')],
    method: 'GET',
    path: '/account/usage',
    summary: 'Read the current and past usage',
    description:
      'Returns the fields of GET /usage, and the operations of each of the last 30 days and twelve months.',
    success: { status: 200, description: 'The usage', schema: schemas.usageHistory },
    errors: ['account_not_found'],
  },
} as const satisfies RouteRows);
