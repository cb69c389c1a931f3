import { GetCommand } from '@aws-sdk/lib-dynamodb';
import * as z from 'zod';
import type { DeliverStore, Receiver } from '../webhooks/deliver-webhook.ts';
import { newWebhookSecret } from '../webhooks/sign-webhook.ts';
import type { Delivery, DeliveryRef } from '../webhooks/webhook.ts';
import { updateIf, updateOnce } from './conditional-update.ts';
import { deliveryKey, toDelivery } from './delivery-item.ts';
import { keys, type Table } from './table.ts';
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
  const { Item } = await table.client.send(
    new GetCommand({ TableName: table.name, Key: keys.webhook(accountId, webhookId), ConsistentRead: true }),
  );
  if (Item === undefined) return undefined;
  const { url, disabled_at: disabledAt, paused_until: pausedUntil } = endpointItem.parse(Item);
  return disabledAt === undefined ? { url, secrets: secretsOf(Item, now), pausedUntil } : undefined;
};

/** The secret of the account signs. It is created with the first delivery, if its owner has not created it before. */
const readRequestReceiver = async (
  table: Table,
  accountId: string,
  url: string,
  now: number,
): Promise<Receiver> => {
  const { item } = await updateIf(table, {
    Key: keys.webhookSettings(accountId),
    UpdateExpression: 'SET secret = if_not_exists(secret, :new)',
    ExpressionAttributeValues: { ':new': newWebhookSecret() },
  });
  return { url, secrets: secretsOf(item, now), pausedUntil: 0 };
};

/** True while this attempt is current, that is, the delivery has not been resent since. */
const isThisTry = 'delivery_status = :pending AND attempts = :attempts';

const tryValues = ({ attempts }: Delivery) => ({ ':pending': 'pending', ':attempts': attempts });

/** The tries of deliveries in the table. */
export const deliverStore = (table: Table): DeliverStore => {
  const changeWebhook = async (ref: DeliveryRef, attribute: string, value: number): Promise<void> => {
    await updateIf(table, {
      Key: keys.webhook(ref.accountId, ref.webhookId),
      UpdateExpression: `SET ${attribute} = :value`,
      ConditionExpression: 'attribute_exists(pk)',
      ExpressionAttributeValues: { ':value': value },
    });
  };
  return {
    claim: async (ref, now, leaseUntil) => {
      const outcome = await updateOnce(table, {
        Key: deliveryKey(ref),
        set: 'attempts = attempts + :one, next_try_at = :lease, due_at = :lease, last_tried_at = :now',
        ConditionExpression: 'delivery_status = :pending AND next_try_at <= :now',
        ExpressionAttributeValues: {
          ':one': 1,
          ':lease': leaseUntil,
          ':now': now,
          ':pending': 'pending',
        },
      });
      return outcome.updated ? toDelivery(outcome.item) : undefined;
    },

    receiver: (delivery, now) =>
      delivery.url === undefined
        ? readEndpoint(table, delivery, now)
        : readRequestReceiver(table, delivery.accountId, delivery.url, now),

    finish: async (delivery, { status, answer, problem, nextTryAt }) => {
      const sets = [
        'delivery_status = :status',
        ...(nextTryAt === undefined ? [] : ['next_try_at = :next, due_at = :next']),
        ...(answer === undefined ? [] : ['answer = :answer']),
        ...(problem === undefined ? [] : ['problem = :problem']),
      ];
      const removes = [
        ...(nextTryAt === undefined ? ['due, due_at'] : []),
        ...(answer === undefined ? ['answer'] : []),
        ...(problem === undefined ? ['problem'] : []),
      ];
      await updateIf(table, {
        Key: deliveryKey(delivery),
        UpdateExpression: `SET ${sets.join(', ')} REMOVE ${removes.join(', ')}`,
        ConditionExpression: isThisTry,
        ExpressionAttributeValues: {
          ...tryValues(delivery),
          ':status': status,
          ...(nextTryAt === undefined ? {} : { ':next': nextTryAt }),
          ...(answer === undefined ? {} : { ':answer': answer }),
          ...(problem === undefined ? {} : { ':problem': problem }),
        },
      });
    },

    postpone: async (delivery, until) => {
      await updateIf(table, {
        Key: deliveryKey(delivery),
        UpdateExpression: 'SET attempts = attempts - :one, next_try_at = :until, due_at = :until',
        ConditionExpression: isThisTry,
        ExpressionAttributeValues: { ...tryValues(delivery), ':one': 1, ':until': until },
      });
    },

    turnOff: (ref, now) => changeWebhook(ref, 'disabled_at', now),
    pause: (ref, until) => changeWebhook(ref, 'paused_until', until),
  };
};
