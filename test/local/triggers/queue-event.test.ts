import { describe, expect, it } from 'vitest';
import { buildQueueEvent, succeededMessages } from '../../../local/triggers/queue-event.ts';

const messages = [{ MessageId: 'a' }, { MessageId: 'b' }];

describe('buildQueueEvent', () => {
  it("creates Lambda's event for a message", () => {
    const message = {
      MessageId: 'a',
      ReceiptHandle: 'handle',
      Body: '{}',
      MD5OfBody: 'md5',
      Attributes: { ApproximateReceiveCount: '1' },
    };

    expect(JSON.parse(buildQueueEvent([message], 'arn:q', 'us-east-1'))).toEqual({
      Records: [
        {
          messageId: 'a',
          receiptHandle: 'handle',
          body: '{}',
          attributes: { ApproximateReceiveCount: '1' },
          messageAttributes: {},
          md5OfBody: 'md5',
          eventSource: 'aws:sqs',
          eventSourceARN: 'arn:q',
          awsRegion: 'us-east-1',
        },
      ],
    });
  });
});

describe('succeededMessages', () => {
  it.each([
    ['null', 'null', ['a', 'b']],
    ['an empty object', '{}', ['a', 'b']],
    ['no list', '{"batchItemFailures":null}', ['a', 'b']],
    ['an empty list', '{"batchItemFailures":[]}', ['a', 'b']],
    ['one failure', '{"batchItemFailures":[{"itemIdentifier":"a"}]}', ['b']],
    ['an unknown message', '{"batchItemFailures":[{"itemIdentifier":"z"}]}', []],
    ['an empty identifier', '{"batchItemFailures":[{"itemIdentifier":""}]}', []],
    ['a failure without itemIdentifier', '{"batchItemFailures":[{"id":"a"}]}', []],
    ['failures that are not an array', '{"batchItemFailures":"a"}', []],
    ['text', '"ok"', []],
  ])('given %s, returns the messages that Lambda deletes', (_title, payload, done) => {
    expect(succeededMessages(messages, payload).map(({ MessageId }) => MessageId)).toEqual(done);
  });
});
