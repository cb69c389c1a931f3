import {
  DeleteMessageCommand,
  GetQueueAttributesCommand,
  type Message,
  ReceiveMessageCommand,
  type SQSClient,
} from '@aws-sdk/client-sqs';
import { queueVariable, readEnvironment } from '../env.ts';
import { workerNames } from '../workers.ts';
import { openQueueClient } from './queue-client.ts';

/** The queues of a deployment: one for each worker, one for webhooks, and that of dead letters. */
export const queueNames = [...workerNames, 'webhooks', 'dead-letters'] as const;

/** The name of a queue. */
export type QueueTitle = (typeof queueNames)[number];

const urlOf = (name: QueueTitle): string => {
  if (name === 'webhooks') return readEnvironment('webhookQueueUrl');
  return readEnvironment(name === 'dead-letters' ? 'deadLetterQueueUrl' : queueVariable(name));
};

/** A message that was received and is invisible to others for a time. */
export type ReceivedMessage = {
  readonly id: string;
  readonly body: string;
  /** When it was sent, in ms since the epoch, and how many times it was received. */
  readonly sentAt: number;
  readonly receives: number;
  /** Deletes it from its queue. */
  remove(): Promise<void>;
};

/** Seconds for which a received message is invisible: enough to send it to another queue. */
const invisibleSeconds = 30;

/** Polls in a row without a message after which a queue counts as empty. SQS asks only some of its servers each time. */
const emptyPolls = 3;

const toReceived = (client: SQSClient, QueueUrl: string, message: Message): ReceivedMessage => ({
  id: message.MessageId ?? '',
  body: message.Body ?? '',
  sentAt: Number(message.Attributes?.SentTimestamp ?? 0),
  receives: Number(message.Attributes?.ApproximateReceiveCount ?? 1),
  remove: async () => {
    await client.send(new DeleteMessageCommand({ QueueUrl, ReceiptHandle: message.ReceiptHandle }));
  },
});

/** Opens the queues of the deployment. */
export const openQueueTools = () => {
  const client = openQueueClient();
  return {
    /** The numbers of messages that wait, are being processed and are delayed. */
    depth: async (name: QueueTitle) => {
      const { Attributes = {} } = await client.send(
        new GetQueueAttributesCommand({
          QueueUrl: urlOf(name),
          AttributeNames: [
            'ApproximateNumberOfMessages',
            'ApproximateNumberOfMessagesNotVisible',
            'ApproximateNumberOfMessagesDelayed',
          ],
        }),
      );
      return {
        waiting: Number(Attributes.ApproximateNumberOfMessages ?? 0),
        in_flight: Number(Attributes.ApproximateNumberOfMessagesNotVisible ?? 0),
        delayed: Number(Attributes.ApproximateNumberOfMessagesDelayed ?? 0),
      };
    },

    /** Receives up to `limit` messages, each once. Those that are not removed are visible again after 30 s. */
    receive: async (name: QueueTitle, limit: number): Promise<readonly ReceivedMessage[]> => {
      const QueueUrl = urlOf(name);
      const found = new Map<string, ReceivedMessage>();
      for (let empty = 0; found.size < limit && empty < emptyPolls; ) {
        const { Messages = [] } = await client.send(
          new ReceiveMessageCommand({
            QueueUrl,
            MaxNumberOfMessages: Math.min(10, limit - found.size),
            VisibilityTimeout: invisibleSeconds,
            WaitTimeSeconds: 1,
            MessageSystemAttributeNames: ['SentTimestamp', 'ApproximateReceiveCount'],
          }),
        );
        const isNew = Messages.some(({ MessageId = '' }) => !found.has(MessageId));
        empty = isNew ? 0 : empty + 1;
        for (const message of Messages) {
          const received = toReceived(client, QueueUrl, message);
          found.set(received.id, received);
        }
      }
      return [...found.values()];
    },
  };
};
