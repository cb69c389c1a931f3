import { type JsonRecord, textOf } from '../template/json.ts';
import type { AccessRequest } from './policy.ts';

/** The action that authorizes each batch operation. */
const batchActions: Readonly<Record<string, string>> = {
  ChangeMessageVisibilityBatch: 'ChangeMessageVisibility',
  DeleteMessageBatch: 'DeleteMessage',
  SendMessageBatch: 'SendMessage',
};

/**
 * Returns the access request of an SQS call.
 *
 * @param operation of the header `X-Amz-Target`, such as `SendMessage`
 * @see https://docs.aws.amazon.com/service-authorization/latest/reference/list_amazonsqs.html
 */
export function sqsRequests(
  operation: string,
  body: JsonRecord,
  { accountId, region }: { readonly region: string; readonly accountId: string },
): AccessRequest[] {
  const name = textOf(body.QueueName) ?? textOf(body.QueueUrl)?.split('/').at(-1);
  return [
    {
      action: `sqs:${Object.hasOwn(batchActions, operation) ? batchActions[operation] : operation}`,
      resource: `arn:aws:sqs:${region}:${accountId}:${name ?? '*'}`,
    },
  ];
}
