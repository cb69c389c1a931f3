import { CfnElement, Duration, RemovalPolicy, Stack, Validations } from 'aws-cdk-lib';
import { AttributeType, BillingMode, ProjectionType, Table, TableEncryption } from 'aws-cdk-lib/aws-dynamodb';
import { BlockPublicAccess, Bucket, BucketEncryption, HttpMethods } from 'aws-cdk-lib/aws-s3';
import { Construct } from 'constructs';
import { dueIndex, ttlAttribute } from '../lib/aws/table.ts';
import { bucketLifecycleDays } from '../lib/jobs/job-times.ts';

/** The table and the bucket: what outlives every function. */
export class Storage extends Construct {
  readonly table: Table;
  readonly bucket: Bucket;
  /** The bucket's name in the template, by which findings name it. */
  readonly bucketLogicalId: string;

  constructor(scope: Construct, id: string) {
    super(scope, id);
    this.table = new Table(this, 'Table', {
      partitionKey: { name: 'pk', type: AttributeType.STRING },
      sortKey: { name: 'sk', type: AttributeType.STRING },
      billingMode: BillingMode.PAY_PER_REQUEST,
      encryption: TableEncryption.AWS_MANAGED,
      pointInTimeRecoverySpecification: { pointInTimeRecoveryEnabled: true },
      timeToLiveAttribute: ttlAttribute,
      removalPolicy: RemovalPolicy.RETAIN,
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
      // The reconciler deletes within minutes of the expiry; this removes what it missed, in the days that S3 counts.
      lifecycleRules: [
        {
          expiration: Duration.days(bucketLifecycleDays),
          abortIncompleteMultipartUploadAfter: Duration.days(1),
        },
      ],
      // The dashboard sends files to signed forms and reads results from signed addresses. These are what allows it, to
      // whoever has them: a page's origin adds nothing, and no cookie counts here.
      cors: [
        {
          allowedOrigins: ['*'],
          allowedMethods: [HttpMethods.GET, HttpMethods.HEAD, HttpMethods.POST],
          allowedHeaders: ['*'],
          exposedHeaders: ['Content-Disposition', 'Content-Length', 'ETag'],
          maxAge: 3600,
        },
      ],
      removalPolicy: RemovalPolicy.RETAIN,
    });
    const { defaultChild } = this.bucket.node;
    this.bucketLogicalId = CfnElement.isCfnElement(defaultChild)
      ? Stack.of(this).getLogicalId(defaultChild)
      : '';
    Validations.of(this.bucket).acknowledge({
      id: 'AwsSolutions-S1',
      reason:
        'Every object is reached through functions and short-lived signed addresses; CloudTrail data events log them where an operator wants it',
    });
  }
}
