import type { WebhookEventType } from '../api/webhook-events.ts';

/** An endpoint of an account that receives webhooks. Times are in ms since the epoch. */
export type Webhook = {
  readonly accountId: string;
  readonly webhookId: string;
  readonly url: string;
  readonly events: readonly WebhookEventType[];
  readonly createdAt: number;
  /** When it responded with 410 and was turned off; undefined while it is on. */
  readonly disabledAt: number | undefined;
};

/** The webhook id of deliveries to the `webhook_url` of a request. */
export const requestWebhookId = 'request';

/** What identifies a delivery. `webhookId` is `request` if it is to the `webhook_url` of a request. */
export type DeliveryRef = {
  readonly accountId: string;
  readonly webhookId: string;
  readonly deliveryId: string;
};

/** The response of a receiver, with the beginning of its body. */
export type ReceiverAnswer = { readonly status: number; readonly excerpt: string };

/** A message to one receiver, with the outcome of its last try. Times are in ms since the epoch. */
export type Delivery = DeliveryRef & {
  /** The `webhook_url` of the request; undefined if it is to an endpoint. */
  readonly url: string | undefined;
  readonly type: string;
  readonly jobId: string | undefined;
  /** The id of the request that submitted the job. */
  readonly requestId?: string | undefined;
  /** The body, the same in each try. */
  readonly payload: string;
  /** `pending` until a try succeeds or none is left. */
  readonly status: 'pending' | 'delivered' | 'failed';
  readonly attempts: number;
  readonly createdAt: number;
  /** When the next try is due; during a try, when it counts as lost. */
  readonly nextTryAt: number;
  readonly lastTriedAt: number | undefined;
  readonly answer: ReceiverAnswer | undefined;
  /** Why the last attempt had no response. */
  readonly problem: string | undefined;
};

/** A delivery that has not been tried yet. */
export const newDelivery = (
  ref: DeliveryRef,
  message: Pick<Delivery, 'url' | 'type' | 'jobId' | 'requestId' | 'payload'>,
  now: number,
): Delivery => ({
  ...ref,
  ...message,
  status: 'pending',
  attempts: 0,
  createdAt: now,
  nextTryAt: now,
  lastTriedAt: undefined,
  answer: undefined,
  problem: undefined,
});
