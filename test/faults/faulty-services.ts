import { randomBytes } from 'node:crypto';
import type { IncomingMessage } from 'node:http';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { createAccess } from '../../local/access/access.ts';
import { startDynamoDb } from '../../local/emulators/dynamodb.ts';
import type { Emulator } from '../../local/emulators/loopback.ts';
import { startS3 } from '../../local/emulators/s3.ts';
import { startSqs } from '../../local/emulators/sqs.ts';
import type { Random } from '../fuzz/random.ts';
import { type Answer, startForwardingServer } from '../support/forwarding-server.ts';

/** What happens to a call: it fails, is throttled, works but its answer is lost, or is answered after a freeze. */
const faultKinds = ['failed', 'throttled', 'lost answer', 'frozen'] as const;

export type FaultKind = (typeof faultKinds)[number];

/** The calls of the functions. Those of queues and streams to the functions belong to Lambda. */
const callsOfFunctions =
  /^(GetItem|PutItem|UpdateItem|DeleteItem|Query|BatchGetItem|TransactWriteItems|SendMessage|S3 (GET|PUT|DELETE))$/;

/** Longer than the SDK waits for an answer. */
const frozenMs = 5000;

const operationOf = ({ method, url = '/', headers }: IncomingMessage): string => {
  const target = headers['x-amz-target'];
  if (typeof target === 'string') return target.slice(target.indexOf('.') + 1);
  // Calls on buckets have a path of one member.
  return url.split('?')[0]?.split('/').length === 2 ? 'bucket' : `S3 ${method}`;
};

const refusals = {
  DynamoDB: { failed: [500, 'InternalServerError'], throttled: [400, 'ThrottlingException'] },
  AmazonSQS: { failed: [500, 'InternalFailure'], throttled: [400, 'RequestThrottled'] },
  S3: { failed: [500, 'InternalError'], throttled: [503, 'SlowDown'] },
} as const;

const refuse = ({ headers }: IncomingMessage, kind: 'failed' | 'throttled'): Answer => {
  const target = String(headers['x-amz-target'] ?? 'S3');
  const service = target.startsWith('DynamoDB') ? 'DynamoDB' : target === 'S3' ? 'S3' : 'AmazonSQS';
  const [status, code] = refusals[service][kind];
  const message = 'Refused by the test.';
  const isS3 = service === 'S3';
  return {
    status,
    headers: { 'content-type': isS3 ? 'application/xml' : 'application/x-amz-json-1.0' },
    body: isS3
      ? `<Error><Code>${code}</Code><Message>${message}</Message></Error>`
      : JSON.stringify({ __type: `com.amazonaws#${code}`, message }),
  };
};

/** AWS services for a stack whose calls go wrong. */
export type FaultyServices = {
  /** The variables that make a stack use them. */
  readonly variables: Readonly<Record<string, string>>;
  /** Whether faults happen. At first, none does. */
  setFaulty(isFaulty: boolean): void;
  /** How often each fault has happened to each operation. */
  readonly counts: ReadonlyMap<string, Readonly<Record<FaultKind, number>>>;
  close(): Promise<void>;
};

/**
 * Starts emulators whose calls go wrong: of each operation, about one in `every`, with each fault in turn.
 *
 * @param random decides after how many calls of an operation the next fault happens
 */
export const startFaultyServices = async (
  directory: string,
  every: number,
  random: Random,
): Promise<FaultyServices> => {
  const accessKeyId = `AKIA${randomBytes(8).toString('hex').toUpperCase()}`;
  const secretAccessKey = randomBytes(20).toString('hex');
  const access = createAccess({ accessKeyId, secretAccessKey });
  const counts = new Map<string, Record<FaultKind, number>>();
  const due = new Map<string, { left: number; next: number }>();
  let isFaulty = false;

  const faultOf = (operation: string): FaultKind | undefined => {
    if (!isFaulty || !callsOfFunctions.test(operation)) return undefined;
    const plan = due.get(operation) ?? {
      left: 1 + random.below(every),
      next: random.below(faultKinds.length),
    };
    due.set(operation, plan);
    plan.left -= 1;
    if (plan.left > 0) return undefined;
    plan.left = 1 + random.below(2 * every);
    const kind = faultKinds[plan.next % faultKinds.length] ?? 'failed';
    plan.next += 1;
    const count = counts.get(operation) ?? { failed: 0, throttled: 0, 'lost answer': 0, frozen: 0 };
    counts.set(operation, { ...count, [kind]: count[kind] + 1 });
    return kind;
  };

  const proxy = (emulator: Emulator): Promise<Emulator> =>
    startForwardingServer(emulator, async (incoming, body, forward) => {
      const fault = faultOf(operationOf(incoming));
      if (fault === 'failed' || fault === 'throttled') return refuse(incoming, fault);
      const answer = await forward(body);
      if (fault === 'lost answer') return undefined;
      if (fault === 'frozen') await pause(frozenMs);
      return answer;
    });

  const [table, bucket, queues] = await Promise.all([
    startDynamoDb({ directory: join(directory, 'dynamodb') }).then(proxy),
    startS3({ directory: join(directory, 's3'), access }).then(proxy),
    startSqs({ directory: join(directory, 'sqs') }).then(proxy),
  ]);
  return {
    variables: {
      AWS_ENDPOINT_URL_DYNAMODB: table.endpoint,
      AWS_ENDPOINT_URL_S3: bucket.endpoint,
      AWS_ENDPOINT_URL_SQS: queues.endpoint,
      AWS_ACCESS_KEY_ID: accessKeyId,
      AWS_SECRET_ACCESS_KEY: secretAccessKey,
    },
    setFaulty: (next) => {
      isFaulty = next;
    },
    counts,
    close: async () => {
      await Promise.all([table.close(), bucket.close(), queues.close()]);
    },
  };
};
