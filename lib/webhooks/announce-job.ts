import { createHash } from 'node:crypto';
import type { JobStatus } from '../api/job-statuses.ts';
import type { WebhookEventType } from '../api/webhook-events.ts';
import { idOfDigest } from '../ids.ts';
import type { Job } from '../jobs/job.ts';
import { type DeliveryHints, sendHint } from './manage-webhooks.ts';
import { type Delivery, newDelivery, requestWebhookId, type Webhook } from './webhook.ts';

/** The database and queue operations of announcing the end of a job. */
type AnnounceDependencies = DeliveryHints & {
  list(accountId: string): Promise<readonly Webhook[]>;
  /** Stores a delivery, unless it is stored already. */
  create(delivery: Delivery): Promise<void>;
};

/** The event of each terminal state. */
const eventTypes: Readonly<Partial<Record<JobStatus, WebhookEventType>>> = {
  complete: 'job.completed',
  failed: 'job.failed',
  cancelled: 'job.cancelled',
};

/** The event of the end of a job; undefined if it has not ended. */
const eventTypeOf = ({ status }: Pick<Job, 'status'>): WebhookEventType | undefined => eventTypes[status];

/** The id of a delivery: the same whenever the end of the job is announced to the endpoint. */
const deliveryIdOf = ({ jobId, completedAt = 0 }: Job, webhookId: string): string =>
  idOfDigest('delivery', completedAt, createHash('sha256').update(`${jobId} ${webhookId}`).digest());

const receiversOf = (
  job: Job,
  type: WebhookEventType,
  webhooks: readonly Webhook[],
): readonly { readonly webhookId: string; readonly url: string | undefined }[] => [
  ...webhooks
    // An endpoint that was added later does not receive what had ended before.
    .filter(
      ({ createdAt, disabledAt, events }) =>
        disabledAt === undefined && events.includes(type) && createdAt <= (job.completedAt ?? 0),
    )
    .map(({ webhookId }) => ({ webhookId, url: undefined })),
  ...(job.webhookUrl === undefined ? [] : [{ webhookId: requestWebhookId, url: job.webhookUrl }]),
];

/**
 * Announces the end of a job: stores a delivery for each endpoint of the account that receives the event, and for the `webhook_url` of
 * the request. It can be repeated, and then stores nothing twice.
 *
 * @param payloadOf the body of the webhook
 * @param now ms since the epoch
 */
export const announceJob = async (
  job: Job,
  payloadOf: (job: Job, type: WebhookEventType) => Promise<string>,
  { list, create, ...hints }: AnnounceDependencies,
  now: number,
): Promise<number> => {
  const type = eventTypeOf(job);
  if (type === undefined) return 0;
  const { accountId, jobId, requestId } = job;
  const receivers = receiversOf(job, type, await list(accountId));
  const payload = await payloadOf(job, type);
  await Promise.all(
    receivers.map(async ({ webhookId, url }) => {
      const ref = { accountId, webhookId, deliveryId: deliveryIdOf(job, webhookId) };
      await create(newDelivery(ref, { url, type, jobId, requestId, payload }, now));
      await sendHint(ref, hints);
    }),
  );
  return receivers.length;
};
