import { randomBytes, randomUUID } from 'node:crypto';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import { listenOnLoopback } from './emulators/loopback.ts';
import { isThrottled } from './function-host/concurrency.ts';
import { readBody } from './gateway/body.ts';
import { invocationPayloadBytes } from './quotas.ts';
import type { RunningFunctions } from './run-functions.ts';
import { numberOf, recordOf } from './template/json.ts';

type Functions = Pick<RunningFunctions, 'invoke' | 'reserveConcurrency'>;

/** The control server. */
type Control = { readonly endpoint: string; close(): Promise<void> };

/**
 * Serves a part of Lambda's API on a free port of 127.0.0.1, for tools and tests.
 *
 * `POST /2015-03-31/functions/{name}/invocations` with the invocation types RequestResponse and Event, and `PUT` and
 * `DELETE /2017-10-31/functions/{name}/concurrency`. Requests need no signature, but the endpoint contains a secret path that
 * other users of the machine do not know. Requests of web pages, which have an Origin header, are rejected.
 * https://docs.aws.amazon.com/lambda/latest/api/API_Invoke.html
 * https://docs.aws.amazon.com/lambda/latest/api/API_PutFunctionConcurrency.html
 */
export async function listenControl(functions: Functions): Promise<Control> {
  const secretPath = `/${randomBytes(24).toString('base64url')}`;
  const server = createServer((request, response) => {
    const { url = '' } = request;
    request.url = url.startsWith(`${secretPath}/`) ? url.slice(secretPath.length) : '';
    handle(request, response, functions).catch(() => response.destroy());
  });
  return {
    endpoint: `${await listenOnLoopback(server, 0)}${secretPath}`,
    close: () =>
      new Promise((done) => {
        server.close(() => done());
        server.closeAllConnections();
      }),
  };
}

type Refuse = (status: number, type: string, message: string) => void;
type Operation = (
  name: string,
  payload: string,
  context: {
    readonly request: IncomingMessage;
    readonly response: ServerResponse;
    readonly functions: Functions;
    readonly requestId: string;
    readonly refuse: Refuse;
  },
) => Promise<void> | void;

const invoke: Operation = async (name, payload, { request, response, functions, requestId, refuse }) => {
  const invocation = functions.invoke(name, payload, requestId);
  if (invocation === undefined) return refuse(404, 'ResourceNotFoundException', noFunction(name));
  if (request.headers['x-amz-invocation-type'] === 'Event') return send(response, 202, '');
  const outcome = await invocation;
  if (!outcome.ok && isThrottled(outcome)) {
    return refuse(429, outcome.failure.errorType, outcome.failure.errorMessage);
  }
  response.setHeader('x-amz-executed-version', '$LATEST');
  if (outcome.ok) return send(response, 200, outcome.payload);
  response.setHeader('x-amz-function-error', 'Unhandled');
  send(response, 200, JSON.stringify(outcome.failure));
};

const putConcurrency: Operation = (name, payload, { response, functions, refuse }) => {
  const limit = numberOf(recordOf(JSON.parse(payload)).ReservedConcurrentExecutions);
  if (limit === undefined || !Number.isInteger(limit) || limit < 0) {
    return refuse(
      400,
      'InvalidParameterValueException',
      'ReservedConcurrentExecutions must be an integer of at least 0',
    );
  }
  if (!functions.reserveConcurrency(name, limit)) {
    return refuse(404, 'ResourceNotFoundException', noFunction(name));
  }
  send(response, 200, JSON.stringify({ ReservedConcurrentExecutions: limit }));
};

const deleteConcurrency: Operation = (name, _payload, { response, functions, refuse }) => {
  if (!functions.reserveConcurrency(name, undefined)) {
    return refuse(404, 'ResourceNotFoundException', noFunction(name));
  }
  send(response, 204, '');
};

const operations: readonly { method: string; path: RegExp; run: Operation }[] = [
  { method: 'POST', path: /^\/2015-03-31\/functions\/([^/]+)\/invocations\/?(?:\?.*)?$/, run: invoke },
  { method: 'PUT', path: /^\/2017-10-31\/functions\/([^/]+)\/concurrency$/, run: putConcurrency },
  { method: 'DELETE', path: /^\/2017-10-31\/functions\/([^/]+)\/concurrency$/, run: deleteConcurrency },
];

async function handle(
  request: IncomingMessage,
  response: ServerResponse,
  functions: Functions,
): Promise<void> {
  const requestId = randomUUID();
  response.setHeader('x-amzn-requestid', requestId);
  const refuse: Refuse = (status, type, message) => {
    response.setHeader('x-amzn-errortype', type);
    send(response, status, JSON.stringify({ Type: 'User', Message: message }));
  };
  const url = request.url ?? '';
  const operation = operations.find(({ method, path }) => request.method === method && path.test(url));
  if (operation === undefined || request.headers.origin !== undefined) {
    return refuse(403, 'AccessDeniedException', 'This operation is not supported');
  }
  const body = await readBody(request, invocationPayloadBytes);
  if (body === 'aborted') return;
  if (body === 'too-large') {
    return refuse(
      413,
      'RequestTooLargeException',
      `The payload is larger than ${invocationPayloadBytes} bytes`,
    );
  }
  const payload = body.length === 0 ? '{}' : body.toString('utf8');
  if (!isJson(payload)) return refuse(400, 'InvalidRequestContentException', 'The payload is not JSON');
  const name = decodeURIComponent(operation.path.exec(url)?.[1] ?? '');
  await operation.run(name, payload, { request, response, functions, requestId, refuse });
}

const noFunction = (name: string): string => `Function not found: ${name}`;

function send(response: ServerResponse, status: number, body: string): void {
  response.statusCode = status;
  response.setHeader('content-type', 'application/json');
  response.end(body);
}

function isJson(text: string): boolean {
  try {
    JSON.parse(text);
    return true;
  } catch {
    return false;
  }
}
