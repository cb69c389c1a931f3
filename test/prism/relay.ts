import { once } from 'node:events';
import { createServer, type IncomingMessage, request, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { type Body, type Exchange, maxBodyBytes } from './exchange.ts';

/** A listening relay. */
export type Relay = {
  /** `http://127.0.0.1:<port>` */
  readonly url: string;
  /** Starts to pass requests on to a base URL. Earlier ones lose their connection. */
  forwardTo(target: string): void;
  close(): void;
};

/** Collects the body of a message while others read it. */
const collect = (message: IncomingMessage): (() => Body) => {
  const chunks: Buffer[] = [];
  let bytes = 0;
  message.on('data', (chunk: Buffer) => {
    bytes += chunk.length;
    if (bytes <= maxBodyBytes) chunks.push(chunk);
    else chunks.length = 0;
  });
  return () => {
    if (bytes > maxBodyBytes) return 'body over 10 MB';
    return message.complete ? Buffer.concat(chunks) : 'body incomplete';
  };
};

/** The headers as they arrived, with the port of the target in `Host`, which the gateway compares with its own. */
const headersFor = ({ rawHeaders, socket }: IncomingMessage, target: URL): string[] => {
  const own = new RegExp(`:${socket.localPort}$`);
  return rawHeaders.map((text, index) =>
    index % 2 === 1 && /^host$/i.test(rawHeaders[index - 1] ?? '')
      ? text.replace(own, `:${target.port}`)
      : text,
  );
};

/**
 * Starts a proxy that passes on each byte unchanged, from the address of its client, which the service counts calls by.
 * Reports each exchange once its response is complete.
 */
export const startRelay = async (onExchange: (exchange: Exchange) => void): Promise<Relay> => {
  let target: URL | undefined;

  const relay = (incoming: IncomingMessage, outgoing: ServerResponse): void => {
    if (target === undefined) {
      outgoing.destroy();
      return;
    }
    const { method = 'GET', url: path = '/' } = incoming;
    const requestBody = collect(incoming);
    const upstream = request({
      host: target.hostname,
      port: target.port,
      method,
      path,
      // Arrays keep the order and the case; the types of Node.js lack them.
      headers: headersFor(incoming, target) as unknown as Record<string, string>,
      setHost: false,
      agent: false,
      localAddress: incoming.socket.remoteAddress,
    });
    // `Expect: 100-continue`: the service decides whether it wants the body.
    upstream.on('continue', () => outgoing.writeContinue());
    upstream.on('response', (response) => {
      const responseBody = collect(response);
      outgoing.writeHead(response.statusCode ?? 502, response.statusMessage, response.rawHeaders);
      response.pipe(outgoing);
      response.on('error', () => outgoing.destroy());
      response.on('end', () =>
        onExchange({
          method,
          path,
          requestHeaders: incoming.headers,
          requestBody: requestBody(),
          status: response.statusCode ?? 0,
          responseHeaders: response.headers,
          responseBody: responseBody(),
        }),
      );
    });
    upstream.on('error', () => {
      if (!outgoing.writableEnded) outgoing.destroy();
    });
    outgoing.on('close', () => {
      if (!outgoing.writableFinished) upstream.destroy();
    });
    upstream.flushHeaders();
    incoming.pipe(upstream);
  };

  // Longer than the gateway keeps a connection, and more headers than it accepts, so that its own limits apply.
  const server = createServer({ keepAliveTimeout: 120_000, maxHeaderSize: 128 * 1024 }, relay);
  server.on('checkContinue', relay);
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  return {
    url: `http://127.0.0.1:${port}`,
    forwardTo: (address) => {
      target = new URL(address);
    },
    close: () => {
      server.close();
      server.closeAllConnections();
    },
  };
};
