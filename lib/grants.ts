import type { partitions } from './table-layout.ts';

/** The folders of an account in the bucket. */
export const objectFolders = ['files', 'incoming', 'results'] as const;

type ObjectFolder = (typeof objectFolders)[number];
type PartitionName = keyof typeof partitions;
type TableAction =
  | 'BatchGetItem'
  | 'ConditionCheckItem'
  | 'GetItem'
  | 'PutItem'
  | 'UpdateItem'
  | 'DeleteItem'
  | 'Query';
type ObjectAction = 'GetObject' | 'PutObject' | 'DeleteObject';

/** Limits a grant to one account. Default: all accounts. */
type OfAccount = { readonly account?: string | undefined };

type ItemGrant = OfAccount & {
  readonly on: 'items';
  readonly action: TableAction;
  readonly partitions: readonly PartitionName[];
};

type ObjectGrant = OfAccount & {
  readonly on: 'objects';
  readonly action: ObjectAction;
  readonly folders: readonly ObjectFolder[];
};

/** A permission of a function, from which the stack makes a statement of its role's policy. */
export type Grant =
  | ItemGrant
  | ObjectGrant
  | { readonly on: 'bucket' }
  | { readonly on: 'sourceBuckets' }
  | { readonly on: 'targetBuckets' }
  | { readonly on: 'scanResults' }
  | { readonly on: 'jobQueues' }
  | { readonly on: 'workers' }
  | { readonly on: 'webhookQueue' }
  | { readonly on: 'queueTools' }
  | { readonly on: 'userPool' }
  | { readonly on: 'stream' }
  | { readonly on: 'dueIndex' };

/** Allows an action on the items of these partitions only. */
export const items = (action: TableAction, ...names: PartitionName[]): ItemGrant => ({
  on: 'items',
  action,
  partitions: names,
});

/** Allows an action on the objects in these folders of all accounts. */
export const objects = (action: ObjectAction, ...folders: ObjectFolder[]): ObjectGrant => ({
  on: 'objects',
  action,
  folders,
});

/** Limits grants to the items and objects of one account. */
export const ofAccount = (account: string, grants: readonly (ItemGrant | ObjectGrant)[]): readonly Grant[] =>
  grants.map((grant) => ({ ...grant, account }));

/** Allows listing the bucket. Without it, S3 answers 403 instead of 404 for a missing object. */
export const missingObjects: Grant = { on: 'bucket' };

/** Allows reading objects in the folders of the operator's buckets that the deployment lists, if it lists any. */
export const readSources: Grant = { on: 'sourceBuckets' };

/** Allows writing objects in the folders of the operator's buckets that the deployment lists, if it lists any. */
export const writeTargets: Grant = { on: 'targetBuckets' };

/** Allows reading the results of the malware scan of files, if the deployment scans them. */
export const readScanResults: Grant = { on: 'scanResults' };

/** Allows sending messages to the workers' queues. */
export const sendJobs: Grant = { on: 'jobQueues' };

/** Allows invoking the workers. */
export const invokeWorkers: Grant = { on: 'workers' };

/** Allows sending messages to the queue of webhooks. */
export const sendWebhooks: Grant = { on: 'webhookQueue' };

/** Allows reading, removing and counting the messages of all queues. */
export const manageQueues: Grant = { on: 'queueTools' };

/** Allows deleting users of the stack's user pool, if it has one. */
export const deleteUsers: Grant = { on: 'userPool' };

/** Allows reading the stream of the table. */
export const readStream: Grant = { on: 'stream' };

/** Allows querying the index of items that are scheduled for reconciliation. */
export const readDue: Grant = { on: 'dueIndex' };
