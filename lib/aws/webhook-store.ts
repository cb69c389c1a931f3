import { ConditionalCheckFailedException } from '@aws-sdk/client-dynamodb';
import { GetCommand, PutCommand, QueryCommand } from '@aws-sdk/lib-dynamodb';
import { type DueKind, ttlAttribute } from '../table-layout.ts';
import { deliveryRecordSeconds } from '../webhooks/delivery-times.ts';
import type { NewSecret, WebhookStore } from '../webhooks/manage-webhooks.ts';
import type { Delivery, Webhook } from '../webhooks/webhook.ts';
import { type Item, updateIf } from './conditional-update.ts';
import { deliveryKey, firstCheckAt, fromNewDelivery, toDelivery } from './delivery-item.ts';
import { putNew } from './put-new.ts';
import { type ItemKey, keys, type Table, ttlAfter } from './table.ts';
import { readTenantItems } from './tenant-items.ts';
import { transact } from './transaction.ts';
import { fromNewWebhook, toWebhook } from './webhook-item.ts';

/** The endpoints of an account, oldest first. */
export const listWebhooks = async (table: Table, accountId: string): Promise<readonly Webhook[]> => {
  const { pk, sk } = keys.webhook(accountId, '');
  return (await readTenantItems(table, pk, sk)).map(toWebhook);
};

/** Stores a new delivery. Does nothing if it is stored already. */
export const createDelivery = async (table: Table, delivery: Delivery): Promise<void> => {
  try {
    await table.client.send(
      new PutCommand({
        TableName: table.name,
        Item: { ...fromNewDelivery(delivery) },
        ConditionExpression: 'attribute_not_exists(pk)',
      }),
    );
  } catch (error) {
    if (!(error instanceof ConditionalCheckFailedException)) throw error;
  }
};

/**
 * Replaces the secret of an endpoint or an account. Returns its item, or undefined if it has no secret.
 *
 * If the response is lost, the retry is refused, because it would replace the new secret by itself.
 */
const replaceSecret = async (
  table: Table,
  Key: ItemKey,
  { secret, previousUntil }: NewSecret,
): Promise<Item | undefined> => {
  const { updated, item } = await updateIf(table, {
    Key,
    UpdateExpression: 'SET previous_secret = secret, previous_until = :until, secret = :secret',
    ConditionExpression: 'attribute_exists(secret) AND secret <> :secret',
    ExpressionAttributeValues: { ':secret': secret, ':until': previousUntil ?? 0 },
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
          Update: {
            TableName: table.name,
            Key: keys.webhookSettings(webhook.accountId),
            UpdateExpression: 'SET endpoints = if_not_exists(endpoints, :none) + :one',
            ConditionExpression: 'attribute_not_exists(endpoints) OR endpoints < :max',
            ExpressionAttributeValues: { ':none': 0, ':one': 1, ':max': max },
          },
        },
      ],
      ['webhook', putNew(table, fromNewWebhook(webhook, secret))],
    ]);
    return refusals === undefined;
  },

  list: (accountId) => listWebhooks(table, accountId),

  get: async (accountId, webhookId) => {
    const { Item } = await table.client.send(
      new GetCommand({
        TableName: table.name,
        Key: keys.webhook(accountId, webhookId),
        ConsistentRead: true,
      }),
    );
    return Item === undefined ? undefined : toWebhook(Item);
  },

  remove: async (accountId, webhookId) => {
    const refusals = await transact(table, [
      [
        'webhook',
        {
          Delete: {
            TableName: table.name,
            Key: keys.webhook(accountId, webhookId),
            ConditionExpression: 'attribute_exists(pk)',
          },
        },
      ],
      [
        'count',
        {
          Update: {
            TableName: table.name,
            Key: keys.webhookSettings(accountId),
            UpdateExpression: 'SET endpoints = endpoints - :one',
            ExpressionAttributeValues: { ':one': 1 },
          },
        },
      ],
    ]);
    return refusals === undefined;
  },

  update: async (accountId, webhookId, { url, events }) => {
    const sets = [
      ...(url === undefined ? [] : ['#url = :url']),
      ...(events === undefined ? [] : ['events = :events']),
    ];
    const outcome = await updateIf(table, {
      Key: keys.webhook(accountId, webhookId),
      // The pause after a slow response is that of the old receiver.
      UpdateExpression: `SET ${sets.join(', ')}${url === undefined ? '' : ' REMOVE paused_until'}`,
      ConditionExpression: 'attribute_exists(pk)',
      ...(url === undefined ? {} : { ExpressionAttributeNames: { '#url': 'url' } }),
      ExpressionAttributeValues: {
        ...(url === undefined ? {} : { ':url': url }),
        ...(events === undefined ? {} : { ':events': events }),
      },
    });
    return outcome.updated ? toWebhook(outcome.item) : undefined;
  },

  turnOn: async (accountId, webhookId) => {
    const outcome = await updateIf(table, {
      Key: keys.webhook(accountId, webhookId),
      UpdateExpression: 'REMOVE disabled_at, paused_until',
      ConditionExpression: 'attribute_exists(pk)',
    });
    return outcome.updated ? toWebhook(outcome.item) : undefined;
  },

  rotate: async (accountId, webhookId, secret) => {
    const item = await replaceSecret(table, keys.webhook(accountId, webhookId), secret);
    return item && toWebhook(item);
  },

  rotateAccountSecret: async (accountId, secret) => {
    const Key = keys.webhookSettings(accountId);
    if ((await replaceSecret(table, Key, secret)) !== undefined) return true;
    const created = await updateIf(table, {
      Key,
      UpdateExpression: 'SET secret = :secret',
      ConditionExpression: 'attribute_not_exists(secret)',
      ExpressionAttributeValues: { ':secret': secret.secret },
    });
    if (created.updated || created.item?.secret === secret.secret) return false;
    // Another request has created it in the meantime, so it can be replaced now.
    return webhookStore(table).rotateAccountSecret(accountId, secret);
  },

  createDelivery: (delivery) => createDelivery(table, delivery),

  listDeliveries: async (accountId, webhookId, limit) => {
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
    return Items.map(toDelivery);
  },

  restart: async (ref, now) => {
    const outcome = await updateIf(table, {
      Key: deliveryKey(ref),
      UpdateExpression:
        'SET delivery_status = :pending, attempts = :none, next_try_at = :now, due = :due, due_at = :check, #ttl = :ttl REMOVE answer, problem',
      ConditionExpression: 'attribute_exists(pk)',
      ExpressionAttributeNames: { '#ttl': ttlAttribute },
      ExpressionAttributeValues: {
        ':pending': 'pending',
        ':none': 0,
        ':now': now,
        ':due': 'WEBHOOK' satisfies DueKind,
        ':check': firstCheckAt(now),
        ':ttl': ttlAfter(now, deliveryRecordSeconds),
      },
    });
    return outcome.updated ? toDelivery(outcome.item) : undefined;
  },
});
