import { Duration, RemovalPolicy, Validations } from 'aws-cdk-lib';
import {
  AttributeType,
  BillingMode,
  ProjectionType,
  StreamViewType,
  Table,
  TableEncryption,
} from 'aws-cdk-lib/aws-dynamodb';
import { type IKey, Key } from 'aws-cdk-lib/aws-kms';
import { BlockPublicAccess, Bucket, BucketEncryption, HttpMethods } from 'aws-cdk-lib/aws-s3';
import type { Construct } from 'constructs';
import { bucketLifecycleDays } from '../lib/jobs/job-times.ts';
import { dueIndex, ttlAttribute } from '../lib/table-layout.ts';
import { isFirstDeployment } from './first-deployment.ts';
import { blockUnscanned } from './malware-scan.ts';
import { settingsOf } from './settings.ts';

/** The operator's key, if the settings name one. */
const keyOf = (scope: Construct, id: string): IKey | undefined => {
  const { kmsKeyArn } = settingsOf(scope);
  return kmsKeyArn === undefined ? undefined : Key.fromKeyArn(scope, id, kmsKeyArn);
};

/** Creates the table. It is retained if its stack is deleted, and nothing deletes it while it is protected. */
export const createTable = (scope: Construct): Table => {
  const key = keyOf(scope, 'TableKey');
  const table = new Table(scope, 'Table', {
    partitionKey: { name: 'pk', type: AttributeType.STRING },
    sortKey: { name: 'sk', type: AttributeType.STRING },
    billingMode: BillingMode.PAY_PER_REQUEST,
    ...(key === undefined
      ? { encryption: TableEncryption.AWS_MANAGED }
      : { encryption: TableEncryption.CUSTOMER_MANAGED, encryptionKey: key }),
    pointInTimeRecoverySpecification: { pointInTimeRecoveryEnabled: true },
    timeToLiveAttribute: ttlAttribute,
    // The old image shows that a job has ended just now.
    stream: StreamViewType.NEW_AND_OLD_IMAGES,
    deletionProtection: !isFirstDeployment(scope),
    removalPolicy: RemovalPolicy.RETAIN_ON_UPDATE_OR_DELETE,
  });
  table.addGlobalSecondaryIndex({
    indexName: dueIndex.name,
    partitionKey: { name: dueIndex.partitionKey, type: AttributeType.STRING },
    sortKey: { name: dueIndex.sortKey, type: AttributeType.NUMBER },
    projectionType: ProjectionType.KEYS_ONLY,
  });
  return table;
};

/** Creates the bucket, which is retained if its stack is deleted, but not if its first deployment fails. */
export const createBucket = (scope: Construct): Bucket => {
  const key = keyOf(scope, 'BucketKey');
  const bucket = new Bucket(scope, 'Bucket', {
    blockPublicAccess: BlockPublicAccess.BLOCK_ALL,
    ...(key === undefined
      ? { encryption: BucketEncryption.S3_MANAGED }
      : { encryption: BucketEncryption.KMS, encryptionKey: key, bucketKeyEnabled: true }),
    enforceSSL: true,
    // The reconciler deletes objects within minutes of their expiry; this is the backstop, which S3 counts in days.
    lifecycleRules: [
      {
        expiration: Duration.days(bucketLifecycleDays),
        abortIncompleteMultipartUploadAfter: Duration.days(1),
      },
    ],
    // The dashboard posts files to signed forms and reads results from signed URLs. The signature alone authorizes a
    // request: no cookies are involved, so an origin adds no protection.
    cors: [
      {
        allowedOrigins: ['*'],
        allowedMethods: [HttpMethods.GET, HttpMethods.HEAD, HttpMethods.POST],
        allowedHeaders: ['*'],
        exposedHeaders: ['Content-Disposition', 'Content-Length', 'ETag'],
        maxAge: 3600,
      },
    ],
    removalPolicy: RemovalPolicy.RETAIN_ON_UPDATE_OR_DELETE,
  });
  if (settingsOf(scope).malwareScan) bucket.addToResourcePolicy(blockUnscanned(bucket));
  Validations.of(bucket).acknowledge({
    id: 'AwsSolutions-S1',
    reason:
      'Every object is accessed through functions and short-lived signed URLs; an operator can log them with CloudTrail data events',
  });
  return bucket;
};
