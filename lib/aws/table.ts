import { type DynamoDBDocumentClient, GetCommand } from '@aws-sdk/lib-dynamodb';
import { type DueKind, duePartition } from '../table-layout.ts';

/** The table and its client. */
export type Table = { readonly client: DynamoDBDocumentClient; readonly name: string };

/** The key of an item. */
export type ItemKey = { readonly pk: string; readonly sk: string };

/** An item as read from the table, not yet validated. */
export type Item = Readonly<Record<string, unknown>>;

/**
 * Reads an item with all earlier writes, or for half the price as it was up to a second ago. Returns undefined if it does not exist.
 */
export const getItem = async (
  { client, name }: Table,
  Key: ItemKey,
  isFresh = true,
): Promise<Item | undefined> => {
  const { Item } = await client.send(new GetCommand({ TableName: name, Key, ConsistentRead: isFresh }));
  return Item;
};

/** The partitions of a tenant, one per kind of item, so that a function can be granted access to one of them only. */
type TenantPartition =
  | 'ACCOUNT'
  | 'KEYS'
  | 'FILES'
  | 'JOBS'
  | 'USAGE'
  | 'BILLING'
  | 'LIMITS'
  | 'IDEMPOTENCY'
  | 'WEBHOOKS';

const tenantPartition = (accountId: string, kind: TenantPartition): string => `ACCOUNT#${accountId}#${kind}`;

/** The account of a tenant's partition; undefined for any other partition. */
export const accountOfPartition = (partition: string): string | undefined =>
  /^ACCOUNT#([^#]+)#/.exec(partition)?.[1];

/** The id in the sort key of a file or a job; of a delivery, the ids of its endpoint and its own, joined by `#`. */
export const idOfKey = (sortKey: string): string => sortKey.slice(sortKey.indexOf('#') + 1);

/**
 * The keys of all kinds of items. docs/jobs.md lists the access patterns.
 *
 * A tenant's partition keys start with its account id, so that an id of another tenant can never address its items.
 */
export const keys = {
  account: (accountId: string): ItemKey => ({ pk: tenantPartition(accountId, 'ACCOUNT'), sk: 'ACCOUNT' }),
  apiKey: (accountId: string, keyId: string): ItemKey => ({
    pk: tenantPartition(accountId, 'KEYS'),
    sk: `KEY#${keyId}`,
  }),
  /** The live tokens of an account's sessions. The tokens of an API key are listed on the key's item. */
  sessions: (accountId: string): ItemKey => ({ pk: tenantPartition(accountId, 'KEYS'), sk: 'SESSIONS' }),
  file: (accountId: string, fileId: string): ItemKey => ({
    pk: tenantPartition(accountId, 'FILES'),
    sk: `FILE#${fileId}`,
  }),
  job: (accountId: string, jobId: string): ItemKey => ({
    pk: tenantPartition(accountId, 'JOBS'),
    sk: `JOB#${jobId}`,
  }),
  /** Pages of a job that one call recognizes, planned by an attempt. */
  pagePart: (accountId: string, jobId: string, attempt: number, id: string): ItemKey => ({
    pk: tenantPartition(accountId, 'JOBS'),
    sk: `PAGES#${jobId}#${attempt}#${id}`,
  }),
  /** The number of webhook endpoints of an account, and the secret that signs what is sent to URLs of its requests. */
  webhookSettings: (accountId: string): ItemKey => ({
    pk: tenantPartition(accountId, 'WEBHOOKS'),
    sk: 'SETTINGS',
  }),
  /** A webhook endpoint with its secrets. */
  webhook: (accountId: string, webhookId: string): ItemKey => ({
    pk: tenantPartition(accountId, 'WEBHOOKS'),
    sk: `ENDPOINT#${webhookId}`,
  }),
  /** A delivery by the ids of its endpoint and its own, joined by `#`. */
  delivery: (accountId: string, id: string): ItemKey => ({
    pk: tenantPartition(accountId, 'WEBHOOKS'),
    sk: `DELIVERY#${id}`,
  }),
  /** The rate window of all tokens of an account. */
  calls: (accountId: string): ItemKey => ({ pk: tenantPartition(accountId, 'LIMITS'), sk: 'CALLS' }),
  /** The calls of an account, or of all accounts, that wait for a job. */
  waits: (owner: string): ItemKey => ({ pk: tenantPartition(owner, 'LIMITS'), sk: 'WAITS' }),
  /** The first call with an idempotency key. */
  idempotentCall: (accountId: string, keyHash: string): ItemKey => ({
    pk: tenantPartition(accountId, 'IDEMPOTENCY'),
    sk: `CALL#${keyHash}`,
  }),
  /** The current job of a sample and a target that visitors try. */
  tried: (accountId: string, pairHash: string): ItemKey => ({
    pk: tenantPartition(accountId, 'IDEMPOTENCY'),
    sk: `TRY#${pairHash}`,
  }),
  /** The customer and the plan of an account at the payment provider. */
  billing: (accountId: string): ItemKey => ({ pk: tenantPartition(accountId, 'BILLING'), sk: 'BILLING' }),
  /** Maps a customer of the payment provider to its account. */
  billingCustomer: (customerId: string): ItemKey => ({ pk: `CUSTOMER#${customerId}`, sk: 'CUSTOMER' }),
  /** An event of the payment provider that has been applied. */
  billingEvent: (eventId: string): ItemKey => ({ pk: `BILLINGEVENT#${eventId}`, sk: 'BILLINGEVENT' }),
  /** The operations of a day, as `2026-11-20`. */
  usageDay: (accountId: string, day: string): ItemKey => ({
    pk: tenantPartition(accountId, 'USAGE'),
    sk: `DAY#${day}`,
  }),
  /** Maps the hash of an API key to its account. */
  apiKeyHash: (hash: string): ItemKey => ({ pk: `KEYHASH#${hash}`, sk: 'KEYHASH' }),
  /** An API key by its last four characters, which several keys may share. */
  keyEnding: (lastFour: string, keyId: string): ItemKey => ({ pk: `KEYENDING#${lastFour}`, sk: keyId }),
  /** An operator's action in a month, as `2026-11`. */
  action: (month: string, id: string): ItemKey => ({ pk: `ACTIONS#${month}`, sk: `ACTION#${id}` }),
  /** A bearer token with its rate window. */
  token: (hash: string): ItemKey => ({ pk: `TOKEN#${hash}`, sk: 'TOKEN' }),
  /** The rate window of an address. */
  address: (policy: string, address: string): ItemKey => ({ pk: `RATE#${policy}#${address}`, sk: 'RATE' }),
  /** Reserves an e-mail address for one account. */
  email: (email: string): ItemKey => ({ pk: `EMAIL#${email}`, sk: 'EMAIL' }),
  /** Until when the reconciler has dealt with a list of scheduled items. */
  sweep: (list: string): ItemKey => ({ pk: 'RECONCILER', sk: `SWEEP#${list}` }),
  /** Maps the hash of issuer and subject to the account of a signed-in user. */
  identity: (hash: string): ItemKey => ({ pk: `IDENTITY#${hash}`, sk: 'IDENTITY' }),
} as const;

/** The attributes of an item that is scheduled for reconciliation at a time (ms since the epoch). */
export const schedule = (kind: DueKind, id: string, at: number) => ({
  due: duePartition(kind, id),
  due_at: at,
});

/** A value of the TTL attribute: `seconds` after `now` (ms), in whole seconds since the epoch. */
export const ttlAfter = (now: number, seconds: number): number => Math.ceil(now / 1000) + seconds;
