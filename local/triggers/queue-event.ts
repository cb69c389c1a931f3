import type { Message } from '@aws-sdk/client-sqs';
import { isRecord, type Json, listOf, textOf } from '../template/json.ts';

/**
 * Returns Lambda's event for a batch of SQS messages, as JSON text.
 *
 * https://docs.aws.amazon.com/lambda/latest/dg/with-sqs.html
 */
export function buildQueueEvent(messages: readonly Message[], queueArn: string, region: string): string {
  return JSON.stringify({
    Records: messages.map((message) => ({
      messageId: message.MessageId,
      receiptHandle: message.ReceiptHandle,
      body: message.Body,
      attributes: message.Attributes ?? {},
      // No queue of the stack has messages with attributes.
      messageAttributes: {},
      md5OfBody: message.MD5OfBody,
      eventSource: 'aws:sqs',
      eventSourceARN: queueArn,
      awsRegion: region,
    })),
  });
}

/**
 * Returns the messages of a batch that succeeded, by the handler's ReportBatchItemFailures response.
 *
 * As on Lambda, an empty response means all of them. A response with an unknown message, or without the form
 * `{batchItemFailures: [{itemIdentifier}]}`, means none.
 */
export function succeededMessages(messages: readonly Message[], payload: string): readonly Message[] {
  const response: Json = JSON.parse(payload);
  if (response === null) return messages;
  if (!isRecord(response)) return [];
  const { batchItemFailures = null } = response;
  if (batchItemFailures === null) return messages;
  if (!Array.isArray(batchItemFailures)) return [];
  const failed = listOf(batchItemFailures).map((failure) =>
    isRecord(failure) ? textOf(failure.itemIdentifier) : undefined,
  );
  const known = new Set(messages.map(({ MessageId }) => MessageId));
  if (failed.some((id) => id === undefined || !known.has(id))) return [];
  return messages.filter(({ MessageId }) => !failed.includes(MessageId));
}
