import type { Table } from 'aws-cdk-lib/aws-dynamodb';
import { PolicyStatement } from 'aws-cdk-lib/aws-iam';
import type { Bucket } from 'aws-cdk-lib/aws-s3';
import type { Queue } from 'aws-cdk-lib/aws-sqs';
import type { RouteName } from '../lib/api/routes.ts';
import { dueIndex, dueKinds, partitions } from '../lib/aws/table.ts';
import type { WorkerFunctionName } from './worker-functions.ts';

/** What stands below an account in the bucket. */
export const objectFolders = ['files', 'incoming', 'results'] as const;

type Resources = { readonly table: Table; readonly bucket: Bucket; readonly queues: readonly Queue[] };
type TableAction = 'ConditionCheckItem' | 'GetItem' | 'PutItem' | 'UpdateItem' | 'DeleteItem' | 'Query';
type ObjectAction = 'GetObject' | 'PutObject' | 'DeleteObject';
type ObjectFolder = (typeof objectFolders)[number];
type Permission = (resources: Resources) => PolicyStatement;

/** Lets a function do something with the items of some partitions, and no others. */
const items =
  (action: TableAction, ...names: (keyof typeof partitions)[]): Permission =>
  ({ table }) =>
    new PolicyStatement({
      actions: [`dynamodb:${action}`],
      resources: [table.tableArn],
      conditions: {
        'ForAllValues:StringLike': { 'dynamodb:LeadingKeys': names.map((name) => partitions[name]) },
        Null: { 'dynamodb:LeadingKeys': 'false' },
      },
    });

const objects =
  (action: ObjectAction, ...folders: ObjectFolder[]): Permission =>
  ({ bucket }) =>
    new PolicyStatement({
      actions: [`s3:${action}`],
      resources: folders.map((folder) => bucket.arnForObjects(`accounts/*/${folder}/*`)),
    });

/** Without it S3 answers 403 instead of 404 for an object that is not there. */
const missingObjects: Permission = ({ bucket }) =>
  new PolicyStatement({ actions: ['s3:ListBucket'], resources: [bucket.bucketArn] });

const sendJobs: Permission = ({ queues }) =>
  new PolicyStatement({
    actions: ['sqs:SendMessage'],
    resources: queues.map((queue) => queue.queueArn),
  });

const readDue: Permission = ({ table }) =>
  new PolicyStatement({
    actions: ['dynamodb:Query'],
    resources: [`${table.tableArn}/index/${dueIndex.name}`],
    conditions: { 'ForAllValues:StringEquals': { 'dynamodb:LeadingKeys': [...dueKinds] } },
  });

/** A token that asks its account for more calls also opens the account's window, with the limits of its plan. */
const countCaller: Permission[] = [
  items('UpdateItem', 'tokens', 'rates', 'limits'),
  items('PutItem', 'limits'),
  items('GetItem', 'account'),
];
/** Signed-in users and addresses are counted alike. */
const countUser = items('UpdateItem', 'rates');
const identifyUser: readonly Permission[] = [countUser, items('GetItem', 'identities')];
const payForPlans: readonly Permission[] = [
  ...identifyUser,
  items('GetItem', 'account', 'billing'),
  items('UpdateItem', 'billing'),
  items('PutItem', 'billingCustomers'),
];
const submitJob: readonly Permission[] = [
  ...countCaller,
  items('GetItem', 'files'),
  items('UpdateItem', 'account', 'usage', 'files'),
  items('PutItem', 'jobs'),
  sendJobs,
  objects('GetObject', 'incoming', 'files'),
  objects('DeleteObject', 'incoming'),
  objects('PutObject', 'files'),
  missingObjects,
];
const readJobs: readonly Permission[] = [
  ...countCaller,
  items('GetItem', 'jobs'),
  objects('GetObject', 'results'),
];

const workOnJobs: readonly Permission[] = [
  items('GetItem', 'jobs', 'files'),
  items('UpdateItem', 'jobs', 'account', 'usage'),
  objects('GetObject', 'files'),
  objects('PutObject', 'results'),
  missingObjects,
];

/** Everything that each function may do; what is not here it may not. */
export const permissions = {
  authorize: [
    items('UpdateItem', 'rates', 'keys'),
    items('GetItem', 'keyHashes'),
    items('PutItem', 'tokens'),
    items('DeleteItem', 'tokens'),
  ],
  upload: [
    ...countCaller,
    items('UpdateItem', 'account', 'usage'),
    items('PutItem', 'files'),
    items('DeleteItem', 'files'),
    objects('PutObject', 'files'),
    objects('GetObject', 'files'),
    objects('DeleteObject', 'files'),
  ],
  createUpload: [
    ...countCaller,
    items('UpdateItem', 'account', 'usage'),
    items('PutItem', 'files'),
    objects('PutObject', 'incoming'),
  ],
  convert: submitJob,
  extract: submitJob,
  getJob: readJobs,
  getResult: readJobs,
  getFormats: [...countCaller],
  getUsage: [...countCaller],
  listJobs: [...countCaller, items('Query', 'jobs'), objects('GetObject', 'results')],
  cancelJob: [...countCaller, items('UpdateItem', 'jobs', 'account'), items('GetItem', 'jobs')],
  getDashboardConfig: [],
  openSession: [
    countUser,
    items('GetItem', 'identities', 'emails', 'account'),
    items('PutItem', 'identities', 'emails', 'account', 'tokens'),
    items('UpdateItem', 'account', 'keys'),
    items('DeleteItem', 'tokens'),
    items('ConditionCheckItem', 'identities'),
  ],
  closeSession: [
    ...identifyUser,
    items('UpdateItem', 'identities'),
    items('GetItem', 'keys'),
    items('DeleteItem', 'keys', 'tokens'),
  ],
  listKeys: [...identifyUser, items('GetItem', 'account'), items('Query', 'keys')],
  createKey: [
    ...identifyUser,
    items('GetItem', 'account'),
    items('UpdateItem', 'account'),
    items('PutItem', 'keys', 'keyHashes'),
  ],
  revokeKey: [
    ...identifyUser,
    items('GetItem', 'keys'),
    items('UpdateItem', 'keys', 'account'),
    items('DeleteItem', 'keyHashes', 'tokens'),
  ],
  getUsageHistory: [...identifyUser, items('GetItem', 'account'), items('Query', 'usage')],
  openCheckout: payForPlans,
  openBillingPortal: payForPlans,
  receiveBillingEvent: [
    items('GetItem', 'billing', 'billingCustomers'),
    items('UpdateItem', 'billing', 'account'),
    items('PutItem', 'billingEvents'),
  ],
  health: [],
  answerUnrouted: [],
  getOpenApi: [...countCaller],
  convertDocument: workOnJobs,
  convertWebPage: workOnJobs,
  convertOfficeDocument: workOnJobs,
  giveUpJob: [items('GetItem', 'jobs'), items('UpdateItem', 'jobs', 'account', 'usage')],
  reconcile: [
    readDue,
    items('GetItem', 'jobs'),
    items('UpdateItem', 'jobs', 'account', 'usage', 'files'),
    objects('DeleteObject', 'files', 'incoming', 'results'),
    sendJobs,
  ],
} as const satisfies Record<
  RouteName | WorkerFunctionName | 'answerUnrouted' | 'giveUpJob' | 'reconcile',
  readonly Permission[]
>;
