import { describe, expect, it } from 'vitest';
import { succeededMessages } from '../../../local/triggers/queue-event.ts';

const messages = [{ MessageId: 'a' }, { MessageId: 'b' }];

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
