import { items, sendWebhooks } from '../../functions/grants.ts';
import { listedDeliveries, maxWebhooks } from '../limits.ts';
import { json, type RouteTable } from '../route.ts';
import * as schemas from '../webhook-schemas.ts';

/** What all endpoints of webhooks share. */
const common = { access: 'token', rateLimit: 'default', countsAsOperation: false } as const;

/** Webhooks: endpoints that receive an event when a job ends, and their deliveries. */
export const webhookRoutes = {
  createWebhook: {
    ...common,
    function: 'create-webhook',
    environment: ['localReceiverHost'],
    grants: [items('UpdateItem', 'webhooks'), items('PutItem', 'webhooks')],
    method: 'POST',
    path: '/webhooks',
    summary: 'Add a webhook endpoint',
    description: `Each job of the account that ends from now on is announced to it. An account has at most ${maxWebhooks} endpoints.`,
    body: { [json]: schemas.webhookBody },
    success: {
      status: 201,
      description: 'The endpoint with its secret, which is shown only here',
      schema: schemas.newWebhook,
    },
    errors: ['invalid_request', 'request_too_large', 'unsupported_media_type', 'webhook_limit_reached'],
  },
  listWebhooks: {
    ...common,
    function: 'list-webhooks',
    environment: [],
    grants: [items('Query', 'webhooks')],
    method: 'GET',
    path: '/webhooks',
    summary: 'List the webhook endpoints',
    description: 'Oldest first.',
    success: { status: 200, description: 'All endpoints of the account', schema: schemas.webhooks },
    errors: [],
  },
  rotateAccountSecret: {
    ...common,
    function: 'rotate-account-secret',
    environment: [],
    grants: [items('UpdateItem', 'webhooks')],
    method: 'POST',
    path: '/webhooks/secret',
    summary: 'Create or rotate the secret of webhook_url',
    description:
      'The secret signs the webhooks to the `webhook_url` of a request. The secret before it signs for another 24 hours.',
    success: {
      status: 201,
      description: 'The new secret, which is shown only here',
      schema: schemas.accountSecret,
    },
    errors: [],
  },
  enableWebhook: {
    ...common,
    function: 'enable-webhook',
    environment: [],
    grants: [items('UpdateItem', 'webhooks')],
    method: 'POST',
    path: '/webhooks/{id}/enable',
    summary: 'Turn a webhook endpoint on again',
    description:
      'An endpoint that responds with 410 is turned off. What ended while it was off is not announced later; GET /jobs lists it.',
    success: { status: 200, description: 'The endpoint, which is on', schema: schemas.webhook },
    errors: ['webhook_not_found'],
  },
  rotateWebhookSecret: {
    ...common,
    function: 'rotate-webhook-secret',
    environment: [],
    grants: [items('UpdateItem', 'webhooks')],
    method: 'POST',
    path: '/webhooks/{id}/rotate',
    summary: 'Rotate the secret of a webhook endpoint',
    description:
      'For 24 hours each webhook has two signatures, one of the new secret and one of the secret before it, so a receiver can change its secret at any time.',
    success: {
      status: 200,
      description: 'The endpoint with its new secret, which is shown only here',
      schema: schemas.rotatedWebhook,
    },
    errors: ['webhook_not_found'],
  },
  testWebhook: {
    ...common,
    function: 'test-webhook',
    environment: ['webhookQueueUrl'],
    grants: [items('GetItem', 'webhooks'), items('PutItem', 'webhooks'), sendWebhooks],
    method: 'POST',
    path: '/webhooks/{id}/test',
    summary: 'Send a test to a webhook endpoint',
    description:
      'Sends an event of type `webhook.test`, signed like any other. Its outcome is in GET /webhooks/{id}/deliveries.',
    success: { status: 202, description: 'The delivery of the test', schema: schemas.delivery },
    errors: ['webhook_not_found', 'webhook_disabled'],
  },
  listDeliveries: {
    ...common,
    function: 'list-deliveries',
    environment: [],
    grants: [items('GetItem', 'webhooks'), items('Query', 'webhooks')],
    method: 'GET',
    path: '/webhooks/{id}/deliveries',
    summary: 'List the deliveries to a webhook endpoint',
    description: `The last ${listedDeliveries}, newest first, with the response to the last try of each. They are kept for seven days. The id \`request\` lists those to the \`webhook_url\` of requests.`,
    success: { status: 200, description: 'The deliveries', schema: schemas.deliveries },
    errors: ['webhook_not_found'],
  },
  resendDelivery: {
    ...common,
    function: 'resend-delivery',
    environment: ['webhookQueueUrl'],
    grants: [items('GetItem', 'webhooks'), items('UpdateItem', 'webhooks'), sendWebhooks],
    method: 'POST',
    path: '/webhooks/{id}/deliveries/{delivery_id}/resend',
    summary: 'Send a delivery again',
    description:
      'With the same webhook-id and body, and with all of its tries. The id `request` is that of deliveries to the `webhook_url` of requests.',
    success: { status: 202, description: 'The delivery, which is pending', schema: schemas.delivery },
    errors: ['webhook_not_found', 'delivery_not_found', 'webhook_disabled'],
  },
  deleteWebhook: {
    ...common,
    function: 'delete-webhook',
    environment: [],
    grants: [items('DeleteItem', 'webhooks'), items('UpdateItem', 'webhooks')],
    method: 'DELETE',
    path: '/webhooks/{id}',
    summary: 'Delete a webhook endpoint',
    description: 'Deliveries that are still to be tried are not sent any more.',
    success: { status: 204, description: 'The endpoint is deleted' },
    errors: ['webhook_not_found'],
  },
} as const satisfies RouteTable;
