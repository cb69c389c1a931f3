import type { WebhookEventType } from '../../api/webhook-events.ts';
import type { Job } from '../../jobs/job.ts';
import type { NewSecret } from '../../webhooks/manage-webhooks.ts';
import type { Delivery, Webhook } from '../../webhooks/webhook.ts';
import { jobView } from './job-view.ts';
import { time, timeOrNull } from './time.ts';

/** The largest webhook with reports, in bytes. It is stored for each endpoint, in an item of at most 400 KB. */
const maxReportedEventBytes = 65_536;

/**
 * Returns the body of the webhook for a job's completion: the job as in `GET /job/{id}`, without the signed URL of its result,
 * which would have expired by a late attempt. If the body is larger than 64 KB, its reports are null.
 */
export const jobEvent = async (job: Job, type: WebhookEventType): Promise<string> => {
  const endedAt = job.completedAt ?? job.createdAt;
  const view = await jobView(job, undefined, endedAt);
  const eventOf = (data: object): string => JSON.stringify({ type, timestamp: time(endedAt), data });
  const event = eventOf(view);
  if (Buffer.byteLength(event) <= maxReportedEventBytes) return event;
  const steps = 'steps' in view ? { steps: view.steps.map((step) => ({ ...step, report: null })) } : {};
  return eventOf({ ...view, ...steps, report: null });
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
