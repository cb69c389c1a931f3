import { createServer, type IncomingMessage, request, type ServerResponse } from 'node:http';
import { buffer } from 'node:stream/consumers';
import { type Emulator, listenOnLoopback } from '../../local/emulators/loopback.ts';

/** A call to an AWS service: the service and operation, such as `dynamodb UpdateItem`, and what it is charged for. */
export type AwsCall = {
  readonly name: string;
  /** DynamoDB's capacity units, by its own response. */
  readonly readUnits: number;
  readonly writeUnits: number;
};

/** A call with its request and response. */
export type Exchange = {
  readonly method: string;
  readonly url: string;
  readonly headers: IncomingMessage['headers'];
  readonly body: Buffer;
  readonly answer: Buffer;
};

/** What a proxy does with the calls of its service. */
export type CallReader = {
  /** Changes a request's body before it is passed on. */
  readonly prepare?: (body: Buffer) => Buffer;
  /** Reads what a call was; undefined if it is not to be counted. */
  readonly read: (exchange: Exchange) => AwsCall | undefined;
};

/** Passes requests on to an emulator, with their own Host header because it is signed, and reports each call. */
export const startCountingProxy = async (
  emulator: Emulator,
  { prepare = (body) => body, read }: CallReader,
  report: (call: AwsCall) => void,
): Promise<Emulator> => {
  const pass = async (incoming: IncomingMessage, outgoing: ServerResponse): Promise<void> => {
    const { method = 'GET', url = '/', headers } = incoming;
    const body = prepare(await buffer(incoming));
    const { promise, resolve, reject } = Promise.withResolvers<IncomingMessage>();
    const { 'transfer-encoding': _, expect: __, ...kept } = headers;
    const sent = request(`${emulator.endpoint}${url}`, {
      method,
      headers: { ...kept, ...(body.length === 0 ? {} : { 'content-length': String(body.length) }) },
    });
    sent.on('response', resolve).on('error', reject).end(body);
    const response = await promise;
    const answer = await buffer(response);
    const call = read({ method, url, headers, body, answer });
    if (call !== undefined && (response.statusCode ?? 500) < 500) report(call);
    outgoing.writeHead(response.statusCode ?? 502, response.headers);
    outgoing.end(method === 'HEAD' ? undefined : answer);
  };
  const server = createServer((incoming, outgoing) => {
    pass(incoming, outgoing).catch(() => outgoing.destroy());
  });
  return {
    endpoint: await listenOnLoopback(server, 0),
    close: async () => {
      server.closeAllConnections();
      server.close();
      await emulator.close();
    },
  };
};
