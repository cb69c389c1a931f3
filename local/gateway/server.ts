import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { Socket } from 'node:net';
import { listenOnLoopback } from '../emulators/loopback.ts';
import { isThrottled } from '../function-host/concurrency.ts';
import type { Outcome } from '../function-host/host.ts';
import { gatewayHeaderBytes, type RequestQuota, requestQuota } from '../quotas.ts';
import type { RestApi } from '../template/routes.ts';
import { type Answer, readAnswer, writeAnswer } from './answer.ts';
import { readBody } from './body.ts';
import { type Call, readCall } from './call.ts';
import { buildEvent } from './event.ts';
import { type GatewayResponseType, gatewayAnswer } from './gateway-response.ts';
import { isOwnHost, misdirected } from './own-host.ts';
import { createRouter, type Match } from './router.ts';
import type { ServeSite } from './site.ts';

/** What the gateway serves once the stack has started. */
export type Service = {
  readonly api: RestApi;
  readonly accountId: string;
  /** Invokes the function of this name with an event as JSON text. */
  readonly invoke: (functionName: string, payload: string, requestId: string) => Promise<Outcome>;
  /** Sites that CloudFront serves beside the API. The first one that matches a path responds. */
  readonly sites: readonly ServeSite[];
};

/** A listening gateway. */
export type Gateway = {
  /** `http://127.0.0.1:<port>`, without a path. */
  readonly baseUrl: string;
  /** Starts to respond. Earlier requests wait until then. */
  serve(service: Service): void;
  /** Closes every connection and frees the port. */
  close(): Promise<void>;
};

/** How long and how much a client may continue to send after an error, so that it reads the response and not a reset. */
const lingerMilliseconds = 5_000;
const maxLingerBytes = 256 * 1024 * 1024;

/**
 * Listens on 127.0.0.1 and responds like a REST API of API Gateway.
 *
 * @param port 0 for any free port
 * @throws the listen error, `EADDRINUSE` if the port is in use
 */
