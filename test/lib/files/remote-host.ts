import { createServer, type IncomingMessage, type RequestListener, type Server } from 'node:http';
import { afterEach } from 'vitest';
import { ConversionError } from '../../../lib/conversions/errors.ts';
import type { FetchLimits } from '../../../lib/files/fetch-remote.ts';
import { listenOnLoopback } from '../../../local/emulators/loopback.ts';

export const servers: Server[] = [];

export const serve = async (
  answer: RequestListener,
): Promise<{ address: string; asked: IncomingMessage[] }> => {
  const asked: IncomingMessage[] = [];
  const server = createServer((request, response) => {
    asked.push(request);
    answer(request, response);
  });
  servers.push(server);
  return { address: await listenOnLoopback(server, 0), asked };
};

export const limits: FetchLimits = { maxBytes: 1000, timeoutSeconds: 5, isAllowed: () => true };

/** Code and message of the refusal. */
export const refusal = async (download: Promise<unknown>): Promise<[string, string]> => {
  const error = await download.then(
    () => undefined,
    (reason: unknown) => reason,
  );
  if (error instanceof ConversionError) return [error.code, error.message];
  throw new Error('It was not refused', { cause: error });
};

/** Closes the servers of each test. */
export const useRemoteHosts = (): void => {
  afterEach(() => {
    for (const server of servers.splice(0)) {
      server.closeAllConnections();
      server.close();
    }
  });
};
