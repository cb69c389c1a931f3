import { type Json, listOf, recordOf, textOf } from '../template/json.ts';

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
