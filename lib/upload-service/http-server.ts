import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import { Readable } from 'node:stream';
import type { Context } from 'aws-lambda';
import { routes } from '../api/routes.ts';
import { answerUnrouted, plainFunction } from '../http/answer-unrouted.ts';
import type { ApiFunction } from '../http/api-handler.ts';
import type { RateWindows } from '../limits/rate-windows.ts';
import { requestEvent } from './request-event.ts';
import { sendResult } from './send-result.ts';
import { tooManyUploads } from './spool.ts';
import { type BodyTimes, timedBody } from './timed-body.ts';

/** Settings of the server. */
type HttpServerOptions = {
  /** Counts the requests without an endpoint. */
  readonly windows: RateWindows;
  /** The endpoint for each `METHOD /path`. */
  readonly endpoints: Readonly<Record<string, ApiFunction>>;
  readonly times: BodyTimes;
  /** Requests in flight, beyond which others are refused. */
  readonly maxInFlight: number;
};

/** A server whose requests in flight can be counted and awaited. */
export type HttpServer = {
  readonly server: Server;
  /** Requests that have not been answered, without health checks. */
  inFlight(): number;
  /** Accepts no more requests, and resolves once all have been answered. */
  drain(): Promise<void>;
};

/** Seconds that an idle connection stays open: longer than the load balancer keeps it (60), so that only that one closes it. */
const keepAliveSeconds = 75;

/** Seconds for the headers of a request. */
const headersSeconds = 20;

/** Endpoints receive no context of Lambda. */
const noContext = {} as Context;

/** The path without the stage, which CloudFront passes on if the client sent it. */
const pathOf = (request: IncomingMessage): string =>
  new URL(request.url ?? '/', 'http://service').pathname.replace(/^\/v1(?=\/)/, '');

/** Creates the HTTP server of endpoints that read their body as a stream. Every other path and method is refused. */
export const createHttpServer = ({
  windows,
  endpoints,
  times,
  maxInFlight,
}: HttpServerOptions): HttpServer => {
  const unrouted = answerUnrouted(windows);
  const busy = plainFunction('receive-uploads', () => {
    throw tooManyUploads();
  });
  const paths = new Set(Object.keys(endpoints).map((endpoint) => endpoint.split(' ')[1]));
  let inFlight = 0;
  let isDraining = false;
  const respond = async (request: IncomingMessage, response: ServerResponse): Promise<void> => {
    const path = pathOf(request);
    if (path === routes.health.path && request.method === 'GET') {
      sendResult(request, response, { statusCode: 200, body: '' });
      return;
    }
    const isBusy = inFlight >= maxInFlight;
    const endpoint = isBusy ? undefined : endpoints[`${request.method} ${path}`];
    if (isDraining) response.setHeader('Connection', 'close');
    const stream = endpoint === undefined ? Readable.from([]) : timedBody(request, times);
    inFlight += 1;
    response.once('close', () => {
      inFlight -= 1;
      stream.destroy();
      // Its connection is idle from the next tick on, and would keep a server open that drains.
      if (isDraining) setImmediate(() => server.closeIdleConnections());
    });
    const resource = paths.has(path) ? path : '/{proxy+}';
    const event = requestEvent(request, { resource, stream });
    sendResult(request, response, await (endpoint ?? (isBusy ? busy : unrouted))(event, noContext));
  };
  const server = createServer(
    { keepAliveTimeout: keepAliveSeconds * 1000, headersTimeout: headersSeconds * 1000, requestTimeout: 0 },
    (request, response) => {
      response.on('error', () => undefined);
      respond(request, response).catch(() => response.destroy());
    },
  );
  return {
    server,
    inFlight: () => inFlight,
    drain: () =>
      new Promise((resolve) => {
        isDraining = true;
        server.close(() => resolve());
        server.closeIdleConnections();
      }),
  };
};
