import { randomBytes, randomUUID } from 'node:crypto';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { Access } from './access/access.ts';
import { checkSignature } from './access/check-signature.ts';
import { listenOnLoopback } from './emulators/loopback.ts';
import { isThrottled } from './function-host/concurrency.ts';
import { readBody } from './gateway/body.ts';
import type { InjectedFaults } from './injected-faults.ts';
import { asynchronousPayloadBytes, invocationPayloadBytes } from './quotas.ts';
import type { RunningFunctions } from './run-functions.ts';
import { numberOf, recordOf } from './template/json.ts';
import type { Place } from './template/local-values.ts';

type Functions = Pick<RunningFunctions, 'invoke' | 'reserveConcurrency'> &
  Partial<Pick<InjectedFaults, 'set'>>;

/** Returns why a request may not do this to a function. */
type DenialOf = (
  request: IncomingMessage,
  body: Buffer,
  action: string,
  functionName: string,
) => string | undefined;

/** The control server. */
type Control = {
  /** For functions, which sign their requests. */
  readonly endpoint: string;
  /** For tools and tests. */
  readonly secretEndpoint: string;
  /** Sets the functions. Before that, there are none. */
  serve(functions: Functions): void;
  close(): Promise<void>;
};

/**
 * Serves a part of Lambda's API on a free port of 127.0.0.1.
 *
 * `POST /2015-03-31/functions/{name}/invocations` with the invocation types RequestResponse and Event, and `PUT` and
 * `DELETE /2017-10-31/functions/{name}/concurrency`. Also `PUT /faults`, which is not of Lambda: see `InjectedFaults`. Requests are signed and authorized; those of
 * tools and tests have a secret path instead, which other users of the machine do not know. Requests of web pages, which have an Origin
 * header, are rejected.
 * https://docs.aws.amazon.com/lambda/latest/api/API_Invoke.html
 * https://docs.aws.amazon.com/lambda/latest/api/API_PutFunctionConcurrency.html
 */
export async function listenControl(access: Access, { region, accountId }: Place): Promise<Control> {
  const secretPath = `/${randomBytes(24).toString('base64url')}`;
  let functions: Functions = { invoke: () => undefined, reserveConcurrency: () => false };
  const denialOf: DenialOf = (request, body, action, name) => {
    const signed = checkSignature(request, body, 'lambda', access, Date.now());
    if ('refusal' in signed) return signed.message;
    const resource = `arn:aws:lambda:${region}:${accountId}:function:${name}`;
    return access.authorize(signed.principal, [{ action, resource }])?.message;
  };
  const server = createServer((request, response) => {
    const { url = '' } = request;
    const isSecret = url.startsWith(`${secretPath}/`);
    if (isSecret) request.url = url.slice(secretPath.length);
    const check = isSecret ? () => undefined : denialOf;
    handle(request, response, functions, check).catch(() => response.destroy());
  });
  const endpoint = await listenOnLoopback(server, 0);
  return {
    endpoint,
    secretEndpoint: `${endpoint}${secretPath}`,
    serve: (served) => {
      functions = served;
    },
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
  const isEvent = request.headers['x-amz-invocation-type'] === 'Event';
  const bytes = Buffer.byteLength(payload);
  if (isEvent && bytes > asynchronousPayloadBytes) {
    return refuse(
      413,
      'RequestTooLargeException',
      `${bytes} byte payload is too large for the Event invocation type (limit ${asynchronousPayloadBytes} bytes)`,
    );
  }
  const invocation = functions.invoke(name, payload, requestId);
  if (invocation === undefined) return refuse(404, 'ResourceNotFoundException', noFunction(name));
  if (isEvent) return send(response, 202, '');
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

const setFaults: Operation = (_name, payload, { response, functions, refuse }) => {
  try {
    functions.set?.(JSON.parse(payload));
    send(response, 204, '');
  } catch (error) {
    refuse(400, 'InvalidParameterValueException', error instanceof Error ? error.message : String(error));
  }
};

const operations: readonly { action: string; method: string; path: RegExp; run: Operation }[] = [
  {
    action: 'lambda:InvokeFunction',
    method: 'POST',
    path: /^\/2015-03-31\/functions\/([^/]+)\/invocations\/?(?:\?.*)?$/,
    run: invoke,
  },
  {
    action: 'lambda:PutFunctionConcurrency',
    method: 'PUT',
    path: /^\/2017-10-31\/functions\/([^/]+)\/concurrency$/,
    run: putConcurrency,
  },
  {
    action: 'lambda:DeleteFunctionConcurrency',
    method: 'DELETE',
    path: /^\/2017-10-31\/functions\/([^/]+)\/concurrency$/,
    run: deleteConcurrency,
  },
  // No policy allows this action, so only tools and tests can.
  { action: 'docforge:SetFaults', method: 'PUT', path: /^\/faults$/, run: setFaults },
];

async function handle(
  request: IncomingMessage,
  response: ServerResponse,
  functions: Functions,
  denialOf: DenialOf,
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
  const name = decodeURIComponent(operation.path.exec(url)?.[1] ?? '');
  const denial = denialOf(request, body, operation.action, name);
  if (denial !== undefined) return refuse(403, 'AccessDeniedException', denial);
  const payload = body.length === 0 ? '{}' : body.toString('utf8');
  if (!isJson(payload)) return refuse(400, 'InvalidRequestContentException', 'The payload is not JSON');
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
