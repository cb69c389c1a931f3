import { randomBytes } from 'node:crypto';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import { pipeline } from 'node:stream/promises';
import type { Access } from '../access/access.ts';
import { type Emulator, listenOnLoopback } from './loopback.ts';
import { allowOrigin } from './s3/cors.ts';
import { renderError, S3Error } from './s3/errors.ts';
import type { Answer, Context } from './s3/operation.ts';
import { parseRequest } from './s3/request.ts';
import { answer } from './s3/route.ts';
import { openStore } from './s3/store.ts';

/** Settings of an S3 server. */
type S3Options = {
  /** Contains the buckets. Created if necessary. Only one server at a time may use it. */
  readonly directory: string;
  /** Default: any free port. */
  readonly port?: number;
  /** Authenticates and authorizes requests. */
  readonly access: Access;
  /** Milliseconds since the epoch. Default: the system's clock. */
  readonly clock?: () => number;
  /** Default: 5 GiB, S3's limit for one put. */
  readonly maxObjectBytes?: number;
  /** Called after an object was stored. */
  readonly onStored?: ((bucket: string, key: string) => void) | undefined;
};

/** How much of a refused upload is read before the response. A longer one gets the response and a closed connection. */
const maxDrainBytes = 64 * 1024 * 1024;

/**
 * Starts a small, strict S3 on 127.0.0.1, with path-style addresses. Checks signatures, expiries, policies and checksums
 * as S3 does, and returns S3's errors. Supports what the project uses and responds with 501 to everything else.
 *
 * An object is on disk once its write has been answered, and survives a kill of the process.
 */
export async function startS3(options: S3Options): Promise<Emulator> {
  const context: Context = {
    store: await openStore(options.directory),
    cors: new Map(),
    access: options.access,
    now: options.clock ?? Date.now,
    maxObjectBytes: options.maxObjectBytes ?? 5 * 1024 ** 3,
    onStored: options.onStored ?? (() => undefined),
  };
  const pendingRequests = new Set<Promise<void>>();
  const server = createServer({ keepAliveTimeout: 60_000 }, (request, response) => {
    const work = serve(context, request, response).finally(() => pendingRequests.delete(work));
    pendingRequests.add(work);
  });
  server.on('clientError', (_error, socket) => {
    // Not HTTP, or a closed connection: there is no request to answer.
    if (socket.writable)
      socket.end('HTTP/1.1 400 Bad Request\r\nConnection: close\r\nContent-Length: 0\r\n\r\n');
    else socket.destroy();
  });
  const endpoint = await listenOnLoopback(server, options.port ?? 0);
  return {
    endpoint,
    async close() {
      const closed = new Promise<void>((resolve) => server.close(() => resolve()));
      server.closeAllConnections();
      await closed;
      await Promise.all(pendingRequests);
    },
  };
}

async function serve(context: Context, request: IncomingMessage, response: ServerResponse): Promise<void> {
  const requestId = randomBytes(8).toString('hex').toUpperCase();
  response.setHeader('x-amz-request-id', requestId);
  response.setHeader('server', 'AmazonS3');
  // The SDK corrects its clock by this header.
  response.setHeader('date', new Date(context.now()).toUTCString());
  try {
    const parsed = parseRequest(request);
    // Errors need these headers too, or a web page could not read them.
    const allowed = allowOrigin(context.cors, parsed);
    for (const [name, value] of Object.entries(allowed)) response.setHeader(name, value);
    const reply = await answer(context, parsed);
    await drain(request);
    await send(request, response, reply);
  } catch (error) {
    await refuse(request, response, error, requestId);
  }
}

async function send(request: IncomingMessage, response: ServerResponse, reply: Answer): Promise<void> {
  const xml = reply.xml && `<?xml version="1.0" encoding="UTF-8"?>\n${reply.xml}`;
  const length =
    xml === undefined ? {} : { 'content-type': 'application/xml', 'content-length': Buffer.byteLength(xml) };
  const empty = reply.status === 204 || reply.file ? {} : { 'content-length': '0' };
  response.writeHead(reply.status, { ...empty, ...length, ...reply.headers });
  if (!reply.file) {
    response.end(request.method === 'HEAD' ? undefined : xml);
    return;
  }
  const { handle, first, last } = reply.file;
  await pipeline(handle.createReadStream({ start: first, end: last, highWaterMark: 256 * 1024 }), response);
}

async function refuse(
  request: IncomingMessage,
  response: ServerResponse,
  cause: unknown,
  requestId: string,
): Promise<void> {
  if (response.headersSent || request.socket.destroyed) {
    response.destroy();
    return;
  }
  const error =
    cause instanceof S3Error
      ? cause
      : new S3Error('InternalError', 'We encountered an internal error. Please try again.', {}, cause);
  if (error.code === 'InternalError') console.error('S3 emulator failed', error.cause);
  await drain(request);
  if (!request.complete) response.setHeader('connection', 'close');
  const range =
    error.code === 'InvalidRange' ? { 'content-range': `bytes */${error.details.ActualObjectSize}` } : {};
  const xml = renderError(error, request.url?.split('?')[0] ?? '/', requestId);
  response.writeHead(error.status, {
    'content-type': 'application/xml',
    'content-length': Buffer.byteLength(xml),
    ...range,
  });
  response.end(request.method === 'HEAD' ? undefined : xml);
}

/** Reads the rest of a request: a client that is still sending may see a reset connection and no response. */
async function drain(request: IncomingMessage): Promise<void> {
  if (request.complete || Number(request.headers['content-length'] ?? 0) > maxDrainBytes) return;
  let left = maxDrainBytes;
  try {
    for await (const chunk of request.iterator({ destroyOnReturn: false })) {
      left -= chunk.length;
      if (left < 0) return;
    }
  } catch {
    // The client has disconnected.
  }
}
