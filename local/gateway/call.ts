import { randomBytes, randomUUID } from 'node:crypto';
import type { IncomingMessage } from 'node:http';

/** The request line and connection of a request. */
export type Call = {
  readonly requestId: string;
  /** The `x-amz-apigw-id` of the response. */
  readonly extendedRequestId: string;
  readonly method: string;
  /** Percent-encoded as the client sent it, without the query. */
  readonly path: string;
  /** The path that the API reports: with the stage, if the client sent it. */
  readonly stagePath: string;
  readonly query: string;
  /** Names and values of the headers in turn. */
  readonly rawHeaders: readonly string[];
  /** The peer address of the connection, not from the request's headers. */
  readonly sourceIp: string;
  readonly startedAt: number;
};

/** Reads the request line and the connection. */
export function readCall(request: IncomingMessage): Call {
  const target = request.url ?? '/';
  // In the absolute form, which proxies use, the path follows the host.
  const relative = target.startsWith('/') ? target : target.replace(/^https?:\/\/[^/?#]*/i, '');
  const queryStart = relative.indexOf('?');
  const path = queryStart < 0 ? relative : relative.slice(0, queryStart);
  const absolute = path.startsWith('/') ? path : `/${path}`;
  return {
    requestId: randomUUID(),
    extendedRequestId: randomBytes(11).toString('base64url').concat('='),
    method: request.method ?? 'GET',
    path: absolute,
    stagePath: absolute,
    query: queryStart < 0 ? '' : relative.slice(queryStart + 1),
    rawHeaders: request.rawHeaders,
    sourceIp: (request.socket.remoteAddress ?? '').replace(/^::ffff:/, ''),
    startedAt: Date.now(),
  };
}
