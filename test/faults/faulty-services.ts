import { randomBytes } from 'node:crypto';
import { createServer, type IncomingMessage, request, type ServerResponse } from 'node:http';
import { join } from 'node:path';
import { buffer } from 'node:stream/consumers';
import { setTimeout as pause } from 'node:timers/promises';
import { createAccess } from '../../local/access/access.ts';
import { startDynamoDb } from '../../local/emulators/dynamodb.ts';
import { type Emulator, listenOnLoopback } from '../../local/emulators/loopback.ts';
import { startS3 } from '../../local/emulators/s3.ts';
import { startSqs } from '../../local/emulators/sqs.ts';
import type { Random } from '../fuzz/random.ts';

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

const refuse = (
  { headers }: IncomingMessage,
  response: ServerResponse,
  kind: 'failed' | 'throttled',
): void => {
  const target = String(headers['x-amz-target'] ?? 'S3');
  const service = target.startsWith('DynamoDB') ? 'DynamoDB' : target === 'S3' ? 'S3' : 'AmazonSQS';
  const [status, code] = refusals[service][kind];
  const message = 'Refused by the test.';
  response.writeHead(status, {
    'content-type': service === 'S3' ? 'application/xml' : 'application/x-amz-json-1.0',
  });
  response.end(
    service === 'S3'
      ? `<Error><Code>${code}</Code><Message>${message}</Message></Error>`
      : JSON.stringify({ __type: `com.amazonaws#${code}`, message }),
  );
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

  const proxy = async (emulator: Emulator): Promise<Emulator> => {
    const { hostname, port } = new URL(emulator.endpoint);
    const pass = async (incoming: IncomingMessage, outgoing: ServerResponse): Promise<void> => {
      const body = await buffer(incoming);
      const fault = faultOf(operationOf(incoming));
      if (fault === 'failed' || fault === 'throttled') return refuse(incoming, outgoing, fault);
      const { promise, resolve, reject } = Promise.withResolvers<IncomingMessage>();
      const { 'transfer-encoding': _, expect: __, ...headers } = incoming.headers;
      request({
        hostname,
        port,
        method: incoming.method,
        path: incoming.url,
        headers: {
          ...headers,
          ...emulator.headers,
          ...(body.length > 0 ? { 'content-length': body.length } : {}),
        },
      })
        .on('response', resolve)
        .on('error', reject)
        .end(body);
      const answer = await promise;
      const bytes = await buffer(answer);
      if (fault === 'lost answer') {
        incoming.socket.destroy();
        return;
      }
      if (fault === 'frozen') await pause(frozenMs);
      outgoing.writeHead(answer.statusCode ?? 502, answer.headers);
      outgoing.end(incoming.method === 'HEAD' ? undefined : bytes);
    };
    const server = createServer((incoming, outgoing) => {
      pass(incoming, outgoing).catch(() => incoming.socket.destroy());
    });
    return {
      endpoint: await listenOnLoopback(server, 0),
      close: async () => {
        server.closeAllConnections();
        server.close();
        await emulator.close();
      },
    };
  };

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
