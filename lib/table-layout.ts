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
  keyEndings: 'KEYENDING#*',
  tokens: 'TOKEN#*',
  rates: 'RATE#*',
  emails: 'EMAIL#*',
  identities: 'IDENTITY#*',
  reconciler: 'RECONCILER',
  actions: 'ACTIONS#*',
} as const;

/** The TTL attribute of DynamoDB, in seconds since the epoch. */
export const ttlAttribute = 'ttl';

/**
 * The sparse index of items scheduled for reconciliation. It contains the items with `due` (their kind and shard) and `due_at` (ms
 * since the epoch).
 */
export const dueIndex = { name: 'due', partitionKey: 'due', sortKey: 'due_at' } as const;

/** The kinds of items in the due index. */
export const dueKinds = ['JOB', 'FILE', 'RESULT', 'WEBHOOK', 'ACCOUNT'] as const;

/** A kind of item in the due index. */
export type DueKind = (typeof dueKinds)[number];

/** Partitions of each kind in the due index. DynamoDB accepts 1,000 write units a second in each; see docs/scaling.md. */
const dueShards = 8;

/** The partition of an item in the due index: its kind, and a shard from the hash of its id. */
export const duePartition = (kind: DueKind, id: string): string => {
  let hash = 0;
  for (const character of id) hash = (Math.imul(hash, 31) + character.charCodeAt(0)) >>> 0;
  return `${kind}#${hash % dueShards}`;
};

/** All partitions of a kind in the due index. The first has the items that were written before there were shards. */
export const duePartitions = (kind: DueKind): readonly string[] => [
  kind,
  ...Array.from({ length: dueShards }, (_, shard) => `${kind}#${shard}`),
];
