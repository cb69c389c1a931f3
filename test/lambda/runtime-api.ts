import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import { text } from 'node:stream/consumers';
import { listenOnLoopback } from '../../local/emulators/loopback.ts';
import type { Outcome } from '../../local/function-host/host.ts';
import type { FunctionFailure } from '../../local/function-host/messages.ts';

/** An invocation that waits for the runtime client. */
type Invocation = {
  readonly id: string;
  readonly payload: string;
  readonly settle: (outcome: Outcome) => void;
};

/** The runtime API of one runtime client. */
type RuntimeApi = {
  /** Host and port, for AWS_LAMBDA_RUNTIME_API. */
  readonly address: string;
  /** Hands an event, JSON text, to the runtime client and resolves when it has answered. */
  invoke(id: string, payload: string): Promise<Outcome>;
  /** Invocations without an outcome yet. */
  pending(): number;
  /** Fails the pending invocation and all later ones. */
  fail(failure: FunctionFailure): void;
  close(): Promise<void>;
};

/**
 * Lambda's Runtime API for one execution environment, on a free port of 127.0.0.1: one invocation at a time.
 *
 * https://docs.aws.amazon.com/lambda/latest/dg/runtimes-api.html
 */
export async function startRuntimeApi(options: {
  readonly functionArn: string;
  readonly timeoutSeconds: number;
}): Promise<RuntimeApi> {
  const queued: Invocation[] = [];
  const running = new Map<string, Invocation>();
  let poll: ServerResponse | undefined;
  let failure: FunctionFailure | undefined;

  const deliver = (): void => {
    if (poll === undefined || queued.length === 0) return;
    const [response, invocation] = [poll, queued.shift()];
    poll = undefined;
    if (invocation === undefined) return;
    running.set(invocation.id, invocation);
    response.writeHead(200, {
      'content-type': 'application/json',
      'lambda-runtime-aws-request-id': invocation.id,
      'lambda-runtime-deadline-ms': String(Date.now() + options.timeoutSeconds * 1000),
      'lambda-runtime-invoked-function-arn': options.functionArn,
      'lambda-runtime-trace-id': 'Root=1-00000000-000000000000000000000000;Sampled=0',
    });
    response.end(invocation.payload);
  };
  const settle = (id: string, outcome: Outcome): void => {
    running.get(id)?.settle(outcome);
    running.delete(id);
  };
  const fail = (reason: FunctionFailure): void => {
    failure = reason;
    for (const { settle: end } of [...running.values(), ...queued.splice(0)])
      end({ ok: false, failure: reason });
    running.clear();
  };
  const handle = async (request: IncomingMessage, response: ServerResponse): Promise<void> => {
    const path = (request.url ?? '').replace('/2018-06-01/runtime/', '');
    if (path === 'invocation/next') {
      poll = response;
      return deliver();
    }
    const body = await text(request);
    const [, id = '', end] = path.split('/');
    if (path === 'init/error') fail(readFailure(body));
    else if (end === 'response') settle(id, { ok: true, payload: body });
    else if (end === 'error') settle(id, { ok: false, failure: readFailure(body) });
    response.writeHead(202, { 'content-type': 'application/json' }).end('{"status":"OK"}');
  };
  const server = createServer((request, response) => {
    handle(request, response).catch(() => response.destroy());
  });
  const endpoint = await listenOnLoopback(server, 0);
  return {
    address: new URL(endpoint).host,
    invoke: (id, payload) => {
      if (failure !== undefined) return Promise.resolve({ ok: false, failure });
      const { promise, resolve } = Promise.withResolvers<Outcome>();
      queued.push({ id, payload, settle: resolve });
      deliver();
      return promise;
    },
    pending: () => queued.length + running.size,
    fail,
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
}

function readFailure(body: string): FunctionFailure {
  const { errorType, errorMessage, trace, stackTrace } = JSON.parse(body);
  return { errorType, errorMessage, trace: trace ?? stackTrace ?? [] };
}
