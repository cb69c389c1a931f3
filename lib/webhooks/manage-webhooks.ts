import { maxWebhooks } from '../api/limits.ts';
import { testEvent } from '../api/webhook-events.ts';
import { ApiError } from '../api-errors.ts';
import { newId } from '../ids.ts';
import { secretOverlapSeconds } from './delivery-times.ts';
import { newWebhookSecret } from './sign-webhook.ts';
import { type Delivery, type DeliveryRef, newDelivery, type Webhook } from './webhook.ts';

/** A new secret, and the time in ms since the epoch when the previous secret stops signing; undefined if there was none. */
export type NewSecret = { readonly secret: string; readonly previousUntil: number | undefined };

/** Changes to an endpoint. */
type WebhookChanges = {
  readonly [Name in 'url' | 'events']?: Webhook[Name] | undefined;
};

/** The database operations of endpoints and their deliveries. */
export type WebhookStore = {
  /** Stores an endpoint. Returns false if the account has `max` endpoints. */
  create(webhook: Webhook, secret: string, max: number): Promise<boolean>;
  list(accountId: string): Promise<readonly Webhook[]>;
  get(accountId: string, webhookId: string): Promise<Webhook | undefined>;
  /** Returns false if there is no such endpoint. */
  remove(accountId: string, webhookId: string): Promise<boolean>;
  /** Changes an endpoint. Returns undefined if there is no such endpoint. */
  update(accountId: string, webhookId: string, changes: WebhookChanges): Promise<Webhook | undefined>;
  /** Returns undefined if there is no such endpoint. */
  turnOn(accountId: string, webhookId: string): Promise<Webhook | undefined>;
  /** Replaces the secret of an endpoint. Returns undefined if there is no such endpoint. */
  rotate(accountId: string, webhookId: string, secret: NewSecret): Promise<Webhook | undefined>;
  /** Replaces the secret that signs webhooks to a `webhook_url`. Returns true if there was a previous secret. */
  rotateAccountSecret(accountId: string, secret: NewSecret): Promise<boolean>;
  createDelivery(delivery: Delivery): Promise<void>;
  /** Returns the newest deliveries of an endpoint. */
  listDeliveries(
    accountId: string,
    webhookId: string,
    limit: number,
    now: number,
  ): Promise<readonly Delivery[]>;
  /** Queues a delivery again with all its attempts. Returns undefined if there is no such delivery. */
  restart(ref: DeliveryRef, now: number): Promise<Delivery | undefined>;
};

/** The receiver of deliveries: an endpoint, or the URLs of requests, which are never disabled. */
export type DeliveryReceiver = Pick<Webhook, 'accountId' | 'webhookId' | 'disabledAt'>;

/** Sends the message of a delivery, so that it is attempted at once. */
export type SendDelivery = (ref: DeliveryRef) => Promise<void>;

/** Sends delivery messages. `onUnsent` reports a failed send; the reconciler sends the message within two minutes. */
export type DeliveryHints = {
  readonly send: SendDelivery;
  readonly onUnsent: (error: unknown, ref: DeliveryRef) => void;
};

/** Sends the message of a stored delivery. Never throws, because the reconciler sends lost messages. */
export const sendHint = (ref: DeliveryRef, { send, onUnsent }: DeliveryHints): Promise<void> =>
  send(ref).catch((error: unknown) => onUnsent(error, ref));

/**
 * Adds an endpoint with its own secret. Only this call returns it.
 *
 * @throws ApiError `webhook_limit_reached`
 */
export const createWebhook = async (
  { accountId, url, events }: Pick<Webhook, 'accountId' | 'url' | 'events'>,
  store: Pick<WebhookStore, 'create'>,
  now: number,
): Promise<Webhook & { readonly secret: string }> => {
  const webhook = {
    accountId,
    webhookId: newId('webhook', now),
    url,
    events,
    createdAt: now,
    disabledAt: undefined,
  };
  const secret = newWebhookSecret();
  if (await store.create(webhook, secret, maxWebhooks)) return { ...webhook, secret };
  throw new ApiError(
    'webhook_limit_reached',
    `The account has ${maxWebhooks} webhook endpoints, the maximum. Delete one first.`,
  );
};

const newSecret = (now: number): NewSecret & { readonly previousUntil: number } => ({
  secret: newWebhookSecret(),
  previousUntil: now + secretOverlapSeconds * 1000,
});

/** Replaces the secret of an endpoint; the previous one still signs for 24 hours. Returns undefined if there is no such endpoint. */
export const rotateSecret = async (
  accountId: string,
  webhookId: string,
  store: Pick<WebhookStore, 'rotate'>,
  now: number,
): Promise<(Webhook & NewSecret) | undefined> => {
  const secret = newSecret(now);
  const webhook = await store.rotate(accountId, webhookId, secret);
  return webhook && { ...webhook, ...secret };
};

/** Creates or replaces the secret of the account; the previous one still signs for 24 hours. */
export const rotateAccountSecret = async (
  accountId: string,
  store: Pick<WebhookStore, 'rotateAccountSecret'>,
  now: number,
): Promise<NewSecret> => {
  const created = newSecret(now);
  const hadOne = await store.rotateAccountSecret(accountId, created);
  return hadOne ? created : { secret: created.secret, previousUntil: undefined };
};

/** Throws `webhook_disabled` if the endpoint is disabled. */
const requireOn = ({ webhookId, disabledAt }: DeliveryReceiver): void => {
  if (disabledAt === undefined) return;
  throw new ApiError(
    'webhook_disabled',
    `${webhookId} is disabled because it responded with 410. Enable it first with POST /webhooks/${webhookId}/enable.`,
  );
};

/**
 * Sends a test event to an endpoint, as an ordinary delivery.
 *
 * @throws ApiError `webhook_disabled`
 */
export const testWebhook = async (
  webhook: Webhook,
  store: Pick<WebhookStore, 'createDelivery'>,
  hints: DeliveryHints,
  now: number,
): Promise<Delivery> => {
  requireOn(webhook);
  const { accountId, webhookId } = webhook;
  const ref = { accountId, webhookId, deliveryId: newId('delivery', now) };
  const timestamp = new Date(now).toISOString();
  const payload = JSON.stringify({ type: testEvent, timestamp, data: { webhook_id: webhookId } });
  const delivery = newDelivery(ref, { url: undefined, type: testEvent, jobId: undefined, payload }, now);
  await store.createDelivery(delivery);
  await sendHint(ref, hints);
  return delivery;
};

/**
 * Sends a delivery again with the same id and body, and with all its attempts. Returns undefined if there is no such delivery.
 *
 * @throws ApiError `webhook_disabled`
 */
export const resendDelivery = async (
  receiver: DeliveryReceiver,
  deliveryId: string,
  store: Pick<WebhookStore, 'restart'>,
  hints: DeliveryHints,
  now: number,
): Promise<Delivery | undefined> => {
  requireOn(receiver);
  const ref = { accountId: receiver.accountId, webhookId: receiver.webhookId, deliveryId };
  const delivery = await store.restart(ref, now);
  if (delivery !== undefined) await sendHint(ref, hints);
  return delivery;
};
