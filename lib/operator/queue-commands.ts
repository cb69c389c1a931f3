import { AccountError } from '../accounts/manage-accounts.ts';
import { toJobMessage } from '../aws/job-queue.ts';
import { jobStore } from '../aws/job-store.ts';
import { type QueueTitle, queueNames, type ReceivedMessage } from '../aws/queue-tools.ts';
import { toDeliveryMessage } from '../aws/webhook-queue.ts';
import { time } from '../http/views/time.ts';
import { isActive } from '../jobs/job.ts';
import { currentStep, isCurrent, messageOf } from '../jobs/job-steps.ts';
import { type Command, type CommandCall, defaultRows, limitOption } from './command.ts';

const queueOption = { name: 'queue', summary: 'Name of the queue', choices: queueNames } as const;

const queueOf = (text: string): QueueTitle => {
  const found = queueNames.find((name) => name === text);
  if (found === undefined)
    throw new AccountError(`Unknown queue ${JSON.stringify(text)}. Queues: ${queueNames.join(', ')}.`);
  return found;
};

/** What a message is about. It contains ids only. */
const messageView = ({ id, body, sentAt, receives }: ReceivedMessage) => {
  const job = toJobMessage(body);
  const delivery = toDeliveryMessage(body);
  return {
    message_id: id,
    sent_at: time(sentAt),
    receives,
    account_id: job?.accountId ?? delivery?.accountId ?? null,
    about: job?.jobId ?? delivery?.deliveryId ?? body.slice(0, 200),
  };
};

/** Sends a dead letter to where it came from. Returns what was done with it. */
const redrive = async (call: CommandCall, message: ReceivedMessage): Promise<string> => {
  const { sendJob, sendDelivery } = call.effects();
  const job = toJobMessage(message.body);
  if (job !== undefined) {
    const stored = await jobStore(call.table).get(job.accountId, job.jobId);
    const isWanted = stored !== undefined && isActive(stored) && isCurrent(job, stored);
    if (isWanted)
      await sendJob(
        { ...messageOf(stored), part: job.part },
        job.part === undefined ? currentStep(stored).worker : 'recognition',
      );
    await message.remove();
    return isWanted ? 'sent to its worker' : 'removed: its job has ended or is further';
  }
  const delivery = toDeliveryMessage(message.body);
  // The position of records in the stream. docs/runbook.md describes how to repeat them.
  if (delivery === undefined) return 'left: it is of the stream';
  await sendDelivery(delivery);
  await message.remove();
  return 'sent to webhooks';
};

/** The most messages that one call removes, and how many it receives before it removes them. */
const drainedMessages = 10_000;
const drainedAtOnce = 100;

/** The commands for queues. */
export const queueCommands: readonly Command[] = [
  {
    name: 'show-queues',
    summary: 'Show how many messages each queue has',
    options: [],
    access: 'read',
    onPage: true,
    run: async ({ effects }) => {
      const { queues } = effects();
      return {
        queues: await Promise.all(
          queueNames.map(async (queue) => ({ queue, ...(await queues.depth(queue)) })),
        ),
      };
    },
  },
  {
    name: 'read-dead-letters',
    summary: 'List dead letters, which stay in their queue',
    options: [limitOption],
    access: 'read',
    onPage: true,
    run: async (call) => {
      const letters = await call.effects().queues.receive('dead-letters', call.count('limit', defaultRows));
      return { dead_letters: letters.map(messageView) };
    },
  },
  {
    name: 'redrive-dead-letters',
    summary: 'Send dead letters to their queues again',
    options: [limitOption],
    access: 'change',
    onPage: true,
    run: async (call) => {
      if (call.isDryRun) return { would_send: 'the messages that read-dead-letters lists' };
      const letters = await call.effects().queues.receive('dead-letters', call.count('limit', defaultRows));
      const outcomes: object[] = [];
      for (const letter of letters)
        outcomes.push({ ...messageView(letter), outcome: await redrive(call, letter) });
      return { dead_letters: outcomes };
    },
  },
  {
    name: 'drain-queue',
    summary: 'Remove the messages of a queue, which are sent again',
    options: [queueOption],
    access: 'change',
    onPage: true,
    run: async (call) => {
      const queue = queueOf(call.text('queue'));
      if (call.isDryRun) return { would_drain: queue };
      const { queues } = call.effects();
      let removed = 0;
      for (let left = true; left && removed < drainedMessages; ) {
        const messages = await queues.receive(queue, drainedAtOnce);
        await Promise.all(messages.map((message) => message.remove()));
        removed += messages.length;
        left = messages.length === drainedAtOnce;
      }
      return { queue, removed };
    },
  },
];
