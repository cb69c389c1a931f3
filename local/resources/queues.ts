import {
  CreateQueueCommand,
  GetQueueAttributesCommand,
  GetQueueUrlCommand,
  type QueueAttributeName,
  QueueDoesNotExist,
  SetQueueAttributesCommand,
  type SQSClient,
} from '@aws-sdk/client-sqs';
import { isRecord, type Json, textOf } from '../template/json.ts';
import type { Resource } from '../template/load.ts';
import type { LocalScope, LocalValue } from '../template/local-values.ts';

/** Template properties by the attribute of the SQS API that they set. */
const attributeNames = {
  VisibilityTimeout: 'VisibilityTimeout',
  MessageRetentionPeriod: 'MessageRetentionPeriod',
  DelaySeconds: 'DelaySeconds',
  MaximumMessageSize: 'MaximumMessageSize',
  ReceiveMessageWaitTimeSeconds: 'ReceiveMessageWaitTimeSeconds',
  RedrivePolicy: 'RedrivePolicy',
  ContentBasedDeduplication: 'ContentBasedDeduplication',
} as const satisfies Record<string, QueueAttributeName>;

/** Makes a queue where it is absent, and answers what a template gets for it: `Ref` is the URL. */
export async function ensureQueue(
  client: SQSClient,
  scope: LocalScope,
  resource: Resource,
): Promise<LocalValue> {
  const isFifo = scope.property(resource, 'FifoQueue') === true;
  const given = scope.nameOf(resource);
  const QueueName = isFifo && !given.endsWith('.fifo') ? `${given}.fifo` : given;
  const QueueUrl = (await findUrl(client, QueueName)) ?? (await create(client, QueueName, isFifo));
  const { Attributes = {} } = await client.send(
    new GetQueueAttributesCommand({ QueueUrl, AttributeNames: ['QueueArn'] }),
  );
  return { ref: QueueUrl, attributes: { Arn: Attributes.QueueArn ?? '', QueueName, QueueUrl } };
}

/** Sets those of a queue's attributes that differ from the template; its dead-letter queue has to exist. */
export async function updateQueue(
  client: SQSClient,
  scope: LocalScope,
  resource: Resource,
  QueueUrl: string,
): Promise<void> {
  const { Attributes: current = {} } = await client.send(
    new GetQueueAttributesCommand({ QueueUrl, AttributeNames: ['All'] }),
  );
  const changed: Partial<Record<QueueAttributeName, string>> = {};
  for (const [property, attribute] of Object.entries(attributeNames)) {
    const value = scope.property(resource, property);
    if (value === undefined) continue;
    const text = isRecord(value) ? JSON.stringify(value) : (textOf(value) ?? '');
    if (canonical(current[attribute]) !== canonical(text)) changed[attribute] = text;
  }
  if (Object.keys(changed).length === 0) return;
  await client.send(new SetQueueAttributesCommand({ QueueUrl, Attributes: changed }));
}

async function findUrl(client: SQSClient, QueueName: string): Promise<string | undefined> {
  try {
    return (await client.send(new GetQueueUrlCommand({ QueueName }))).QueueUrl;
  } catch (error) {
    if (error instanceof QueueDoesNotExist) return undefined;
    throw error;
  }
}

async function create(client: SQSClient, QueueName: string, isFifo: boolean): Promise<string> {
  const Attributes = isFifo ? { FifoQueue: 'true' } : {};
  const { QueueUrl } = await client.send(new CreateQueueCommand({ QueueName, Attributes }));
  if (QueueUrl === undefined) throw new Error(`SQS answered no URL for ${QueueName}`);
  return QueueUrl;
}

/** A redrive policy comes back with its members in another order and its count as a number or text. */
function canonical(text: string | undefined): string | undefined {
  if (!text?.startsWith('{')) return text;
  const value: Json = JSON.parse(text);
  const entries = isRecord(value) ? Object.entries(value).map(([name, member]) => `${name}=${member}`) : [];
  return entries.sort().join();
}