export async function listenGateway(port: number): Promise<Gateway> {
  const started =
    Promise.withResolvers<(request: IncomingMessage, response: ServerResponse) => Promise<void>>();
  const answer = (request: IncomingMessage, response: ServerResponse): void => {
    response.on('error', () => undefined);
    started.promise.then((handle) => handle(request, response)).catch(() => response.destroy());
  };
  // Longer than clients keep a connection, so that none uses one that is being closed.
  const server = createServer({ keepAliveTimeout: 75_000 }, answer);
  // `Expect: 100-continue`: the handler sends 100 only if the body is not too large.
  server.on('checkContinue', answer);
  server.on('clientError', refuseMalformed);
  return {
    baseUrl: await listenOnLoopback(server, port),
    serve: (service) => started.resolve(createHandler(service)),
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
}

function createHandler(service: Service) {
  const { api } = service;
  const route = createRouter(api.routes);
  return async (request: IncomingMessage, response: ServerResponse): Promise<void> => {
    const call = readCall(request);
    const refuse = (type: GatewayResponseType): Answer => gatewayAnswer(type, api, call, request.headers);
    response.setHeader('x-amzn-requestid', call.requestId);
    response.setHeader('x-amz-apigw-id', call.extendedRequestId);
    // After an error instead of 100, the client may send its body or not, so the connection cannot be reused.
    if (asksToContinue(request)) response.setHeader('connection', 'close');

    if (!isOwnHost(request.headers.host, request.socket.localPort)) {
      return end(request, response, misdirected(call.requestId));
    }
    if (headerBytes(request) > gatewayHeaderBytes) return end(request, response, headersTooLarge);
    for (const serveSite of service.sites) {
      const answer = serveSite(call);
      if (answer !== undefined) return end(request, response, answer);
    }
    const match = route(call.method, call.path);
    if (match === 'unknown') return end(request, response, refuse(unknownRoute(request)));
    if (match === 'malformed') return end(request, response, refuse('BAD_REQUEST_BODY'));
    const quota = requestQuota(call.method, match.resource);
    if (Number(request.headers['content-length'] ?? 0) > quota.bodyBytes) {
      return end(request, response, refuse('REQUEST_TOO_LARGE'));
    }
    if (asksToContinue(request)) {
      response.writeContinue();
      response.removeHeader('connection');
    }
    const body = await readBody(request, quota.bodyBytes);
    if (body === 'aborted') return;
    if (body === 'too-large') return end(request, response, refuse('REQUEST_TOO_LARGE'));
    end(request, response, await integrate(service, request, call, match, body, quota, refuse));
  };
}

async function integrate(
  service: Service,
  request: IncomingMessage,
  call: Call,
  match: Match,
  body: Buffer,
  quota: RequestQuota,
  refuse: (type: GatewayResponseType) => Answer,
): Promise<Answer> {
  const { integration } = match;
  const payload = buildEvent(request, call, match, body, service);
  if (Buffer.byteLength(payload) > quota.eventBytes) return refuse('REQUEST_TOO_LARGE');
  const timeout = Promise.withResolvers<'timeout'>();
  const timer = setTimeout(() => timeout.resolve('timeout'), integration.timeoutMilliseconds);
  const invocation = service.invoke(integration.functionName, payload, call.requestId);
  const outcome = await Promise.race([invocation, timeout.promise]);
  clearTimeout(timer);
  if (outcome === 'timeout') return refuse('INTEGRATION_TIMEOUT');
  if (!outcome.ok) return refuse(isThrottled(outcome) ? 'INTEGRATION_FAILURE' : 'DEFAULT_5XX');
  return (
    readAnswer(outcome.payload, request.headers.accept, service.api.binaryMediaTypes) ?? refuse('DEFAULT_5XX')
  );
}

/**
 * Writes a response. Discards the rest of the body for a while if the client is still sending: closing at once would reset
 * the connection, and many clients would not see the response.
 */
function end(request: IncomingMessage, response: ServerResponse, answer: Answer): void {
  writeAnswer(response, answer);
  if (request.complete) return;
  let bytes = 0;
  request.on('data', (chunk: Buffer) => {
    bytes += chunk.length;
    if (bytes > maxLingerBytes) request.socket.destroy();
  });
  const timer = setTimeout(() => request.socket.destroy(), lingerMilliseconds);
  request.once('close', () => clearTimeout(timer));
  timer.unref();
}

/** API Gateway treats the Authorization header of a request without a route as an AWS signature, and rejects it. */
function unknownRoute(request: IncomingMessage): GatewayResponseType {
  return request.headers.authorization === undefined ? 'MISSING_AUTHENTICATION_TOKEN' : 'INVALID_SIGNATURE';
}

function headerBytes({ method = '', url = '', httpVersion, rawHeaders }: IncomingMessage): number {
  const requestLine = `${method} ${url} HTTP/${httpVersion}`;
  return rawHeaders.reduce(
    (sum, text, index) => sum + (index % 2 === 0 ? 0 : text.length),
    requestLine.length,
  );
}

const headersTooLarge: Answer = {
  statusCode: 431,
  headers: new Map([['content-type', ['application/json']]]),
  body: Buffer.from('{"message":"Request Header Fields Too Large"}'),
};

function asksToContinue(request: IncomingMessage): boolean {
  return request.headers.expect?.toLowerCase() === '100-continue';
}

function refuseMalformed(error: NodeJS.ErrnoException, socket: Socket): void {
  if (!socket.writable || error.code === 'ECONNRESET') {
    socket.destroy();
    return;
  }
  const status =
    error.code === 'HPE_HEADER_OVERFLOW' ? '431 Request Header Fields Too Large' : '400 Bad Request';
  const body = '{"message":"Bad Request"}';
  socket.end(
    `HTTP/1.1 ${status}\r\ncontent-type: application/json\r\ncontent-length: ${body.length}\r\nconnection: close\r\n\r\n${body}`,
  );
}
