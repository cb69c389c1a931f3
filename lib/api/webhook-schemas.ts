import * as z from 'zod';
import { exampleDeliveryId, exampleWebhookId } from './example-ids.ts';
import { job } from './job-schemas.ts';
import { maxWebhooks } from './limits.ts';
import { jobId, receiverUrl, timestamp } from './schemas.ts';
import { testEvent, webhookEvents } from './webhook-events.ts';

/** The id of a webhook endpoint. */
export const webhookId = z.string().describe('ID of the endpoint').meta({ example: exampleWebhookId });

/** The id of a delivery. */
export const deliveryId = z
  .string()
  .describe('ID of the delivery, sent in the webhook-id header of each attempt')
  .meta({ example: exampleDeliveryId });

const eventType = z.enum(webhookEvents).meta({ id: 'WebhookEventType', description: 'How the job ended' });

const receivedUrl = receiverUrl.describe('An https URL on the public internet');

const receivedEvents = z
  .array(eventType)
  .min(1, 'must contain at least one event')
  .max(webhookEvents.length)
  .refine((events) => new Set(events).size === events.length, 'must not contain the same event twice')
  .optional();

/** Body of `POST /webhooks`. */
export const webhookBody = z
  .strictObject({
    url: receivedUrl,
    events: receivedEvents.describe('Events to receive. Default: all'),
  })
  .meta({ id: 'CreateWebhookRequest' });

/** Body of `PATCH /webhooks/{id}`. */
export const webhookChanges = z
  .strictObject({
    url: receivedUrl.optional(),
    events: receivedEvents.describe('Events to receive, instead of the current ones'),
  })
  .refine(({ url, events }) => url !== undefined || events !== undefined, 'must contain url or events')
  .meta({ id: 'UpdateWebhookRequest' });

const webhookMembers = {
  webhook_id: webhookId,
  url: z.string(),
  events: z.array(eventType),
  status: z.enum(['enabled', 'disabled']).describe('disabled if the endpoint responded with 410'),
  created_at: timestamp,
  disabled_at: timestamp.nullable(),
};

const secret = z
  .string()
  .describe(
    'Secret to verify the signature of each webhook: whsec_ followed by base64. Shown only in this response',
  );

const previousUntil = timestamp
  .nullable()
  .describe('When the previous secret stops signing; null if there was none');

/** A webhook endpoint. */
export const webhook = z.object(webhookMembers).meta({ id: 'Webhook' });

/** Response of `POST /webhooks`. */
export const newWebhook = z.object({ ...webhookMembers, secret }).meta({ id: 'NewWebhook' });

/** Response of `POST /webhooks/{id}/rotate`. */
export const rotatedWebhook = z
  .object({ ...webhookMembers, secret, previous_secret_expires_at: previousUntil })
  .meta({ id: 'RotatedWebhook' });

/** Response of `POST /webhooks/secret`. */
export const accountSecret = z
  .object({ secret, previous_secret_expires_at: previousUntil })
  .meta({ id: 'WebhookSecret' });

/** Response of `GET /webhooks`. */
export const webhooks = z
  .object({
    data: z.array(webhook),
    max: z.int().describe(`Maximum number of endpoints of an account: ${maxWebhooks}`),
  })
  .meta({ id: 'Webhooks' });

/** A delivery. */
export const delivery = z
  .object({
    delivery_id: deliveryId,
    webhook_id: webhookId.describe('ID of the endpoint, or `request` for the `webhook_url` of a request'),
    type: z.string().describe(`Type of the event, or ${testEvent}`),
    job_id: jobId.nullable().describe('ID of the job; null for a test'),
    status: z
      .enum(['pending', 'delivered', 'failed'])
      .describe(
        'pending: another attempt follows. failed: all attempts failed, or the endpoint responded with 410',
      ),
    attempts: z.int().describe('Number of attempts so far, at most ten'),
    created_at: timestamp,
    last_attempt_at: timestamp.nullable(),
    next_attempt_at: timestamp.nullable().describe('Time of the next attempt; null if none follows'),
    response: z
      .object({ status: z.int(), body: z.string().describe('First 500 characters of the body') })
      .meta({ id: 'WebhookResponse' })
      .nullable()
      .describe('Response to the last attempt'),
    error: z.string().nullable().describe('Why the last attempt got no response'),
  })
  .meta({ id: 'WebhookDelivery' });

/** Response of `GET /webhooks/{id}/deliveries`. */
export const deliveries = z.object({ data: z.array(delivery) }).meta({ id: 'WebhookDeliveries' });

/** The body of a webhook. */
export const jobEvent = z
  .object({
    type: eventType,
    timestamp: timestamp.describe('When the job ended'),
    data: job.omit({ output_url: true }).meta({
      id: 'EndedJob',
      description:
        'The job as GET /job/{id} returns it, without output_url, because a late attempt would contain an expired URL. GET /job/{id}/result redirects to the result',
    }),
  })
  .meta({ id: 'JobEvent' });

/** The headers of a webhook. */
export const webhookHeaders = z.object({
  'webhook-id': deliveryId.describe(
    'ID of the delivery, the same for each attempt. Ignore one that you have already processed',
  ),
  'webhook-timestamp': z.string().describe('Time of this attempt, in seconds since the Unix epoch'),
  'webhook-signature': z
    .string()
    .describe('One or two signatures (v1,<base64>), separated by a space (Standard Webhooks 1.0)'),
  'x-request-id': z
    .string()
    .optional()
    .describe('X-Request-Id of the request that submitted the job. Quote it when you contact support'),
});
