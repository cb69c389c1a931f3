import type { IncomingMessage } from 'node:http';
import { type Answer, startForwardingServer } from './forwarding-server.ts';

/** One HTTP request that an AWS client sent. */
export type AwsCall = {
  /** DynamoDB's and SQS's operation; of S3 the method and the path, with `…` for the random part of ids. */
  readonly operation: string;
  readonly body: Buffer;
  /** The write units that DynamoDB charges for it, with those of the index, once it is answered. */
  writeUnits: number;
};

/** A proxy between AWS clients and an emulator. */
export type AwsProxy = {
  readonly endpoint: string;
  /** Executes the next calls of an operation after `skip` others, but drops the connection instead of responding. */
  loseAnswer(operation: string | RegExp, skip?: number, times?: number): void;
  /** Responds to the next calls of an operation with this error, without executing them. */
  refuse(
    operation: string | RegExp,
    code: string,
    on?: { readonly skip?: number; readonly times?: number },
  ): void;
  /** Never responds to the next call of an operation, and does not execute it. */
  stall(operation: string | RegExp): void;
  close(): Promise<void>;
};

/** An operation, how many of its calls are still treated as usual, and how many differently after them. */
type Rule = { readonly operation: string | RegExp; skip: number; left: number };

const applies = (rule: Rule | undefined, operation: string): boolean => {
  if (rule === undefined || rule.left === 0) return false;
  const matches =
    typeof rule.operation === 'string' ? rule.operation === operation : rule.operation.test(operation);
  if (!matches) return false;
  if (rule.skip > 0) {
    rule.skip -= 1;
    return false;
  }
  rule.left -= 1;
  return true;
};

/** Statuses of errors other than 400. */
const statuses: Readonly<Record<string, number>> = { SlowDown: 503, InternalServerError: 500 };

/** An error as DynamoDB and SQS report it, or as S3 does. */
const refusalBody = ({ headers }: IncomingMessage, code: string): string =>
  headers['x-amz-target'] === undefined
    ? `<Error><Code>${code}</Code><Message>Refused by the test.</Message></Error>`
    : JSON.stringify({ __type: `com.amazonaws#${code}`, message: 'Refused by the test.' });

const operationOf = ({ method, url = '/', headers }: IncomingMessage): string => {
  const target = headers['x-amz-target'];
  if (typeof target === 'string') return target.slice(target.indexOf('.') + 1);
  return `${method} ${new URL(url, 'http://s3').pathname.replace(/_[0-9A-Z]{26}/g, '_…')}`;
};

/** DynamoDB's operations that write items. */
const isItemWrite = (operation: string): boolean =>
  /^(Put|Update|Delete|TransactWrite)Items?$/.test(operation);

/** The same request, which also asks for the units that it consumes. */
const withCapacity = (body: Buffer): Buffer =>
  Buffer.from(JSON.stringify({ ...JSON.parse(body.toString()), ReturnConsumedCapacity: 'TOTAL' }));

type Capacity = { readonly CapacityUnits: number };

/** The write units of a response. Errors state none: a refused write costs one, a cancelled transaction two for each item. */
const writeUnitsOf = (body: Buffer, { status, body: answer }: Answer): number => {
  const { TransactItems = [] }: { TransactItems?: unknown[] } = JSON.parse(body.toString());
  if (status !== 200) return Math.max(1, 2 * TransactItems.length);
  const { ConsumedCapacity = [] }: { ConsumedCapacity?: Capacity | Capacity[] } = JSON.parse(
    answer.toString(),
  );
  return [ConsumedCapacity].flat().reduce((sum, { CapacityUnits }) => sum + CapacityUnits, 0);
};

/** Forwards everything to an emulator as it came, Host header included, and notes each call. */
export const startAwsProxy = async (target: string, calls: AwsCall[]): Promise<AwsProxy> => {
  let lost: Rule | undefined;
  let stalled: Rule | undefined;
  let refused: (Rule & { readonly code: string }) | undefined;

  const { endpoint, close } = await startForwardingServer(
    { endpoint: target, close: async () => undefined },
    async (request, body, forward) => {
      const operation = operationOf(request);
      const call: AwsCall = { operation, body, writeUnits: 0 };
      calls.push(call);
      if (applies(stalled, operation)) return new Promise(() => undefined);
      if (refused !== undefined && applies(refused, operation))
        return {
          status: statuses[refused.code] ?? 400,
          headers: { 'content-type': 'application/x-amz-json-1.0' },
          body: refusalBody(request, refused.code),
        };
      const answer = await forward(isItemWrite(operation) ? withCapacity(body) : body);
      if (isItemWrite(operation)) call.writeUnits = writeUnitsOf(body, answer);
      return applies(lost, operation) ? undefined : answer;
    },
  );
  return {
    endpoint,
    close,
    loseAnswer: (operation, skip = 0, times = 1) => {
      lost = { operation, skip, left: times };
    },
    stall: (operation) => {
      stalled = { operation, skip: 0, left: 1 };
    },
    refuse: (operation, code, { skip = 0, times = 1 } = {}) => {
      refused = { operation, code, skip, left: times };
    },
  };
};
