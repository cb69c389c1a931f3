import type { DynamoDBDocumentClient } from '@aws-sdk/lib-dynamodb';

/** The table and the client that speaks to it. */
export type Table = { readonly client: DynamoDBDocumentClient; readonly name: string };

/** The key of an item. */
export type ItemKey = { readonly pk: string; readonly sk: string };

/** What a tenant's partitions hold: each kind has its own, so that a function can be let into one and no other. */
type TenantPartition = 'ACCOUNT' | 'KEYS' | 'FILES' | 'JOBS' | 'USAGE' | 'BILLING' | 'LIMITS';

const tenantPartition = (accountId: string, holds: TenantPartition): string =>
  `ACCOUNT#${accountId}#${holds}`;

/** The account of a tenant's partition; undefined where the partition is no tenant's. */
export const accountOfPartition = (partition: string): string | undefined =>
  /^ACCOUNT#([^#]+)#/.exec(partition)?.[1];

/**
 * The key of every kind of item; docs/architecture.md lists the access patterns they serve.
 *
 * The partitions of a tenant begin with its account, so no id of another tenant can address an item of its own.
 */
export const keys = {
  account: (accountId: string): ItemKey => ({ pk: tenantPartition(accountId, 'ACCOUNT'), sk: 'ACCOUNT' }),
  apiKey: (accountId: string, keyId: string): ItemKey => ({
    pk: tenantPartition(accountId, 'KEYS'),
    sk: `KEY#${keyId}`,
  }),
  /** The live tokens of an account's sessions; those of a key are listed on the key itself. */
  sessions: (accountId: string): ItemKey => ({ pk: tenantPartition(accountId, 'KEYS'), sk: 'SESSIONS' }),
  file: (accountId: string, fileId: string): ItemKey => ({
    pk: tenantPartition(accountId, 'FILES'),
    sk: `FILE#${fileId}`,
  }),
  job: (accountId: string, jobId: string): ItemKey => ({
    pk: tenantPartition(accountId, 'JOBS'),
    sk: `JOB#${jobId}`,
  }),
  /** The rate window of all tokens of an account. */
  calls: (accountId: string): ItemKey => ({ pk: tenantPartition(accountId, 'LIMITS'), sk: 'CALLS' }),
  /** The calls of an account that wait for a job. */
  waits: (accountId: string): ItemKey => ({ pk: tenantPartition(accountId, 'LIMITS'), sk: 'WAITS' }),
  /** What the payment provider says of an account. */
  billing: (accountId: string): ItemKey => ({ pk: tenantPartition(accountId, 'BILLING'), sk: 'BILLING' }),
  /** From a customer of the payment provider to its account. */
  billingCustomer: (customerId: string): ItemKey => ({ pk: `CUSTOMER#${customerId}`, sk: 'CUSTOMER' }),
  /** An event of the payment provider that has been counted. */
  billingEvent: (eventId: string): ItemKey => ({ pk: `BILLINGEVENT#${eventId}`, sk: 'BILLINGEVENT' }),
  /** The operations of a day, as `2026-11-20`. */
  usageDay: (accountId: string, day: string): ItemKey => ({
    pk: tenantPartition(accountId, 'USAGE'),
    sk: `DAY#${day}`,
  }),
  /** From the hash of a key to its account. */
  apiKeyHash: (hash: string): ItemKey => ({ pk: `KEYHASH#${hash}`, sk: 'KEYHASH' }),
  /** A bearer token with its rate window. */
  token: (hash: string): ItemKey => ({ pk: `TOKEN#${hash}`, sk: 'TOKEN' }),
  /** The rate window of an address. */
  address: (policy: string, address: string): ItemKey => ({ pk: `RATE#${policy}#${address}`, sk: 'RATE' }),
  /** Holds an e-mail address for one account. */
  email: (email: string): ItemKey => ({ pk: `EMAIL#${email}`, sk: 'EMAIL' }),
  /** From the hash of issuer and subject to the account of a signed-in user. */
  identity: (hash: string): ItemKey => ({ pk: `IDENTITY#${hash}`, sk: 'IDENTITY' }),
} as const;

/** Patterns of the partition keys, with which the stack narrows what each function may touch. */
export const partitions = {
  account: 'ACCOUNT#*#ACCOUNT',
  keys: 'ACCOUNT#*#KEYS',
  files: 'ACCOUNT#*#FILES',
  jobs: 'ACCOUNT#*#JOBS',
  billing: 'ACCOUNT#*#BILLING',
  billingCustomers: 'CUSTOMER#*',
  billingEvents: 'BILLINGEVENT#*',
  usage: 'ACCOUNT#*#USAGE',
  limits: 'ACCOUNT#*#LIMITS',
  keyHashes: 'KEYHASH#*',
  tokens: 'TOKEN#*',
  rates: 'RATE#*',
  emails: 'EMAIL#*',
  identities: 'IDENTITY#*',
} as const;

/** The attribute that DynamoDB's TTL looks at: seconds since the epoch. */
export const ttlAttribute = 'ttl';

/**
 * The sparse index of what somebody must look at by a given time: an item is in it while it has `due` (its kind) and
 * `due_at` (ms since the epoch). The reconciler reads what is due and deals with it.
 */
export const dueIndex = { name: 'due', partitionKey: 'due', sortKey: 'due_at' } as const;

/** The kinds of items in the due index. */
export const dueKinds = ['JOB', 'FILE', 'RESULT'] as const;

/** A kind of item in the due index. */
export type DueKind = (typeof dueKinds)[number];

/** Whole seconds since the epoch, `seconds` after `now` (ms): a value of the TTL attribute. */
export const ttlAfter = (now: number, seconds: number): number => Math.ceil(now / 1000) + seconds;
