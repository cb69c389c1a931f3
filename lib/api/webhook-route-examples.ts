import { exampleDeliveryId, exampleJobId, exampleWebhookId } from './example-ids.ts';

const json = 'application/json';

const webhook = {
  webhook_id: exampleWebhookId,
  url: 'https://hooks.example/docforge',
  events: ['job.completed', 'job.failed'],
  status: 'enabled',
  created_at: '2026-11-20T09:00:00.000Z',
  disabled_at: null,
};

const secret = 'whsec_kZ2mO4vq8wD0b3uJx5n7Rr1Tt9Yy6Uu2Ii4Oo8Pp0As=';
const previousUntil = '2026-11-21T09:12:00.000Z';

const pending = {
  delivery_id: exampleDeliveryId,
  webhook_id: exampleWebhookId,
  type: 'job.completed',
  job_id: exampleJobId,
  status: 'pending',
  attempts: 1,
  created_at: '2026-11-20T09:12:04.900Z',
  last_attempt_at: '2026-11-20T09:12:05.000Z',
  next_attempt_at: '2026-11-20T09:13:05.000Z',
  response: { status: 503, body: 'Service Unavailable' },
  error: null,
};

const delivered = {
  ...pending,
  status: 'delivered',
  attempts: 2,
  last_attempt_at: '2026-11-20T09:13:20.000Z',
  next_attempt_at: null,
  response: { status: 204, body: '' },
};

const unreachable = {
  ...pending,
  response: null,
  error: 'No response within 10 seconds.',
};

const started = {
  ...pending,
  attempts: 0,
  last_attempt_at: null,
  next_attempt_at: '2026-11-20T09:12:04.900Z',
  response: null,
};

/** Examples of the endpoints of webhooks. */
export const webhookRouteExamples = {
  createWebhook: {
    request: {
      [json]: {
        all: { url: webhook.url },
        some: { url: webhook.url, events: webhook.events },
      },
    },
    responses: { 201: { webhook: { ...webhook, secret } } },
  },
  listWebhooks: { responses: { 200: { webhooks: { data: [webhook], max: 10 } } } },
  getWebhook: { responses: { 200: { webhook } } },
  updateWebhook: {
    request: {
      [json]: {
        url: { url: webhook.url },
        events: { events: webhook.events },
      },
    },
    responses: { 200: { webhook } },
  },
  rotateAccountSecret: {
    responses: {
      201: {
        first: { secret, previous_secret_expires_at: null },
        rotated: { secret, previous_secret_expires_at: previousUntil },
      },
    },
  },
  deleteWebhook: {},
  enableWebhook: { responses: { 200: { webhook } } },
  rotateWebhookSecret: {
    responses: { 200: { webhook: { ...webhook, secret, previous_secret_expires_at: previousUntil } } },
  },
  testWebhook: { responses: { 202: { delivery: { ...started, type: 'webhook.test', job_id: null } } } },
  listDeliveries: { responses: { 200: { deliveries: { data: [delivered, unreachable] } } } },
  resendDelivery: { responses: { 202: { delivery: started } } },
};
