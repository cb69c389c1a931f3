import { randomInt } from 'node:crypto';
import { createServer, type Server } from 'node:net';

/** An emulator that runs. */
export type Emulator = {
  /** `http://127.0.0.1:<port>`, for `AWS_ENDPOINT_URL_...`. */
  readonly endpoint: string;
  /** Ends it and whatever it started; data on disk stays. */
  readonly close: () => Promise<void>;
};

/**
 * Listens on 127.0.0.1 and nowhere else.
 *
 * @param port 0 for any free one
 * @returns the endpoint
 * @throws the system's error where the port is taken
 */
export async function listenOnLoopback(server: Server, port: number): Promise<string> {
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject);
    server.listen(port, '127.0.0.1', () => {
      server.off('error', reject);
      resolve();
    });
  });
  const address = server.address();
  if (address === null || typeof address === 'string') throw new Error('The server has no TCP address');
  return `http://127.0.0.1:${address.port}`;
}

/**
 * A loopback address for an emulator behind a gate. Linux answers on all of 127.0.0.0/8, so neither a web page nor a
 * program that means well finds the way around the gate; other systems have only 127.0.0.1.
 */
export function hiddenAddress(): string {
  if (process.platform !== 'linux') return '127.0.0.1';
  return `127.${randomInt(1, 255)}.${randomInt(256)}.${randomInt(1, 255)}`;
}

/** A port that was free a moment ago, for programs that cannot tell which one they chose. */
export async function findFreePort(): Promise<number> {
  const probe = createServer();
  const endpoint = await listenOnLoopback(probe, 0);
  await new Promise<void>((resolve) => probe.close(() => resolve()));
  return Number(new URL(endpoint).port);
}
