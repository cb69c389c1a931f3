import { randomBytes } from 'node:crypto';
import type { IncomingMessage } from 'node:http';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { recordOf } from '../../lib/record-of.ts';
import { createAccess } from '../../local/access/access.ts';
import { startDynamoDb } from '../../local/emulators/dynamodb.ts';
import type { Emulator } from '../../local/emulators/loopback.ts';
import { startS3 } from '../../local/emulators/s3.ts';
import { startSqs } from '../../local/emulators/sqs.ts';
import type { Random } from '../fuzz/random.ts';
import { type Answer, startForwardingServer } from '../support/forwarding-server.ts';

/**
 * What happens to a call: it fails, is throttled, works but its answer is lost, or is answered late; it fails with the next ones, for longer
 * than the SDK repeats it; or it works, and the function that sent it is killed, or frozen for longer than a lease.
 */
const faultKinds = ['failed', 'throttled', 'lost answer', 'late', 'outage', 'killed', 'frozen'] as const;

export type FaultKind = (typeof faultKinds)[number];

/** The calls of the functions. Those of queues and streams to the functions belong to Lambda. */
const callsOfFunctions =
  /^(GetItem|PutItem|UpdateItem|DeleteItem|Query|BatchGetItem|TransactWriteItems|SendMessage|S3 (GET|PUT|DELETE))$/;

/** Longer than the SDK waits for an answer. */
const lateMs = 5000;

/** Calls of an operation that fail in a row: more than two that the SDK repeats four times. */
const outageCalls = 12;

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
 * @param interrupt kills or freezes the process that sent a call from this port
 */
export const startFaultyServices = async (
  directory: string,
  every: number,
  random: Random,
  interrupt: (port: number, fault: 'killed' | 'frozen') => Promise<void>,
): Promise<FaultyServices> => {
  const accessKeyId = `AKIA${randomBytes(8).toString('hex').toUpperCase()}`;
  const secretAccessKey = randomBytes(20).toString('hex');
  const access = createAccess({ accessKeyId, secretAccessKey });
  const counts = new Map<string, Record<FaultKind, number>>();
  const due = new Map<string, { left: number; next: number; failing: number }>();
  let isFaulty = false;

  const faultOf = (operation: string): FaultKind | undefined => {
    if (!isFaulty || !callsOfFunctions.test(operation)) return undefined;
    const plan = due.get(operation) ?? {
      left: 1 + random.below(every),
      next: random.below(faultKinds.length),
      failing: 0,
    };
    due.set(operation, plan);
    if (plan.failing > 0) {
      plan.failing -= 1;
      return 'outage';
    }
    plan.left -= 1;
    if (plan.left > 0) return undefined;
    plan.left = 1 + random.below(2 * every);
    const kind = faultKinds[plan.next % faultKinds.length] ?? 'failed';
    plan.next += 1;
    plan.failing = kind === 'outage' ? outageCalls - 1 : 0;
    const count = counts.get(operation) ?? recordOf(faultKinds, () => 0);
    counts.set(operation, { ...count, [kind]: count[kind] + 1 });
    return kind;
  };

  const proxy = (emulator: Emulator): Promise<Emulator> =>
    startForwardingServer(emulator, async (incoming, body, forward) => {
      const fault = faultOf(operationOf(incoming));
      if (fault === 'throttled') return refuse(incoming, 'throttled');
      if (fault === 'failed' || fault === 'outage') return refuse(incoming, 'failed');
      const answer = await forward(body);
      if (fault === 'lost answer') return undefined;
      if (fault === 'late') await pause(lateMs);
      if (fault === 'killed' || fault === 'frozen') await interrupt(incoming.socket.remotePort ?? 0, fault);
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
