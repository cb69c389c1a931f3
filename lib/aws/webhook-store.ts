import { QueryCommand } from '@aws-sdk/lib-dynamodb';
import { ttlAttribute } from '../table-layout.ts';
import { deliveryRecordSeconds } from '../webhooks/delivery-times.ts';
import type { NewSecret, WebhookStore } from '../webhooks/manage-webhooks.ts';
import type { Delivery, Webhook } from '../webhooks/webhook.ts';
import { putIf, updateIf } from './conditional-update.ts';
import { deliveryKey, firstCheck, fromNewDelivery, toDelivery, toShownDelivery } from './delivery-item.ts';
import { getItem, type Item, type ItemKey, keys, type Table, ttlAfter } from './table.ts';
import { readTenantItems } from './tenant-items.ts';
import { putNew, transact } from './transaction.ts';
import { fromNewWebhook, toWebhook } from './webhook-item.ts';

/** The endpoints of an account, oldest first. */
export const listWebhooks = async (table: Table, accountId: string): Promise<readonly Webhook[]> => {
  const { pk, sk } = keys.webhook(accountId, '');
  return (await readTenantItems(table, pk, sk)).map(toWebhook);
};

/** Stores a new delivery. Does nothing if it is stored already. */
export const createDelivery = async (table: Table, delivery: Delivery): Promise<void> => {
  await putIf(table, fromNewDelivery(delivery), { when: 'attribute_not_exists(pk)' });
};

/**
 * Replaces the secret of an endpoint or an account. Returns its item, or undefined if it has no secret.
 *
 * If the response is lost, the retry is refused, because it would replace the new secret by itself.
 */
const replaceSecret = async (
  table: Table,
  key: ItemKey,
  { secret, previousUntil }: NewSecret,
): Promise<Item | undefined> => {
  const { updated, item } = await updateIf(table, {
    key,
    set: { secret, previous_until: previousUntil ?? 0 },
    // Two rotations at once, or one repeated after its response was lost, must not end the secret that receivers have.
    clauses:
      'previous_secret = secret, earlier_secret = if_not_exists(previous_secret, secret), earlier_until = if_not_exists(previous_until, :never)',
    values: { never: 0 },
    when: 'attribute_exists(secret) AND secret <> :secret',
  });
  return updated || item?.secret === secret ? item : undefined;
};

/** The endpoints of accounts and their deliveries in the table. */
export const webhookStore = (table: Table): WebhookStore => ({
  create: async (webhook, secret, max) => {
    const refusals = await transact(table, [
      [
        'count',
        {
          update: {
            key: keys.webhookSettings(webhook.accountId),
            clauses: 'endpoints = if_not_exists(endpoints, :none) + :one',
            when: 'attribute_not_exists(endpoints) OR endpoints < :max',
            values: { none: 0, one: 1, max },
          },
        },
      ],
      ['webhook', putNew(fromNewWebhook(webhook, secret))],
    ]);
    return refusals === undefined;
  },

  list: (accountId) => listWebhooks(table, accountId),

  get: async (accountId, webhookId) => {
    const item = await getItem(table, keys.webhook(accountId, webhookId));
    return item && toWebhook(item);
  },

  remove: async (accountId, webhookId) => {
    const refusals = await transact(table, [
      ['webhook', { delete: keys.webhook(accountId, webhookId), when: 'attribute_exists(pk)' }],
      [
        'count',
        {
          update: {
            key: keys.webhookSettings(accountId),
            clauses: 'endpoints = endpoints - :one',
            values: { one: 1 },
          },
        },
      ],
    ]);
    return refusals === undefined;
  },

  update: async (accountId, webhookId, { url, events }) => {
    const outcome = await updateIf(table, {
      key: keys.webhook(accountId, webhookId),
      set: { url, events },
      // The pause after a slow response is that of the old receiver.
      remove: url === undefined ? [] : ['paused_until'],
      when: 'attribute_exists(pk)',
    });
    return outcome.updated ? toWebhook(outcome.item) : undefined;
  },

  turnOn: async (accountId, webhookId) => {
    const outcome = await updateIf(table, {
      key: keys.webhook(accountId, webhookId),
      remove: ['disabled_at', 'paused_until'],
      when: 'attribute_exists(pk)',
    });
    return outcome.updated ? toWebhook(outcome.item) : undefined;
  },

  rotate: async (accountId, webhookId, secret) => {
    const item = await replaceSecret(table, keys.webhook(accountId, webhookId), secret);
    return item && toWebhook(item);
  },

  rotateAccountSecret: async (accountId, secret) => {
    const key = keys.webhookSettings(accountId);
    if ((await replaceSecret(table, key, secret)) !== undefined) return true;
    const created = await updateIf(table, {
      key,
      set: { secret: secret.secret },
      when: 'attribute_not_exists(secret)',
    });
    if (created.updated || created.item?.secret === secret.secret) return false;
    // Another request has created it in the meantime, so it can be replaced now.
    return webhookStore(table).rotateAccountSecret(accountId, secret);
  },

  createDelivery: (delivery) => createDelivery(table, delivery),

  listDeliveries: async (accountId, webhookId, limit, now) => {
    const { pk, sk } = keys.delivery(accountId, `${webhookId}#`);
    const { Items = [] } = await table.client.send(
      new QueryCommand({
        TableName: table.name,
        KeyConditionExpression: 'pk = :pk AND begins_with(sk, :prefix)',
        ExpressionAttributeValues: { ':pk': pk, ':prefix': sk },
        ScanIndexForward: false,
        ConsistentRead: true,
        Limit: limit,
      }),
    );
    return Items.filter((item) => Number(item[ttlAttribute]) * 1000 > now).map(toShownDelivery);
  },

  restart: async (ref, now) => {
    const outcome = await updateIf(table, {
      key: deliveryKey(ref),
      set: {
        delivery_status: 'pending',
        attempts: 0,
        next_try_at: now,
        ...firstCheck(ref, now),
        [ttlAttribute]: ttlAfter(now, deliveryRecordSeconds),
      },
      remove: ['answer', 'problem'],
      names: { expiry: ttlAttribute },
      when: '#expiry > :now',
      values: { now: now / 1000 },
    });
    return outcome.updated ? toDelivery(outcome.item) : undefined;
  },
});
