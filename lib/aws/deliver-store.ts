import * as z from 'zod';
import type { DeliverStore, Receiver } from '../webhooks/deliver-webhook.ts';
import { newWebhookSecret } from '../webhooks/sign-webhook.ts';
import type { Delivery, DeliveryRef } from '../webhooks/webhook.ts';
import type { Guard } from './change.ts';
import { updateIf, updateOnce } from './conditional-update.ts';
import { deliveryKey, toDelivery } from './delivery-item.ts';
import { getItem, type Item, keys, type Table } from './table.ts';
import { secretsOf } from './webhook-item.ts';

const endpointItem = z.object({
  url: z.string(),
  disabled_at: z.number().optional(),
  paused_until: z.number().default(0),
});

const readEndpoint = async (
  table: Table,
  { accountId, webhookId }: DeliveryRef,
  now: number,
): Promise<Receiver | undefined> => {
  const item = await getItem(table, keys.webhook(accountId, webhookId));
  if (item === undefined) return undefined;
  const { url, disabled_at: disabledAt, paused_until: pausedUntil } = endpointItem.parse(item);
  return disabledAt === undefined ? { url, secrets: secretsOf(item, now), pausedUntil } : undefined;
};

/** The secret of the account signs. It is created with the first delivery, if its owner has not created it before. */
const readRequestReceiver = async (
  table: Table,
  accountId: string,
  url: string,
  now: number,
): Promise<Receiver> => {
  const { item } = await updateIf(table, {
    key: keys.webhookSettings(accountId),
    clauses: 'secret = if_not_exists(secret, :new)',
    values: { new: newWebhookSecret() },
  });
  return { url, secrets: secretsOf(item, now), pausedUntil: 0 };
};

/** The condition that this attempt is current, that is, the delivery has not been resent since. */
const isThisTry = ({ attempts }: Delivery): Guard => ({
  when: 'delivery_status = :pending AND attempts = :attempts',
  values: { pending: 'pending', attempts },
});

/** The tries of deliveries in the table. */
export const deliverStore = (table: Table): DeliverStore => {
  const changeWebhook = async (ref: DeliveryRef, set: Item): Promise<void> => {
    const key = keys.webhook(ref.accountId, ref.webhookId);
    await updateIf(table, { key, set, when: 'attribute_exists(pk)' });
  };
  return {
    claim: async (ref, now, leaseUntil) => {
      const outcome = await updateOnce(table, {
        key: deliveryKey(ref),
        set: { next_try_at: leaseUntil, due_at: leaseUntil, last_tried_at: now },
        clauses: 'attempts = attempts + :one',
        when: 'delivery_status = :pending AND next_try_at <= :last_tried_at',
        values: { one: 1, pending: 'pending' },
      });
      return outcome.updated ? toDelivery(outcome.item) : undefined;
    },

    receiver: (delivery, now) =>
      delivery.url === undefined
        ? readEndpoint(table, delivery, now)
        : readRequestReceiver(table, delivery.accountId, delivery.url, now),

    finish: async (delivery, { status, answer, problem, nextTryAt }) => {
      await updateIf(table, {
        key: deliveryKey(delivery),
        set: { delivery_status: status, next_try_at: nextTryAt, due_at: nextTryAt, answer, problem },
        remove: [
          ...(nextTryAt === undefined ? ['due', 'due_at'] : []),
          ...(answer === undefined ? ['answer'] : []),
          ...(problem === undefined ? ['problem'] : []),
        ],
        ...isThisTry(delivery),
      });
    },

    postpone: async (delivery, until) => {
      const { when, values } = isThisTry(delivery);
      await updateIf(table, {
        key: deliveryKey(delivery),
        set: { next_try_at: until, due_at: until },
        clauses: 'attempts = attempts - :one',
        when,
        values: { ...values, one: 1 },
      });
    },

    turnOff: (ref, now) => changeWebhook(ref, { disabled_at: now }),
    pause: (ref, until) => changeWebhook(ref, { paused_until: until }),
  };
};
