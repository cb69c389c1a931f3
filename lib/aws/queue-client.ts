import { SQSClient } from '@aws-sdk/client-sqs';
import { callSettings } from './dynamodb.ts';

/** Opens SQS in the region, or at AWS_ENDPOINT_URL_SQS, whatever the host of a queue's URL is. Call it once per container. */
export const openQueueClient = (): SQSClient =>
  new SQSClient({ useQueueUrlAsEndpoint: false, requestHandler: callSettings() });
