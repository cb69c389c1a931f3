import { randomBytes } from 'node:crypto';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import * as z from 'zod';
import { createAccess } from '../../local/access/access.ts';
import { startDynamoDb } from '../../local/emulators/dynamodb.ts';
import { startS3 } from '../../local/emulators/s3.ts';
import { startSqs } from '../../local/emulators/sqs.ts';
import { type AwsCall, type CallReader, type Exchange, startCountingProxy } from './counting-proxy.ts';

/** Emulators for a stack, whose calls are counted. */
export type CountedServices = {
  /** The environment variables that make a stack use them. */
  readonly environment: Readonly<Record<string, string>>;
  /** Returns the calls since the last time, once there were none for a moment. */
  takeSettled(): Promise<readonly AwsCall[]>;
  /** Returns the calls since the last time. */
  take(): readonly AwsCall[];
  close(): Promise<void>;
};

/** Longer than a worker pauses between its calls for a small document. */
const settledMilliseconds = 1500;

const operationOf = ({ headers }: Exchange): string =>
  String(headers['x-amz-target'] ?? '')
    .split('.')
    .at(-1) ?? '';

const capacity = z.object({ CapacityUnits: z.number().default(0) });
const charged = z.object({ ConsumedCapacity: z.union([capacity, z.array(capacity)]).optional() });

/** The operations whose units read; those of all others write. */
const readOperations: ReadonlySet<string> = new Set(['GetItem', 'BatchGetItem', 'Query', 'Scan']);

/** Whether an operation is one on items; others create the table or read its stream. */
const isData = (operation: string): boolean => /Item|Query|Scan/.test(operation);

const dynamodb: CallReader = {
  prepare: (body) =>
    Buffer.from(JSON.stringify({ ...JSON.parse(body.toString()), ReturnConsumedCapacity: 'TOTAL' })),
  read: (exchange) => {
    const operation = operationOf(exchange);
    if (!isData(operation)) return undefined;
    const { ConsumedCapacity = [] } = charged.parse(JSON.parse(exchange.answer.toString()));
    const units = [ConsumedCapacity].flat().reduce((sum, { CapacityUnits }) => sum + CapacityUnits, 0);
    const reads = readOperations.has(operation);
    return { name: `dynamodb ${operation}`, readUnits: reads ? units : 0, writeUnits: reads ? 0 : units };
  },
};

const uncharged = { readUnits: 0, writeUnits: 0 };

const s3: CallReader = {
  read: ({ method, url, headers }) => {
    // Only calls on objects; those on buckets create them.
    if (url.split('?')[0]?.split('/').length === 2) return undefined;
    const name = method === 'PUT' && headers['x-amz-copy-source'] !== undefined ? 'COPY' : method;
    return { name: `s3 ${name}`, ...uncharged };
  },
};

const sqs: CallReader = {
  read: (exchange) => {
    const operation = operationOf(exchange);
    const isEmpty = operation === 'ReceiveMessage' && !exchange.answer.includes('"Messages":[{');
    return isEmpty || !/Message/.test(operation) ? undefined : { name: `sqs ${operation}`, ...uncharged };
  },
};

/** Starts emulators with their data in a folder. */
export const startCountedServices = async (directory: string): Promise<CountedServices> => {
  const accessKeyId = `AKIA${randomBytes(8).toString('hex').toUpperCase()}`;
  const secretAccessKey = randomBytes(20).toString('hex');
  const access = createAccess({ accessKeyId, secretAccessKey });
  let calls: AwsCall[] = [];
  const report = (call: AwsCall): void => void calls.push(call);
  const [table, bucket, queues] = await Promise.all([
    startDynamoDb({ directory: join(directory, 'dynamodb') }).then((it) =>
      startCountingProxy(it, dynamodb, report),
    ),
    startS3({ directory: join(directory, 's3'), access }).then((it) => startCountingProxy(it, s3, report)),
    startSqs({ directory: join(directory, 'sqs') }).then((it) => startCountingProxy(it, sqs, report)),
  ]);
  const take = (): readonly AwsCall[] => {
    const taken = calls;
    calls = [];
    return taken;
  };
  return {
    environment: {
      AWS_ENDPOINT_URL_DYNAMODB: table.endpoint,
      AWS_ENDPOINT_URL_S3: bucket.endpoint,
      AWS_ENDPOINT_URL_SQS: queues.endpoint,
      AWS_ACCESS_KEY_ID: accessKeyId,
      AWS_SECRET_ACCESS_KEY: secretAccessKey,
    },
    take,
    takeSettled: async () => {
      for (let before = -1; before !== calls.length; ) {
        before = calls.length;
        await delay(settledMilliseconds);
      }
      return take();
    },
    close: async () => {
      await Promise.all([table.close(), bucket.close(), queues.close()]);
    },
  };
};
