import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { CreateTableCommand, type DynamoDBClient, PutItemCommand } from '@aws-sdk/client-dynamodb';
import { afterAll, afterEach, beforeAll, beforeEach, expect, it } from 'vitest';
import { startDynamoDb } from '../../../local/emulators/dynamodb.ts';
import type { Emulator } from '../../../local/emulators/loopback.ts';
import type { Outcome } from '../../../local/function-host/host.ts';
import type { StreamMapping } from '../../../local/template/triggers.ts';
import { pollStream } from '../../../local/triggers/poll-stream.ts';
import { createStreamClient, type StreamClient, StreamError } from '../../../local/triggers/stream-client.ts';
import { passTimeFaster } from '../../support/faster-time.ts';
import { createClient, key } from '../emulators/dynamodb-client.ts';

type StreamEvent = {
  Records: {
    eventSourceARN: string;
    dynamodb: { SequenceNumber: string; NewImage: { pk: { S: string } } };
  }[];
};

let emulator: Emulator;
let client: DynamoDBClient;
let directory: string;
let mapping: StreamMapping;
let tables = 0;
let failures: string[];
let reports: string[];
/** The stream's client in each test, which may count or fail its calls. */
let streamClient: StreamClient;

beforeAll(async () => {
  emulator = await startDynamoDb();
  client = createClient(emulator.endpoint);
  directory = await mkdtemp(join(tmpdir(), 'docforge-stream-'));
});
afterAll(async () => {
  client.destroy();
  await emulator.close();
  await rm(directory, { recursive: true, force: true });
});

beforeEach(async () => {
  tables += 1;
  const tableName = `table-${tables}`;
  await client.send(
    new CreateTableCommand({
      TableName: tableName,
      BillingMode: 'PAY_PER_REQUEST',
      AttributeDefinitions: ['pk', 'sk'].map((AttributeName) => ({ AttributeName, AttributeType: 'S' })),
      KeySchema: [
        { AttributeName: 'pk', KeyType: 'HASH' },
        { AttributeName: 'sk', KeyType: 'RANGE' },
      ],
      StreamSpecification: { StreamEnabled: true, StreamViewType: 'NEW_AND_OLD_IMAGES' },
    }),
  );
  mapping = {
    logicalId: 'Map',
    functionName: 'f',
    streamArn: `arn:aws:dynamodb:us-east-1:000000000000:table/${tableName}/stream/local`,
    tableName,
    batchSize: 3,
    filters: [{ eventName: ['INSERT'], dynamodb: { NewImage: { wanted: { S: ['yes'] } } } }],
    bisects: true,
    reportsItemFailures: true,
    maximumRetries: Number.POSITIVE_INFINITY,
    maximumAgeSeconds: Number.POSITIVE_INFINITY,
    failureQueueArn: undefined,
  };
  failures = [];
  reports = [];
  streamClient = createStreamClient(emulator.endpoint, 'us-east-1', {
    accessKeyId: 'a',
    secretAccessKey: 'b',
  });
});

afterEach(() => expect(reports).toEqual([]));

const put = async (...names: string[]): Promise<void> => {
  for (const name of names)
    await client.send(
      new PutItemCommand({
        TableName: mapping.tableName,
        Item: { ...key(name), wanted: { S: name.startsWith('x') ? 'no' : 'yes' } },
      }),
    );
};

const namesOf = ({ Records }: StreamEvent): string[] => Records.map(({ dynamodb }) => dynamodb.NewImage.pk.S);

/** Polls until the function has been invoked `count` times, and returns the names in each event. */
const pollFor = async (
  count: number,
  answer: (event: StreamEvent) => Outcome = () => ({ ok: true, payload: 'null' }),
): Promise<string[][]> => {
  const events: StreamEvent[] = [];
  const { promise, resolve } = Promise.withResolvers<void>();
  const stop = pollStream({
    client: streamClient,
    mapping,
    positionFile: join(directory, `${mapping.tableName}.json`),
    region: 'us-east-1',
    invoke: async (payload) => {
      const event: StreamEvent = JSON.parse(payload);
      events.push(event);
      if (events.length === count) resolve();
      return answer(event);
    },
    sendFailure: async (body) => {
      failures.push(body);
    },
    report: (line) => void reports.push(line),
  });
  await promise;
  await stop();
  for (const { Records } of events)
    for (const { eventSourceARN } of Records) expect(eventSourceARN).toBe(mapping.streamArn);
  return events.map(namesOf);
};

