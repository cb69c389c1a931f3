import { DynamoDBClient } from '@aws-sdk/client-dynamodb';
import { S3Client } from '@aws-sdk/client-s3';
import { SQSClient } from '@aws-sdk/client-sqs';
import type { AwsSettings } from '../function-host/environment.ts';
import { resourcesOfType, type Template } from '../template/load.ts';
import type { LocalScope, LocalValue } from '../template/local-values.ts';
import { ensureBucket } from './buckets.ts';
import { ensureQueue, updateQueue } from './queues.ts';
import { ensureTable } from './tables.ts';

/**
 * Creates the template's tables, buckets and queues, and updates those that differ.
 *
 * @param created receives the URLs and ARNs of the queues, which the scope reads
 */
export async function provision(
  template: Template,
  scope: LocalScope,
  aws: AwsSettings,
  created: Map<string, LocalValue>,
): Promise<void> {
  const { region, endpoints } = aws;
  // Clients modify this object.
  const credentials = { ...aws.credentials };
  const dynamodb = new DynamoDBClient({ region, credentials, endpoint: endpoints.dynamodb });
  const s3 = new S3Client({ region, credentials, endpoint: endpoints.s3, forcePathStyle: true });
  const sqs = new SQSClient({ region, credentials, endpoint: endpoints.sqs });
  const queues = resourcesOfType(template, 'AWS::SQS::Queue');
  const ensureQueues = async (): Promise<void> => {
    for (const queue of queues) created.set(queue.logicalId, await ensureQueue(sqs, scope, queue));
    // A queue refers to its dead-letter queue by ARN, so the attributes are set once all queues exist.
    for (const queue of queues) await updateQueue(sqs, scope, queue, created.get(queue.logicalId)?.ref ?? '');
  };
  try {
    await Promise.all([
      ensureQueues(),
      ...resourcesOfType(template, 'AWS::DynamoDB::Table').map((table) =>
        ensureTable(dynamodb, scope, table),
      ),
      ...resourcesOfType(template, 'AWS::S3::Bucket').map((bucket) => ensureBucket(s3, scope, bucket)),
    ]);
  } finally {
    sqs.destroy();
    dynamodb.destroy();
    s3.destroy();
  }
}
