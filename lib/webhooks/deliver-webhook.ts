import { nextTryAt, slowReceiverPauseSeconds, tryLeaseSeconds } from './delivery-times.ts';
import type { PostOutcome, PostWebhook } from './post-webhook.ts';
import { signWebhook } from './sign-webhook.ts';
import { type Delivery, type DeliveryRef, requestWebhookId } from './webhook.ts';

/** The receiver of a delivery and its secrets. Times are in ms since the epoch. */
export type Receiver = {
  readonly url: string;
  /** The current secret, and the previous one while both sign. */
  readonly secrets: readonly string[];
  /** End of the rest after a timeout. */
  readonly pausedUntil: number;
};

/** The stored result of an attempt. */
type TryResult = Pick<Delivery, 'status' | 'answer' | 'problem'> & {
  readonly nextTryAt: number | undefined;
};

/** The database operations of a delivery. */
export type DeliverStore = {
  /** Starts and counts an attempt. Returns undefined if none is due: another function has claimed it, or the delivery has ended. */
  claim(ref: DeliveryRef, now: number, leaseUntil: number): Promise<Delivery | undefined>;
  /** Returns the receiver of a delivery. Undefined if the endpoint was deleted or is disabled. */
  receiver(delivery: Delivery, now: number): Promise<Receiver | undefined>;
  /** Stores the result of an attempt, unless the delivery has been restarted since. */
  finish(delivery: Delivery, result: TryResult, now: number): Promise<void>;
  /** Returns an attempt that was not made. */
  postpone(delivery: Delivery, until: number): Promise<void>;
  turnOff(delivery: DeliveryRef, now: number): Promise<void>;
  pause(delivery: DeliveryRef, until: number): Promise<void>;
};

/** The outcome of a delivery's message, and the delivery that was due. */
type Delivered = {
  readonly outcome: 'skipped' | 'paused' | Delivery['status'];
  readonly delivery?: Delivery | undefined;
};

const isSuccess = (status: number): boolean => status >= 200 && status < 300;

/** The status with which a receiver unsubscribes (Standard Webhooks 1.0). */
const gone = 410;

const resultOf = ({ attempts }: Delivery, outcome: PostOutcome, now: number): TryResult => {
  const answer = 'status' in outcome ? { status: outcome.status, excerpt: outcome.excerpt } : undefined;
  const problem = 'problem' in outcome ? outcome.problem : undefined;
  if (answer !== undefined && isSuccess(answer.status))
    return { status: 'delivered', answer, problem, nextTryAt: undefined };
  const next =
    answer?.status === gone
      ? undefined
      : nextTryAt(attempts, now, 'status' in outcome ? outcome.retryAfterSeconds : undefined);
  return { status: next === undefined ? 'failed' : 'pending', answer, problem, nextTryAt: next };
};

/**
 * Attempts a delivery once, if it is due. Its message is a hint and the table decides, so two messages rarely cause two requests. If
 * the function dies after its request, a second one with the same webhook-id follows.
 *
 * A response with 2xx ends the delivery; 410 also disables its endpoint. Anything else is retried, up to ten attempts in all.
 */
export const deliverWebhook = async (
  ref: DeliveryRef,
  { store, post }: { readonly store: DeliverStore; readonly post: PostWebhook },
  clock: () => number,
): Promise<Delivered> => {
  const now = clock();
  const delivery = await store.claim(ref, now, now + tryLeaseSeconds * 1000);
  if (delivery === undefined) return { outcome: 'skipped' };
  const receiver = await store.receiver(delivery, now);
  if (receiver === undefined) {
    const problem = 'The endpoint was deleted or is disabled.';
    await store.finish(delivery, { status: 'failed', answer: undefined, problem, nextTryAt: undefined }, now);
    return { outcome: 'failed', delivery };
  }
  if (receiver.pausedUntil > now) {
    await store.postpone(delivery, receiver.pausedUntil);
    return { outcome: 'paused', delivery };
  }
  const headers = {
    ...signWebhook(delivery.deliveryId, delivery.payload, receiver.secrets, now),
    ...(delivery.requestId === undefined ? {} : { 'x-request-id': delivery.requestId }),
  };
  const outcome = await post(receiver.url, headers, delivery.payload);
  const result = resultOf(delivery, outcome, clock());
  await store.finish(delivery, result, now);
  if (ref.webhookId !== requestWebhookId) {
    if (result.answer?.status === gone) await store.turnOff(ref, clock());
    if ('problem' in outcome && outcome.isSlow)
      await store.pause(ref, clock() + slowReceiverPauseSeconds * 1000);
  }
  return { outcome: result.status, delivery };
};
