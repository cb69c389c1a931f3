import {
  ChangeMessageVisibilityCommand,
  CreateQueueCommand,
  DeleteMessageCommand,
  GetQueueAttributesCommand,
  GetQueueUrlCommand,
  type Message,
  type QueueAttributeName,
  ReceiveMessageCommand,
  SendMessageCommand,
  SQSClient,
} from '@aws-sdk/client-sqs';

/** The calls of the tests, by one client with an explicit endpoint. */
export function connect(endpoint: string) {
  const client = new SQSClient({
    endpoint,
    region: 'eu-central-1',
    credentials: { accessKeyId: 'local', secretAccessKey: 'local' },
    maxAttempts: 1,
  });
  return {
    client,
    createQueue: async (QueueName: string, Attributes: Partial<Record<QueueAttributeName, string>> = {}) =>
      (await client.send(new CreateQueueCommand({ QueueName, Attributes }))).QueueUrl ?? '',
    urlOf: async (QueueName: string) =>
      (await client.send(new GetQueueUrlCommand({ QueueName }))).QueueUrl ?? '',
    send: (QueueUrl: string, MessageBody: string, more = {}) =>
      client.send(new SendMessageCommand({ QueueUrl, MessageBody, ...more })),
    receive: async (QueueUrl: string, more = {}, abortSignal = new AbortController().signal) =>
      (
        await client.send(
          new ReceiveMessageCommand({
            QueueUrl,
            MaxNumberOfMessages: 10,
            MessageSystemAttributeNames: ['All'],
            ...more,
          }),
          { abortSignal },
        )
      ).Messages ?? [],
    changeVisibility: (QueueUrl: string, message: Message | undefined, VisibilityTimeout: number) =>
      client.send(
        new ChangeMessageVisibilityCommand({
          QueueUrl,
          ReceiptHandle: message?.ReceiptHandle,
          VisibilityTimeout,
        }),
      ),
    remove: (QueueUrl: string, message: Message | undefined) =>
      client.send(new DeleteMessageCommand({ QueueUrl, ReceiptHandle: message?.ReceiptHandle })),
    arnOf: async (QueueUrl: string) =>
      (await client.send(new GetQueueAttributesCommand({ QueueUrl, AttributeNames: ['QueueArn'] })))
        .Attributes?.QueueArn,
  };
}

export const summary = (messages: Message[]) =>
  messages.map(({ Body, Attributes }) => [Body, Number(Attributes?.ApproximateReceiveCount)]);
