import { randomUUID } from 'node:crypto';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import { listenOnLoopback } from './emulators/loopback.ts';
import type { Outcome } from './function-host/host.ts';
import { readBody } from './gateway/body.ts';

/** Lambda's greatest synchronous event, in bytes. */
const maxPayloadBytes = 6_291_556;

const route = /^\/2015-03-31\/functions\/([^/]+)\/invocations\/?(?:\?.*)?$/;

/** The control server and how it ends. */
export type Control = { readonly endpoint: string; close(): Promise<void> };

/**
 * Lambda's Invoke API on a free port of 127.0.0.1, for tools and tests: `POST /2015-03-31/functions/{name}/invocations`.
 *
 * Knows the invocation types RequestResponse, Event and DryRun. Requests are not signed; a web page cannot send one,
 * because what comes with an Origin is refused.
 * https://docs.aws.amazon.com/lambda/latest/api/API_Invoke.html
 */
export async function listenControl(
  invoke: (functionName: string, payload: string, requestId: string) => Promise<Outcome> | undefined,
): Promise<Control> {
  const server = createServer((request, response) => {
    handle(request, response, invoke).catch(() => response.destroy());
  });
  return {
    endpoint: await listenOnLoopback(server, 0),
    close: () =>
      new Promise((done) => {
        server.close(() => done());
        server.closeAllConnections();
      }),
  };
}

async function handle(
  request: IncomingMessage,
  response: ServerResponse,
  invoke: (functionName: string, payload: string, requestId: string) => Promise<Outcome> | undefined,
): Promise<void> {
  const requestId = randomUUID();
  response.setHeader('x-amzn-requestid', requestId);
  const refuse = (status: number, type: string, message: string): void => {
    response.setHeader('x-amzn-errortype', type);
    send(response, status, JSON.stringify({ Type: 'User', Message: message }));
  };
  const encodedName = request.method === 'POST' ? route.exec(request.url ?? '')?.[1] : undefined;
  if (encodedName === undefined || request.headers.origin !== undefined) {
    return refuse(403, 'AccessDeniedException', 'Only the Invoke operation is offered here');
  }
  const body = await readBody(request, maxPayloadBytes);
  if (body === 'aborted') return;
  if (body === 'too-large') {
    return refuse(413, 'RequestTooLargeException', `A payload has at most ${maxPayloadBytes} bytes`);
  }
  const payload = body.length === 0 ? '{}' : body.toString('utf8');
  if (!isJson(payload)) return refuse(400, 'InvalidRequestContentException', 'The payload is not JSON');
  const type = request.headers['x-amz-invocation-type'] ?? 'RequestResponse';
  if (type === 'DryRun') return send(response, 204, '');
  const name = decodeURIComponent(encodedName);
  const invocation = invoke(name, payload, requestId);
  if (invocation === undefined)
    return refuse(404, 'ResourceNotFoundException', `Function not found: ${name}`);
  if (type === 'Event') return send(response, 202, '');
  const outcome = await invocation;
  response.setHeader('x-amz-executed-version', '$LATEST');
  if (outcome.ok) return send(response, 200, outcome.payload);
  response.setHeader('x-amz-function-error', 'Unhandled');
  send(response, 200, JSON.stringify(outcome.failure));
}

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
