import { items, sendWebhooks } from '../../grants.ts';
import { listedDeliveries, maxWebhooks } from '../limits.ts';
import { byToken, json, type RouteRows, routeGroup } from '../route.ts';
import * as schemas from '../webhook-schemas.ts';

/** Webhooks: endpoints that receive an event when a job ends, and their deliveries. */
export const webhookRoutes = routeGroup({
  createWebhook: {
    ...byToken,
    environment: ['localReceiverHost'],
    grants: [items('UpdateItem', 'webhooks'), items('PutItem', 'webhooks')],
    method: 'POST',
    path: '/webhooks',
    summary: 'Add a webhook endpoint',
    description: `The endpoint receives an event for each job of the account that ends from now on. An account can have ${maxWebhooks} endpoints.`,
    body: { [json]: schemas.webhookBody },
    success: {
      status: 201,
      description: 'The endpoint with its secret, which no other response contains',
      schema: schemas.newWebhook,
    },
    errors: ['webhook_limit_reached'],
  },
  listWebhooks: {
    ...byToken,
    grants: [items('Query', 'webhooks')],
    method: 'GET',
    path: '/webhooks',
    summary: 'List the webhook endpoints',
    description: 'Lists the oldest first.',
    success: { status: 200, description: 'All endpoints of the account', schema: schemas.webhooks },
    errors: [],
  },
  getWebhook: {
    ...byToken,
    grants: [items('GetItem', 'webhooks')],
    method: 'GET',
    path: '/webhooks/{id}',
    summary: 'Get a webhook endpoint',
    description: 'Returns the endpoint without its secret.',
    success: { status: 200, description: 'The endpoint', schema: schemas.webhook },
    errors: ['webhook_not_found'],
  },
  updateWebhook: {
    ...byToken,
    environment: ['localReceiverHost'],
    grants: [items('UpdateItem', 'webhooks')],
    method: 'PATCH',
    path: '/webhooks/{id}',
    summary: 'Change the URL or the events of a webhook endpoint',
    description:
      'The secret stays the same. Pending deliveries are sent to the new URL. A disabled endpoint stays disabled until POST /webhooks/{id}/enable.',
    body: { [json]: schemas.webhookChanges },
    success: { status: 200, description: 'The changed endpoint', schema: schemas.webhook },
    errors: ['webhook_not_found'],
  },
  rotateAccountSecret: {
    ...byToken,
    grants: [items('UpdateItem', 'webhooks')],
    method: 'POST',
    path: '/webhooks/secret',
    summary: 'Create or rotate the secret of webhook_url',
    description:
      'The secret signs webhooks to the `webhook_url` of a request. The previous secret also signs them for another 24 hours.',
    success: {
      status: 201,
      description: 'The new secret, which no other response contains',
      schema: schemas.accountSecret,
    },
    errors: [],
  },
  enableWebhook: {
    ...byToken,
    grants: [items('UpdateItem', 'webhooks')],
    method: 'POST',
    path: '/webhooks/{id}/enable',
    summary: 'Enable a webhook endpoint',
    description:
      'Enables an endpoint that was disabled because it responded with 410. It receives no events for jobs that ended in the meantime; GET /jobs lists them.',
    success: { status: 200, description: 'The enabled endpoint', schema: schemas.webhook },
    errors: ['webhook_not_found'],
  },
  rotateWebhookSecret: {
    ...byToken,
    grants: [items('UpdateItem', 'webhooks')],
    method: 'POST',
    path: '/webhooks/{id}/rotate',
    summary: 'Rotate the secret of a webhook endpoint',
    description:
      'For 24 hours, each webhook has two signatures, one with the new secret and one with the previous secret, so that the receiver can switch at any time.',
    success: {
      status: 200,
      description: 'The endpoint with its new secret, which no other response contains',
      schema: schemas.rotatedWebhook,
    },
    errors: ['webhook_not_found'],
  },
  testWebhook: {
    ...byToken,
    environment: ['webhookQueueUrl'],
    grants: [items('GetItem', 'webhooks'), items('PutItem', 'webhooks'), sendWebhooks],
    method: 'POST',
    path: '/webhooks/{id}/test',
    summary: 'Send a test to a webhook endpoint',
    description:
      'Sends a signed event of type `webhook.test`. GET /webhooks/{id}/deliveries lists the outcome.',
    success: { status: 202, description: 'The delivery of the test', schema: schemas.delivery },
    errors: ['webhook_not_found', 'webhook_disabled'],
  },
  listDeliveries: {
    ...byToken,
    grants: [items('GetItem', 'webhooks'), items('Query', 'webhooks')],
    method: 'GET',
    path: '/webhooks/{id}/deliveries',
    summary: 'List the deliveries to a webhook endpoint',
    description: `Lists the last ${listedDeliveries} deliveries, newest first, with the response to the last attempt of each. Deliveries are kept for seven days. The id \`request\` lists deliveries to the \`webhook_url\` of requests.`,
    success: { status: 200, description: 'The deliveries', schema: schemas.deliveries },
    errors: ['webhook_not_found'],
  },
  resendDelivery: {
    ...byToken,
    environment: ['webhookQueueUrl'],
    grants: [items('GetItem', 'webhooks'), items('UpdateItem', 'webhooks'), sendWebhooks],
    method: 'POST',
    path: '/webhooks/{id}/deliveries/{delivery_id}/resend',
    summary: 'Send a delivery again',
    description:
      'Sends the same webhook-id and body, again with up to ten attempts. Use the id `request` for deliveries to the `webhook_url` of requests.',
    success: { status: 202, description: 'The pending delivery', schema: schemas.delivery },
    errors: ['webhook_not_found', 'delivery_not_found', 'webhook_disabled'],
  },
  deleteWebhook: {
    ...byToken,
    grants: [items('DeleteItem', 'webhooks'), items('UpdateItem', 'webhooks')],
    method: 'DELETE',
    path: '/webhooks/{id}',
    summary: 'Delete a webhook endpoint',
    description: 'Pending deliveries are not sent.',
    success: { status: 204, description: 'The endpoint is deleted' },
    errors: ['webhook_not_found'],
  },
} as const satisfies RouteRows);
