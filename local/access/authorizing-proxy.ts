import { Agent, createServer, type IncomingMessage, type ServerResponse, request as send } from 'node:http';
import { type Emulator, listenOnLoopback } from '../emulators/loopback.ts';
import { readBody } from '../gateway/body.ts';
import { isRecord, type JsonRecord } from '../template/json.ts';
import type { Access } from './access.ts';
import { checkSignature } from './check-signature.ts';
import { type JsonService, operationOf, type Refusal, type RefusalKind } from './json-service.ts';

/**
 * Starts a proxy for an emulator on 127.0.0.1. Forwards only requests that are signed and that the signer may send. Rejects
 * every request of a web page.
 *
 * @param emulator stopped with the proxy
 */
export async function startAuthorizingProxy(
  service: JsonService,
  emulator: Emulator,
  access: Access,
): Promise<Emulator> {
  const { hostname, port } = new URL(emulator.endpoint);
  const agent = new Agent({ keepAlive: true });

  /** @param lost what is answered instead, once the call was executed */
  const forward = (
    request: IncomingMessage,
    response: ServerResponse,
    body: Buffer,
    lost: Refusal | undefined,
  ): void => {
    const { method, url: path } = request;
    const headers = { ...request.headers, ...emulator.headers };
    const passed = send({ hostname, port, agent, method, path, headers }, (executed) => {
      if (lost !== undefined) {
        executed.resume();
        return answer(request, response, lost);
      }
      const kept = Object.entries(executed.headers).filter(
        ([name]) => !/^access-control-|^connection$/.test(name),
      );
      response.writeHead(executed.statusCode ?? 502, Object.fromEntries(kept));
      executed.on('error', () => response.destroy());
      executed.pipe(response);
    });
    passed.on('error', () => response.destroy());
    // Without its client, a long poll must not receive messages.
    response.on('close', () => {
      if (!response.writableFinished) passed.destroy();
    });
    passed.end(body);
  };

  const handle = async (request: IncomingMessage, response: ServerResponse): Promise<void> => {
    const body = await readBody(request, service.maxBodyBytes);
    if (body === 'aborted') return;
    if (body === 'too-large') {
      const message = `The request is larger than ${service.maxBodyBytes} bytes.`;
      return answer(request, response, service.refuse('too-large', message));
    }
    const refusal = check(service, request, body, access);
    if (refusal !== undefined && !refusal.isExecuted) return answer(request, response, refusal);
    forward(request, response, body, refusal);
  };

  const server = createServer({ keepAliveTimeout: 75_000 }, (request, response) => {
    response.on('error', () => undefined);
    handle(request, response).catch(() => response.destroy());
  });
  const endpoint = await listenOnLoopback(server, 0);
  return {
    endpoint,
    close: async () => {
      const closed = new Promise<void>((resolve) => server.close(() => resolve()));
      server.closeAllConnections();
      await closed;
      agent.destroy();
      await emulator.close();
    },
  };
}

function check(
  service: JsonService,
  request: IncomingMessage,
  body: Buffer,
  access: Access,
): (Refusal & { readonly isExecuted?: boolean }) | undefined {
  const refuse = (kind: RefusalKind, message: string): Refusal => service.refuse(kind, message);
  if (request.headers.origin !== undefined) {
    return refuse('web-page', 'Requests from web pages are rejected: the request has an Origin header.');
  }
  const signed = checkSignature(request, body, service.name, access, Date.now());
  if ('refusal' in signed) return refuse(signed.refusal, signed.message);
  const operation = operationOf(service, request.headers);
  if (operation === undefined || request.method !== 'POST') return refuse('unknown-operation', '');
  const parsed = parse(body);
  if (parsed === undefined) return refuse('serialization', 'The body is not a JSON object.');
  const denial = access.authorize(signed.principal, service.requestsOf(operation, parsed));
  return denial && { ...refuse(denial.kind, denial.message), isExecuted: denial.kind === 'lost-answer' };
}

function parse(body: Buffer): JsonRecord | undefined {
  try {
    const value: unknown = JSON.parse(body.toString('utf8'));
    return isRecord(value) ? value : undefined;
  } catch {
    return undefined;
  }
}

function answer(
  request: IncomingMessage,
  response: ServerResponse,
  { body, headers, status }: Refusal,
): void {
  if (!request.complete) response.setHeader('connection', 'close');
  response.writeHead(status, { ...headers, 'content-length': Buffer.byteLength(body) });
  response.end(body);
}
