import type { WebhookEventType } from '../../api/webhook-events.ts';
import type { Job } from '../../jobs/job.ts';
import type { NewSecret } from '../../webhooks/manage-webhooks.ts';
import type { Delivery, Webhook } from '../../webhooks/webhook.ts';
import { jobView } from './job-view.ts';

const time = (ms: number): string => new Date(ms).toISOString();
const timeOrNull = (ms: number | undefined): string | null => (ms === undefined ? null : time(ms));

/**
 * The body of the webhook that announces the end of a job: the job as `GET /job/{id}` responds with it, without the signed URL of
 * its result, which would have expired by a late try.
 */
export const jobEvent = async (job: Job, type: WebhookEventType): Promise<string> => {
  const endedAt = job.completedAt ?? job.createdAt;
  return JSON.stringify({ type, timestamp: time(endedAt), data: await jobView(job, undefined, endedAt) });
};

/** A webhook endpoint in a response, without its secret. */
export const webhookView = (webhook: Webhook) => ({
  webhook_id: webhook.webhookId,
  url: webhook.url,
  events: [...webhook.events],
  status: webhook.disabledAt === undefined ? ('enabled' as const) : ('disabled' as const),
  created_at: time(webhook.createdAt),
  disabled_at: timeOrNull(webhook.disabledAt),
});

/** A new secret in a response. */
export const secretView = ({ secret, previousUntil }: NewSecret) => ({
  secret,
  previous_secret_expires_at: timeOrNull(previousUntil),
});

/** A delivery in a response. */
export const deliveryView = (delivery: Delivery) => ({
  delivery_id: delivery.deliveryId,
  webhook_id: delivery.webhookId,
  type: delivery.type,
  job_id: delivery.jobId ?? null,
  status: delivery.status,
  attempts: delivery.attempts,
  created_at: time(delivery.createdAt),
  last_attempt_at: timeOrNull(delivery.lastTriedAt),
  next_attempt_at: delivery.status === 'pending' ? time(delivery.nextTryAt) : null,
  response:
    delivery.answer === undefined ? null : { status: delivery.answer.status, body: delivery.answer.excerpt },
  error: delivery.problem ?? null,
});
