import {
  CreateQueueCommand,
  GetQueueAttributesCommand,
  GetQueueUrlCommand,
  type QueueAttributeName,
  QueueDoesNotExist,
  SetQueueAttributesCommand,
  type SQSClient,
} from '@aws-sdk/client-sqs';
import { isRecord, type Json, TemplateError, textOf } from '../template/json.ts';
import type { Resource } from '../template/load.ts';
import type { LocalScope, LocalValue } from '../template/local-values.ts';

/** The attributes of the SQS API by the template property that sets them. */
const attributeNames = {
  VisibilityTimeout: 'VisibilityTimeout',
  MessageRetentionPeriod: 'MessageRetentionPeriod',
  DelaySeconds: 'DelaySeconds',
  MaximumMessageSize: 'MaximumMessageSize',
  ReceiveMessageWaitTimeSeconds: 'ReceiveMessageWaitTimeSeconds',
  RedrivePolicy: 'RedrivePolicy',
} as const satisfies Record<string, QueueAttributeName>;

/**
 * Creates a queue if it does not exist and returns its local values. `Ref` is the URL.
 *
 * @throws {TemplateError} if it is a FIFO queue
 */
export async function ensureQueue(
  client: SQSClient,
  scope: LocalScope,
  resource: Resource,
): Promise<LocalValue> {
  if (scope.property(resource, 'FifoQueue') === true) {
    throw new TemplateError(`${resource.logicalId}: FIFO queues are not supported locally`);
  }
  const QueueName = scope.nameOf(resource);
  const QueueUrl = (await findUrl(client, QueueName)) ?? (await create(client, QueueName));
  const { Attributes = {} } = await client.send(
    new GetQueueAttributesCommand({ QueueUrl, AttributeNames: ['QueueArn'] }),
  );
  return { ref: QueueUrl, attributes: { Arn: Attributes.QueueArn ?? '', QueueName, QueueUrl } };
}

/** Sets the attributes of a queue that differ from the template. The dead-letter queue must exist. */
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

async function create(client: SQSClient, QueueName: string): Promise<string> {
  const { QueueUrl } = await client.send(new CreateQueueCommand({ QueueName }));
  if (QueueUrl === undefined) throw new Error(`SQS returned no URL for ${QueueName}`);
  return QueueUrl;
}

/** Normalizes a redrive policy: SQS may reorder its members and return its count as a number or a string. */
function canonical(text: string | undefined): string | undefined {
  if (!text?.startsWith('{')) return text;
  const value: Json = JSON.parse(text);
  const entries = isRecord(value) ? Object.entries(value).map(([name, member]) => `${name}=${member}`) : [];
  return entries.sort().join();
}
