import { Aws } from 'aws-cdk-lib';
import type { ITable } from 'aws-cdk-lib/aws-dynamodb';
import { PolicyStatement } from 'aws-cdk-lib/aws-iam';
import type { IFunction } from 'aws-cdk-lib/aws-lambda';
import type { IBucket } from 'aws-cdk-lib/aws-s3';
import type { IQueue } from 'aws-cdk-lib/aws-sqs';
import type { BucketFolder } from '../lib/api/s3-address.ts';
import type { Grant } from '../lib/grants.ts';
import { dueIndex, dueKinds, duePartitions, partitions } from '../lib/table-layout.ts';

/** The resources that grants refer to. */
export type GrantResources = {
  readonly table: ITable;
  readonly bucket: IBucket;
  /** The queues of all deployed workers. */
  readonly jobQueues: readonly IQueue[];
  /** The functions of the workers; undefined while they are created, because none of them may invoke another. */
  readonly workers?: readonly IFunction[];
  readonly webhookQueue: IQueue;
  readonly deadLetters: IQueue;
  /** The ARN of the user pool; undefined with another issuer, and before the pool is created. */
  readonly userPoolArn?: string | undefined;
  /** The folders of the operator's buckets that jobs may read, and those that they may write. */
  readonly sourceFolders: readonly BucketFolder[];
  readonly targetFolders: readonly BucketFolder[];
  /** Whether uploaded files are scanned for malware. */
  readonly scansFiles: boolean;
  /** The operator's key of the table and the bucket, which DynamoDB and S3 use with the permissions of the caller. */
  readonly keyArn?: string | undefined;
};

/** The objects of a folder in an ARN. A role serves all accounts, so `{account}` is any; the rule of the request isolates them. */
export const objectsOf = ({ bucket, prefix }: BucketFolder): string =>
  `${bucket}/${prefix.replaceAll('{account}', '*')}*`;

/** Allows an action in folders of the operator's buckets, if there are any. */
const folderStatements = (action: string, folders: readonly BucketFolder[]): readonly PolicyStatement[] =>
  folders.length === 0
    ? []
    : [
        new PolicyStatement({
          actions: [action],
          resources: folders.map((folder) => `arn:${Aws.PARTITION}:s3:::${objectsOf(folder)}`),
        }),
      ];

const userPoolStatements = (arn: string | undefined): readonly PolicyStatement[] =>
  arn === undefined
    ? []
    : [
        new PolicyStatement({
          actions: ['cognito-idp:ListUsers', 'cognito-idp:AdminDeleteUser'],
          resources: [arn],
        }),
      ];

const scanStatements = ({ bucket, scansFiles }: GrantResources): readonly PolicyStatement[] =>
  scansFiles
    ? [
        new PolicyStatement({
          actions: ['s3:GetObjectTagging'],
          resources: [bucket.arnForObjects('accounts/*/files/*')],
        }),
      ]
    : [];

/** Allows to use the operator's key, if there is one: DynamoDB and S3 decrypt and encrypt with the permissions of their caller. */
const keyStatements = (grants: readonly Grant[], keyArn: string | undefined): readonly PolicyStatement[] =>
  keyArn === undefined || grants.length === 0
    ? []
    : [
        new PolicyStatement({
          actions: ['kms:Decrypt', 'kms:DescribeKey', 'kms:Encrypt', 'kms:GenerateDataKey'],
          resources: [keyArn],
        }),
      ];

/** The statements of a role's policy for its grants. One for folders of the operator has none if there are no folders. */
export const grantStatements = (
  grants: readonly Grant[],
  resources: GrantResources,
): readonly PolicyStatement[] => [
  ...keyStatements(grants, resources.keyArn),
  ...grants.flatMap((grant) => {
    if (grant.on === 'sourceBuckets') return folderStatements('s3:GetObject', resources.sourceFolders);
    if (grant.on === 'targetBuckets') return folderStatements('s3:PutObject', resources.targetFolders);
    if (grant.on === 'userPool') return userPoolStatements(resources.userPoolArn);
    if (grant.on === 'scanResults') return scanStatements(resources);
    return [grantStatement(grant, resources)];
  }),
];

const grantStatement = (
  grant: Exclude<Grant, { readonly on: 'sourceBuckets' | 'targetBuckets' | 'userPool' | 'scanResults' }>,
  { table, bucket, jobQueues, workers, webhookQueue, deadLetters }: GrantResources,
): PolicyStatement => {
  switch (grant.on) {
    case 'items':
      return new PolicyStatement({
        actions: [`dynamodb:${grant.action}`],
        resources: [table.tableArn],
        conditions: {
          'ForAllValues:StringLike': {
            'dynamodb:LeadingKeys': grant.partitions.map((name) =>
              partitions[name].replace('ACCOUNT#*', `ACCOUNT#${grant.account ?? '*'}`),
            ),
          },
          // ForAllValues is true for a request without keys.
          Null: { 'dynamodb:LeadingKeys': 'false' },
        },
      });
    case 'objects':
      return new PolicyStatement({
        actions: [`s3:${grant.action}`],
        resources: grant.folders.map((folder) =>
          bucket.arnForObjects(`accounts/${grant.account ?? '*'}/${folder}/*`),
        ),
      });
    case 'bucket':
      return new PolicyStatement({ actions: ['s3:ListBucket'], resources: [bucket.bucketArn] });
    case 'jobQueues':
      return new PolicyStatement({
        actions: ['sqs:SendMessage'],
        resources: jobQueues.map((queue) => queue.queueArn),
      });
    case 'workers':
      if (workers === undefined) throw new Error('The workers have not been created yet');
      return new PolicyStatement({
        actions: ['lambda:InvokeFunction'],
        resources: workers.map((worker) => worker.functionArn),
      });
    case 'webhookQueue':
      return new PolicyStatement({ actions: ['sqs:SendMessage'], resources: [webhookQueue.queueArn] });
    case 'queueTools':
      return new PolicyStatement({
        actions: ['sqs:ReceiveMessage', 'sqs:DeleteMessage', 'sqs:GetQueueAttributes'],
        resources: [...jobQueues, webhookQueue, deadLetters].map((queue) => queue.queueArn),
      });
    case 'stream':
      // Lambda polls with the role of the function (Lambda developer guide, "Process DynamoDB records").
      return new PolicyStatement({
        actions: [
          'dynamodb:DescribeStream',
          'dynamodb:GetRecords',
          'dynamodb:GetShardIterator',
          'dynamodb:ListStreams',
        ],
        resources: [`${table.tableArn}/stream/*`],
      });
    case 'dueIndex':
      return new PolicyStatement({
        actions: ['dynamodb:Query'],
        resources: [`${table.tableArn}/index/${dueIndex.name}`],
        conditions: {
          'ForAllValues:StringEquals': { 'dynamodb:LeadingKeys': dueKinds.flatMap(duePartitions) },
        },
      });
  }
};
