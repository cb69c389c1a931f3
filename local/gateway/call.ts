import { randomBytes, randomUUID } from 'node:crypto';
import type { IncomingMessage } from 'node:http';

/** What the gateway knows of a request before it has read the body. */
export type Call = {
  readonly requestId: string;
  /** The `x-amz-apigw-id` of the answer. */
  readonly extendedRequestId: string;
  readonly method: string;
  /** As the client sent it, still percent-encoded, without the query. */
  readonly path: string;
  readonly query: string;
  /** The address at the other end of the connection, whatever the request's headers say. */
  readonly sourceIp: string;
  readonly startedAt: number;
};

/** Reads the request line and the connection. */
export function readCall(request: IncomingMessage): Call {
  const target = request.url ?? '/';
  // A proxy's absolute form names the host once more; only what follows it is the path.
  const relative = target.startsWith('/') ? target : target.replace(/^https?:\/\/[^/?#]*/i, '');
  const mark = relative.indexOf('?');
  const path = mark < 0 ? relative : relative.slice(0, mark);
  return {
    requestId: randomUUID(),
    extendedRequestId: randomBytes(11).toString('base64url').concat('='),
    method: request.method ?? 'GET',
    path: path.startsWith('/') ? path : `/${path}`,
    query: mark < 0 ? '' : relative.slice(mark + 1),
    sourceIp: (request.socket.remoteAddress ?? '').replace(/^::ffff:/, ''),
    startedAt: Date.now(),
  };
}
