import type { AttributeValue } from '@aws-sdk/client-dynamodb';
import { unmarshall } from '@aws-sdk/util-dynamodb';
import type { DynamoDBRecord } from 'aws-lambda';
import type { Job } from '../jobs/job.ts';
import { toJob } from './job-item.ts';

/** Reads the job of a record of the table's stream, as it is after the change. */
export const toEndedJob = ({ dynamodb }: DynamoDBRecord): Job =>
  // The types of Lambda's event and of the SDK describe the same JSON.
  toJob(unmarshall((dynamodb?.NewImage ?? {}) as Record<string, AttributeValue>));
