import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { Socket } from 'node:net';
import { listenOnLoopback } from '../emulators/loopback.ts';
import type { Answer } from './answer.ts';
import { readCall } from './call.ts';
import { endAnswer } from './end-answer.ts';
import { asksToContinue } from './expect-continue.ts';
import { isOwnHost, misdirected } from './own-host.ts';
import type { Serve } from './serve-api.ts';

/** A listening gateway. */
export type Gateway = {
  /** `http://127.0.0.1:<port>`, without a path. */
  readonly baseUrl: string;
  /** Starts to respond. Earlier requests wait until then. */
  serve(serve: Serve): void;
  /** Closes every connection and frees the port. */
  close(): Promise<void>;
};

/**
 * Listens on 127.0.0.1, for requests whose Host is this server.
 *
 * @param port 0 for any free port
 * @param options.address another address to listen at
 * @param options.publicUrl another origin of this server, whose host is accepted too
 * @throws the listen error, `EADDRINUSE` if the port is in use
 */
export async function listenGateway(
  port: number,
  {
    address,
    publicUrl,
  }: { readonly address?: string | undefined; readonly publicUrl?: string | undefined } = {},
): Promise<Gateway> {
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
    baseUrl: await listenOnLoopback(server, port, address),
    serve: (serve) => started.resolve(createHandler(serve, publicUrl && new URL(publicUrl).host)),
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
}

function createHandler(serve: Serve, publicHost?: string) {
  return async (request: IncomingMessage, response: ServerResponse): Promise<void> => {
    const call = readCall(request);
    // After an error instead of 100, the client may send its body or not, so the connection cannot be reused.
    if (asksToContinue(request)) response.setHeader('connection', 'close');
    // RFC 9112, 3.2: with two of them, a proxy and a server may each read another one.
    if ((request.headersDistinct.host?.length ?? 0) > 1) {
      response.setHeader('connection', 'close');
      return endAnswer(request, response, badRequest);
    }
    if (!isOwnHost(request.headers.host, request.socket.localPort, publicHost)) {
      return endAnswer(request, response, misdirected(call.requestId));
    }
    await serve(request, response, call);
  };
}

const badRequest: Answer = {
  statusCode: 400,
  headers: new Map([['content-type', ['application/json']]]),
  body: Buffer.from('{"message":"Bad Request"}'),
};

function refuseMalformed(error: NodeJS.ErrnoException, socket: Socket): void {
  if (!socket.writable || error.code === 'ECONNRESET') {
    socket.destroy();
    return;
  }
  const status =
    error.code === 'HPE_HEADER_OVERFLOW' ? '431 Request Header Fields Too Large' : '400 Bad Request';
  const { body } = badRequest;
  socket.end(
    `HTTP/1.1 ${status}\r\ncontent-type: application/json\r\ncontent-length: ${body.length}\r\nconnection: close\r\n\r\n${body}`,
  );
}
