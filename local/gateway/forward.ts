import { randomBytes } from 'node:crypto';
import { type IncomingMessage, request as sendRequest } from 'node:http';
import type { Answer } from './answer.ts';
import type { Call } from './call.ts';
import { discardRest, endAnswer } from './end-answer.ts';
import { asksToContinue, sendContinue } from './expect-continue.ts';
import type { Serve } from './serve-api.ts';
import { pairsOf, withHeaders } from './viewer-request.ts';

/** Seconds without a byte in either direction, after which CloudFront and the load balancer give up. */
const idleSeconds = 60;

/** Headers of one connection, which are not passed on (RFC 9110, 7.6.1). */
const ofConnection = new Set(['connection', 'expect', 'keep-alive', 'proxy-connection', 'te', 'upgrade']);

const unavailable: Answer = {
  statusCode: 503,
  headers: new Map([['content-type', ['text/html']]]),
  body: Buffer.from('<html><body><h1>503 Service Temporarily Unavailable</h1></body></html>\n'),
};

const passedOn = (rawHeaders: readonly string[]): string[] =>
  pairsOf(rawHeaders)
    .filter(([name]) => !ofConnection.has(name.toLowerCase()))
    .flat();

/** The headers that CloudFront and a load balancer add. */
const frontHeaders = (request: IncomingMessage, { sourceIp }: Call): Readonly<Record<string, string>> => {
  const forwarded = request.headers['x-forwarded-for'];
  return {
    'X-Forwarded-For': forwarded === undefined ? sourceIp : `${forwarded}, ${sourceIp}`,
    'X-Forwarded-Proto': 'http',
    'X-Amz-Cf-Id': randomBytes(32).toString('base64url'),
  };
};

/**
 * Forwards requests to a container, as CloudFront and a load balancer do. Bodies are passed on as they arrive.
 *
 * @param portOf returns the container's port once it is healthy; undefined if it does not become so
 * @param addedHeaders returns the headers to add
 */
export function createForward(
  portOf: () => Promise<number | undefined>,
  addedHeaders: typeof frontHeaders = frontHeaders,
): Serve {
  return async (request, response, call) => {
    const port = await portOf();
    if (port === undefined) return endAnswer(request, response, unavailable);
    const headers = withHeaders(passedOn(call.rawHeaders), addedHeaders(request, call));
    const path = call.query === '' ? call.stagePath : `${call.stagePath}?${call.query}`;
    const upstream = sendRequest({
      host: '127.0.0.1',
      port,
      method: call.method,
      path,
      headers: headers as string[],
      agent: false,
      timeout: idleSeconds * 1000,
    });
    upstream.on('timeout', () => upstream.destroy());
    upstream.on('error', () => {
      if (response.headersSent) response.destroy();
      else endAnswer(request, response, unavailable);
    });
    upstream.on('response', (answer: IncomingMessage) => {
      response.writeHead(answer.statusCode ?? 502, passedOn(answer.rawHeaders));
      answer.pipe(response);
      // The container has answered without the rest of the body.
      if (!request.complete) {
        request.unpipe(upstream);
        discardRest(request);
      }
    });
    response.once('close', () => {
      if (!request.complete) upstream.destroy();
    });
    if (asksToContinue(request)) sendContinue(response);
    request.pipe(upstream);
  };
}
