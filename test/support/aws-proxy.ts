import { createServer, request as forward, type IncomingMessage, type ServerResponse } from 'node:http';
import { buffer } from 'node:stream/consumers';
import { listenOnLoopback } from '../../local/emulators/loopback.ts';

/** One HTTP request that an AWS client sent. */
export type AwsCall = {
  /** DynamoDB's and SQS's operation; of S3 the method and the path, with `…` for the random part of ids. */
  readonly operation: string;
  readonly body: Buffer;
};

/** A proxy between AWS clients and an emulator. */
export type AwsProxy = {
  readonly endpoint: string;
  /** Executes the next call of an operation, then drops the connection instead of responding. */
  loseAnswer(operation: string | RegExp): void;
  close(): Promise<void>;
};

const operationOf = ({ method, url = '/', headers }: IncomingMessage): string => {
  const target = headers['x-amz-target'];
  if (typeof target === 'string') return target.slice(target.indexOf('.') + 1);
  return `${method} ${new URL(url, 'http://s3').pathname.replace(/_[0-9A-Z]{26}/g, '_…')}`;
};

/** Forwards everything to an emulator as it came, Host header included, and notes each call. */
export const startAwsProxy = async (target: string, calls: AwsCall[]): Promise<AwsProxy> => {
  const { hostname, port } = new URL(target);
  let lost: string | RegExp | undefined;

  const isLost = (operation: string): boolean => {
    const matches = typeof lost === 'string' ? lost === operation : lost?.test(operation) === true;
    if (matches) lost = undefined;
    return matches;
  };

  const pass = async (request: IncomingMessage, response: ServerResponse): Promise<void> => {
    const operation = operationOf(request);
    const body = await buffer(request);
    calls.push({ operation, body });
    const { promise, resolve, reject } = Promise.withResolvers<IncomingMessage>();
    forward({ hostname, port, method: request.method, path: request.url, headers: request.headers }, resolve)
      .on('error', reject)
      .end(body);
    const answer = await promise;
    const bytes = await buffer(answer);
    if (isLost(operation)) {
      request.socket.destroy();
      return;
    }
    response.writeHead(answer.statusCode ?? 502, answer.headers).end(bytes);
  };

  const server = createServer((request, response) => {
    pass(request, response).catch(() => request.socket.destroy());
  });
  return {
    endpoint: await listenOnLoopback(server, 0),
    loseAnswer: (operation) => {
      lost = operation;
    },
    close: async () => {
      const closed = new Promise((resolve) => server.close(resolve));
      server.closeAllConnections();
      await closed;
    },
  };
};
