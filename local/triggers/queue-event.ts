import type { Message } from '@aws-sdk/client-sqs';
import { isRecord, type Json, listOf, textOf } from '../template/json.ts';

/**
 * The event that Lambda makes of a batch of SQS messages, as JSON text.
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
      messageAttributes: Object.fromEntries(
        Object.entries(message.MessageAttributes ?? {}).map(([name, attribute]) => [
          name,
          {
            ...(attribute.StringValue === undefined ? {} : { stringValue: attribute.StringValue }),
            ...(attribute.BinaryValue === undefined
              ? {}
              : { binaryValue: Buffer.from(attribute.BinaryValue).toString('base64') }),
            stringListValues: [],
            binaryListValues: [],
            dataType: attribute.DataType,
          },
        ]),
      ),
      md5OfBody: message.MD5OfBody,
      eventSource: 'aws:sqs',
      eventSourceARN: queueArn,
      awsRegion: region,
    })),
  });
}

/**
 * The messages of a batch that are done, given what the handler answered to ReportBatchItemFailures.
 *
 * An empty answer means all of them; an answer that names an unknown message, or is not of the form
 * `{batchItemFailures: [{itemIdentifier}]}`, means none, as on Lambda.
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
