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
    description: `Each job of the account that ends from now on is announced to it. An account has at most ${maxWebhooks} endpoints.`,
    body: { [json]: schemas.webhookBody },
    success: {
      status: 201,
      description: 'The endpoint with its secret, which is shown only here',
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
    description: 'Oldest first.',
    success: { status: 200, description: 'All endpoints of the account', schema: schemas.webhooks },
    errors: [],
  },
  getWebhook: {
    ...byToken,
    grants: [items('GetItem', 'webhooks')],
    method: 'GET',
    path: '/webhooks/{id}',
    summary: 'Get a webhook endpoint',
    description: 'Without its secret.',
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
      'Its secret stays the same. Deliveries that are still pending are sent to the new URL. An endpoint that is disabled stays disabled until POST /webhooks/{id}/enable.',
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
      'The secret signs the webhooks to the `webhook_url` of a request. The previous secret keeps signing for another 24 hours.',
    success: {
      status: 201,
      description: 'The new secret, which is shown only here',
      schema: schemas.accountSecret,
    },
    errors: [],
  },
  enableWebhook: {
    ...byToken,
    grants: [items('UpdateItem', 'webhooks')],
    method: 'POST',
    path: '/webhooks/{id}/enable',
    summary: 'Turn a webhook endpoint on again',
    description:
      'Enables an endpoint that was disabled because it responded with 410. Jobs that ended in the meantime are not announced; GET /jobs lists them.',
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
      'For 24 hours each webhook has two signatures, one by the new secret and one by the previous secret, so the receiver can switch at any time.',
    success: {
      status: 200,
      description: 'The endpoint with its new secret, which is shown only here',
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
      'Sends an event of type `webhook.test`, signed like any other. Its outcome is in GET /webhooks/{id}/deliveries.',
    success: { status: 202, description: 'The delivery of the test', schema: schemas.delivery },
    errors: ['webhook_not_found', 'webhook_disabled'],
  },
  listDeliveries: {
    ...byToken,
    grants: [items('GetItem', 'webhooks'), items('Query', 'webhooks')],
    method: 'GET',
    path: '/webhooks/{id}/deliveries',
    summary: 'List the deliveries to a webhook endpoint',
    description: `The last ${listedDeliveries}, newest first, with the response to the last try of each. They are kept for seven days. The id \`request\` lists those to the \`webhook_url\` of requests.`,
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
      'With the same webhook-id and body, and all its attempts. The id `request` is that of deliveries to the `webhook_url` of requests.',
    success: { status: 202, description: 'The delivery, which is pending', schema: schemas.delivery },
    errors: ['webhook_not_found', 'delivery_not_found', 'webhook_disabled'],
  },
  deleteWebhook: {
    ...byToken,
    grants: [items('DeleteItem', 'webhooks'), items('UpdateItem', 'webhooks')],
    method: 'DELETE',
    path: '/webhooks/{id}',
    summary: 'Delete a webhook endpoint',
    description: 'Its pending deliveries are no longer sent.',
    success: { status: 204, description: 'The endpoint is deleted' },
    errors: ['webhook_not_found'],
  },
} as const satisfies RouteRows);
