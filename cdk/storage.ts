import { CfnElement, Duration, RemovalPolicy, Stack, Validations } from 'aws-cdk-lib';
import {
  AttributeType,
  BillingMode,
  ProjectionType,
  StreamViewType,
  Table,
  TableEncryption,
} from 'aws-cdk-lib/aws-dynamodb';
import { BlockPublicAccess, Bucket, BucketEncryption, HttpMethods } from 'aws-cdk-lib/aws-s3';
import { Construct } from 'constructs';
import { bucketLifecycleDays } from '../lib/jobs/job-times.ts';
import { dueIndex, ttlAttribute } from '../lib/table-layout.ts';

const logicalIdOf = ({ node: { defaultChild } }: Construct): string =>
  CfnElement.isCfnElement(defaultChild) ? Stack.of(defaultChild).getLogicalId(defaultChild) : '';

/** The table and the bucket, which are retained if the stack is deleted, but not if its first deployment fails. */
export class Storage extends Construct {
  readonly table: Table;
  readonly bucket: Bucket;
  /** The logical ids, which cdk-nag's findings contain. */
  readonly bucketLogicalId: string;
  readonly tableLogicalId: string;

  constructor(scope: Construct, id: string) {
    super(scope, id);
    this.table = new Table(this, 'Table', {
      partitionKey: { name: 'pk', type: AttributeType.STRING },
      sortKey: { name: 'sk', type: AttributeType.STRING },
      billingMode: BillingMode.PAY_PER_REQUEST,
      encryption: TableEncryption.AWS_MANAGED,
      pointInTimeRecoverySpecification: { pointInTimeRecoveryEnabled: true },
      timeToLiveAttribute: ttlAttribute,
      // The old image shows that a job has ended just now.
      stream: StreamViewType.NEW_AND_OLD_IMAGES,
      removalPolicy: RemovalPolicy.RETAIN_ON_UPDATE_OR_DELETE,
    });
    this.table.addGlobalSecondaryIndex({
      indexName: dueIndex.name,
      partitionKey: { name: dueIndex.partitionKey, type: AttributeType.STRING },
      sortKey: { name: dueIndex.sortKey, type: AttributeType.NUMBER },
      projectionType: ProjectionType.KEYS_ONLY,
    });
    this.bucket = new Bucket(this, 'Bucket', {
      blockPublicAccess: BlockPublicAccess.BLOCK_ALL,
      encryption: BucketEncryption.S3_MANAGED,
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
    this.bucketLogicalId = logicalIdOf(this.bucket);
    this.tableLogicalId = logicalIdOf(this.table);
    Validations.of(this.bucket).acknowledge({
      id: 'AwsSolutions-S1',
      reason:
        'Every object is accessed through functions and short-lived signed URLs; an operator can log them with CloudTrail data events',
    });
  }
}
