import type { AttributeValue } from '@aws-sdk/client-dynamodb';
import { unmarshall } from '@aws-sdk/util-dynamodb';
import type { DynamoDBRecord } from 'aws-lambda';
import type { Job } from '../jobs/job.ts';
import type { UnannouncedJob } from './dead-letter-queue.ts';
import { isDeletedJob, toJob } from './job-item.ts';
import { accountOfPartition, idOfKey } from './table.ts';

/** Reads the job of a record of the table's stream, as it is after the change. Undefined if it was withdrawn: its client was not told of it. */
export const toEndedJob = ({ dynamodb }: DynamoDBRecord): Job | undefined => {
  // The types of Lambda's event and of the SDK describe the same JSON.
  const item = unmarshall((dynamodb?.NewImage ?? {}) as Record<string, AttributeValue>);
  return isDeletedJob(item) ? undefined : toJob(item);
};

/** Returns the ids and the position of a record's job, even if its item cannot be read. */
export const identifyRecord = ({ dynamodb = {} }: DynamoDBRecord): UnannouncedJob => {
  const { pk, sk } = dynamodb.Keys ?? {};
  return {
    accountId: accountOfPartition(pk?.S ?? ''),
    jobId: sk?.S === undefined ? undefined : idOfKey(sk.S),
    sequenceNumber: dynamodb.SequenceNumber,
  };
};
