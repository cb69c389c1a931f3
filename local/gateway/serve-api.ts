import type { IncomingMessage, ServerResponse } from 'node:http';
import { isThrottled } from '../function-host/concurrency.ts';
import type { Outcome } from '../function-host/host.ts';
import { gatewayBodyBytes, gatewayHeaderBytes, invocationPayloadBytes } from '../quotas.ts';
import type { RestApi } from '../template/routes.ts';
import { type Answer, readAnswer } from './answer.ts';
import { readBody } from './body.ts';
import type { Call } from './call.ts';
import { compress } from './compress.ts';
import { endAnswer } from './end-answer.ts';
import { buildEvent } from './event.ts';
import { asksToContinue, sendContinue } from './expect-continue.ts';
import { type GatewayResponseType, gatewayAnswer } from './gateway-response.ts';
import { createRouter, type Match } from './router.ts';

/** A REST API and its functions. */
type ApiService = {
  readonly api: RestApi;
  readonly accountId: string;
  /** Invokes the function of this name with an event as JSON text. */
  readonly invoke: (functionName: string, payload: string, requestId: string) => Promise<Outcome>;
};

/** Responds to a request. */
export type Serve = (request: IncomingMessage, response: ServerResponse, call: Call) => Promise<void>;

/** Responds like a REST API of API Gateway. The path of a call is relative to the stage. */
export function createApi(service: ApiService): Serve {
  const { api } = service;
  const route = createRouter(api.routes);
  return async (request, response, call) => {
    const refuse = (type: GatewayResponseType): Answer => gatewayAnswer(type, api, call, request.headers);
    response.setHeader('x-amzn-requestid', call.requestId);
    response.setHeader('x-amz-apigw-id', call.extendedRequestId);
    if (headerBytes(request, call) > gatewayHeaderBytes) return endAnswer(request, response, headersTooLarge);
    const match = route(call.method, call.path);
    if (match === 'unknown') return endAnswer(request, response, refuse(unknownRoute(request)));
    if (match === 'malformed') return endAnswer(request, response, refuse('BAD_REQUEST_BODY'));
    if (Number(request.headers['content-length'] ?? 0) > gatewayBodyBytes) {
      return endAnswer(request, response, refuse('REQUEST_TOO_LARGE'));
    }
    if (asksToContinue(request)) sendContinue(response);
    const body = await readBody(request, gatewayBodyBytes);
    if (body === 'aborted') return;
    if (body === 'too-large') return endAnswer(request, response, refuse('REQUEST_TOO_LARGE'));
    const answer = await integrate(service, request, call, match, body, refuse);
    const acceptEncoding = request.headers['accept-encoding'];
    endAnswer(request, response, await compress(answer, acceptEncoding?.toString(), api.minCompressionBytes));
  };
}

async function integrate(
  service: ApiService,
  request: IncomingMessage,
  call: Call,
  match: Match,
  body: Buffer,
  refuse: (type: GatewayResponseType) => Answer,
): Promise<Answer> {
  const { integration } = match;
  const payload = buildEvent(request, call, match, body, service);
  if (Buffer.byteLength(payload) > invocationPayloadBytes) return refuse('REQUEST_TOO_LARGE');
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

/** API Gateway treats the Authorization header of a request without a route as an AWS signature, and rejects it. */
function unknownRoute(request: IncomingMessage): GatewayResponseType {
  return request.headers.authorization === undefined ? 'MISSING_AUTHENTICATION_TOKEN' : 'INVALID_SIGNATURE';
}

function headerBytes({ method = '', url = '', httpVersion }: IncomingMessage, { rawHeaders }: Call): number {
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
