import type { IncomingMessage } from 'node:http';
import type { Emulator } from '../../local/emulators/loopback.ts';
import { startForwardingServer } from '../../test/support/forwarding-server.ts';

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
  readonly answer: Buffer | string;
};

/** What a proxy does with the calls of its service. */
export type CallReader = {
  /** Changes a request's body before it is passed on. */
  readonly prepare?: (body: Buffer) => Buffer;
  /** Reads what a call was; undefined if it is not to be counted. */
  readonly read: (exchange: Exchange) => AwsCall | undefined;
};

/** Passes requests on to an emulator, and reports each call. */
export const startCountingProxy = (
  emulator: Emulator,
  { prepare = (body) => body, read }: CallReader,
  report: (call: AwsCall) => void,
): Promise<Emulator> =>
  startForwardingServer(emulator, async ({ method = 'GET', url = '/', headers }, body, forward) => {
    const answer = await forward(prepare(body));
    const call = read({ method, url, headers, body, answer: answer.body });
    if (call !== undefined && answer.status < 500) report(call);
    return answer;
  });
