/** Patterns of the partition keys, with which the stack restricts the access of each function. */
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
  idempotency: 'ACCOUNT#*#IDEMPOTENCY',
  webhooks: 'ACCOUNT#*#WEBHOOKS',
  keyHashes: 'KEYHASH#*',
  tokens: 'TOKEN#*',
  rates: 'RATE#*',
  emails: 'EMAIL#*',
  identities: 'IDENTITY#*',
} as const;

/** The TTL attribute of DynamoDB, in seconds since the epoch. */
export const ttlAttribute = 'ttl';

/**
 * The sparse index of items scheduled for reconciliation. It contains the items with `due` (their kind) and `due_at` (ms
 * since the epoch).
 */
export const dueIndex = { name: 'due', partitionKey: 'due', sortKey: 'due_at' } as const;

/** The kinds of items in the due index. */
export const dueKinds = ['JOB', 'FILE', 'RESULT', 'WEBHOOK'] as const;

/** A kind of item in the due index. */
export type DueKind = (typeof dueKinds)[number];