it('passes the records that match a filter, in order and in batches', async () => {
  await put('a', 'x1', 'b', 'c', 'x2', 'd');

  expect(await pollFor(2)).toEqual([['a', 'b', 'c'], ['d']]);
});

it('goes on after a restart where it stopped', async () => {
  passTimeFaster();
  await put('a', 'b', 'x1');
  expect(await pollFor(1)).toEqual([['a', 'b']]);
  await put('x2', 'c');

  expect(await pollFor(1)).toEqual([['c']]);
});

it('retries a batch that failed, in halves, before it passes the next one', async () => {
  passTimeFaster();
  await put('a', 'b', 'c', 'd');
  let faults = 1;

  const events = await pollFor(3, () => {
    faults -= 1;
    return faults >= 0
      ? { ok: false, failure: { errorType: 'Error', errorMessage: 'once' } }
      : { ok: true, payload: 'null' };
  });

  expect(events).toEqual([
    ['a', 'b', 'c'],
    ['a', 'b'],
    ['c', 'd'],
  ]);
});

it('retries from the first record that the function reports as failed', async () => {
  passTimeFaster();
  await put('a', 'b', 'c');
  let isFirst = true;

  const events = await pollFor(2, ({ Records }) => {
    const failed = isFirst ? Records.slice(1, 2) : [];
    isFirst = false;
    const batchItemFailures = failed.map(({ dynamodb }) => ({ itemIdentifier: dynamodb.SequenceNumber }));
    return { ok: true, payload: JSON.stringify({ batchItemFailures }) };
  });

  expect(events[0]).toEqual(['a', 'b', 'c']);
  expect(events[1]?.[0]).toBe('b');
});

const failing = ({ Records }: StreamEvent): Outcome => ({
  ok: true,
  payload: JSON.stringify({
    batchItemFailures: Records.filter(({ dynamodb }) => dynamodb.NewImage.pk.S === 'bad').map(
      ({ dynamodb }) => ({
        itemIdentifier: dynamodb.SequenceNumber,
      }),
    ),
  }),
});

it('passes the next record after the last retry of one that always fails, and reports its position', async () => {
  passTimeFaster();
  mapping = { ...mapping, maximumRetries: 1 };
  await put('a', 'bad', 'b', 'c');

  const events = await pollFor(4, failing);

  expect(events).toEqual([['a', 'bad', 'b'], ['bad'], ['bad'], ['b', 'c']]);
  expect(failures.map((body) => JSON.parse(body))).toMatchObject([
    {
      requestContext: { condition: 'RetryAttemptsExhausted', approximateInvokeCount: 2 },
      DDBStreamBatchInfo: { batchSize: 1, streamArn: mapping.streamArn },
    },
  ]);
});

it('discards a record that is too old when it fails', async () => {
  passTimeFaster();
  mapping = { ...mapping, maximumAgeSeconds: -10 };
  await put('bad', 'b');

  const events = await pollFor(3, failing);

  expect(events).toEqual([['bad', 'b'], ['bad'], ['b']]);
  expect(failures.map((body) => JSON.parse(body).requestContext.condition)).toEqual([
    'MaximumRecordAgeExceeded',
  ]);
});

it('opens a shard once for many reads', async () => {
  passTimeFaster();
  const operations: string[] = [];
  const inner = streamClient;
  streamClient = async (operation, ...rest) => {
    operations.push(operation);
    if (operations.length === 8) await put('a');
    return inner(operation, ...rest);
  };

  expect(await pollFor(1)).toEqual([['a']]);

  expect(operations.slice(0, 4)).toEqual(['ListStreams', 'DescribeStream', 'GetShardIterator', 'GetRecords']);
  expect(new Set(operations.slice(4))).toEqual(new Set(['GetRecords']));
});

it('opens a shard again whose iterator has expired, and loses and repeats no record', async () => {
  passTimeFaster();
  const inner = streamClient;
  let reads = 0;
  streamClient = async (operation, ...rest) => {
    if (operation === 'GetRecords') reads += 1;
    if (operation === 'GetRecords' && reads === 2) {
      await put('c');
      throw new StreamError('ExpiredIteratorException', 'The iterator has expired');
    }
    return inner(operation, ...rest);
  };
  await put('a', 'b');

  expect(await pollFor(2)).toEqual([['a', 'b'], ['c']]);

  expect(reports.splice(0)).toEqual([expect.stringContaining('ExpiredIteratorException')]);
});
