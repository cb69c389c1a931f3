import { type Json, listOf, numberOf, recordOf, textOf } from '../template/json.ts';
import type { StreamMapping } from '../template/triggers.ts';

/** Returns the position of a record in its shard. */
export const sequenceOf = (record: Json | undefined): string | undefined =>
  textOf(recordOf(recordOf(record).dynamodb).SequenceNumber);

/** Returns the sequence numbers in the handler's ReportBatchItemFailures response; undefined if it has another form. */
export function failedSequences(payload: string): ReadonlySet<string> | undefined {
  const response: Json = JSON.parse(payload);
  if (response === null) return new Set();
  const { batchItemFailures = null } = recordOf(response);
  if (batchItemFailures === null) return new Set();
  if (!Array.isArray(batchItemFailures)) return undefined;
  return new Set(listOf(batchItemFailures).map((failure) => textOf(recordOf(failure).itemIdentifier) ?? ''));
}

/**
 * Returns Lambda's event for a batch of records, as JSON text.
 *
 * https://docs.aws.amazon.com/lambda/latest/dg/with-ddb.html
 */
export function buildStreamEvent(
  records: readonly Json[],
  eventSourceARN: string,
  awsRegion: string,
): string {
  return JSON.stringify({
    Records: records.map((record) => ({ ...recordOf(record), awsRegion, eventSourceARN })),
  });
}

/** Returns when the change of a record was made, in seconds since the epoch. */
export const createdAt = (record: Json | undefined): number =>
  numberOf(recordOf(recordOf(record).dynamodb).ApproximateCreationDateTime) ?? Number.POSITIVE_INFINITY;

/**
 * Returns Lambda's message to the failure destination for a batch that was discarded, as JSON text. It contains the position of the
 * records, not the records.
 *
 * https://docs.aws.amazon.com/lambda/latest/dg/services-dynamodb-errors.html
 */
export function buildFailure(
  records: readonly Json[],
  { functionName, streamArn, maximumRetries }: StreamMapping,
  shardId: string,
  invocations: number,
): string {
  return JSON.stringify({
    requestContext: {
      functionName,
      condition: invocations > maximumRetries ? 'RetryAttemptsExhausted' : 'MaximumRecordAgeExceeded',
      approximateInvokeCount: invocations,
    },
    version: '1.0',
    timestamp: new Date().toISOString(),
    DDBStreamBatchInfo: {
      shardId,
      startSequenceNumber: sequenceOf(records[0]),
      endSequenceNumber: sequenceOf(records.at(-1)),
      batchSize: records.length,
      streamArn,
    },
  });
}
