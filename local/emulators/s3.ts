import { randomBytes } from 'node:crypto';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import { join } from 'node:path';
import { pipeline } from 'node:stream/promises';
import type { Access } from '../access/access.ts';
import { type Emulator, listenOnLoopback } from './loopback.ts';
import { allowOrigin, openCorsRules } from './s3/cors.ts';
import { renderError, S3Error } from './s3/errors.ts';
import type { Answer, Context } from './s3/operation.ts';
import { parseRequest } from './s3/request.ts';
import { answer } from './s3/route.ts';
import { openStore } from './s3/store.ts';

/** How an S3 server is set up. */
export type S3Options = {
  /** Where buckets are kept; created where it is missing. One server at a time may use it. */
  readonly directory: string;
  /** Any free one where it is left out. */
  readonly port?: number;
  /** Who may sign requests, and what each of them may do. */
  readonly access: Access;
  /** Milliseconds since the epoch; the system's clock where it is left out. */
  readonly clock?: () => number;
  /** 5 GiB, S3's limit for one put, where it is left out. */
  readonly maxObjectBytes?: number;
};

/** What is read of a refused upload before its answer; a longer one gets the answer and a closed connection. */
const maxDrainBytes = 64 * 1024 * 1024;

/**
 * Starts a small, strict S3 on 127.0.0.1, path-style: signatures, expiries, policies and checksums are checked as S3
 * does, errors are S3's, and what it does not do it answers with 501.
 *
 * An object is there, whole, once its write was answered, and survives a kill of the process.
 */
export async function startS3(options: S3Options): Promise<Emulator> {
  const context: Context = {
    store: await openStore(options.directory),
    cors: await openCorsRules(join(options.directory, '.cors')),
    access: options.access,
    now: options.clock ?? Date.now,
    maxObjectBytes: options.maxObjectBytes ?? 5 * 1024 ** 3,
  };
  const underWay = new Set<Promise<void>>();
  const server = createServer({ keepAliveTimeout: 60_000 }, (request, response) => {
    const work = serve(context, request, response).finally(() => underWay.delete(work));
    underWay.add(work);
  });
  server.on('clientError', (_error, socket) => {
    // Not HTTP, or a connection that is gone: there is no request to answer.
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
      await Promise.all(underWay);
    },
  };
}

async function serve(context: Context, request: IncomingMessage, response: ServerResponse): Promise<void> {
  const requestId = randomBytes(8).toString('hex').toUpperCase();
  response.setHeader('x-amz-request-id', requestId);
  response.setHeader('server', 'AmazonS3');
  // The SDK sets its clock by this header.
  response.setHeader('date', new Date(context.now()).toUTCString());
  try {
    const parsed = parseRequest(request);
    // Refusals carry them too, or a page could not read why it was refused.
    const allowed = await allowOrigin(context.cors, parsed);
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
  const empty = reply.status === 204 || reply.status === 304 || reply.file ? {} : { 'content-length': '0' };
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

/** A client that still sends when its answer comes may see a broken connection and not the answer. */
async function drain(request: IncomingMessage): Promise<void> {
  if (request.complete || Number(request.headers['content-length'] ?? 0) > maxDrainBytes) return;
  let left = maxDrainBytes;
  try {
    for await (const chunk of request.iterator({ destroyOnReturn: false })) {
      left -= chunk.length;
      if (left < 0) return;
    }
  } catch {
    // The client is gone; there is nothing left to read.
  }
}
