import { randomInt } from 'node:crypto';
import { createServer, type Server } from 'node:net';

/** A running emulator. */
export type Emulator = {
  /** `http://127.0.0.1:<port>`, for `AWS_ENDPOINT_URL_...`. */
  readonly endpoint: string;
  /** Headers without which it refuses requests. */
  readonly headers?: Readonly<Record<string, string>>;
  /** Stops the emulator. Its data stays on disk. */
  readonly close: () => Promise<void>;
};

/**
 * Listens on 127.0.0.1 only.
 *
 * @param port 0 for any free port
 * @param address another address to listen at, for the gateway of a container
 * @returns the endpoint on the loopback interface
 * @throws the system's error if the port is in use
 */
export async function listenOnLoopback(server: Server, port: number, address = '127.0.0.1'): Promise<string> {
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject);
    server.listen(port, address, () => {
      server.off('error', reject);
      resolve();
    });
  });
  const bound = server.address();
  if (bound === null || typeof bound === 'string') throw new Error('The server has no TCP address');
  return `http://127.0.0.1:${bound.port}`;
}

/**
 * Returns a random loopback address for an emulator behind the authorizing proxy, so that no client reaches the emulator by
 * accident. Linux has all of 127.0.0.0/8; other systems have only 127.0.0.1.
 */
export function hiddenAddress(): string {
  if (process.platform !== 'linux') return '127.0.0.1';
  return `127.${randomInt(1, 255)}.${randomInt(256)}.${randomInt(1, 255)}`;
}

/** Returns a port that was free just now, for programs that cannot report the port they chose. */
export async function findFreePort(): Promise<number> {
  const probe = createServer();
  const endpoint = await listenOnLoopback(probe, 0);
  await new Promise<void>((resolve) => probe.close(() => resolve()));
  return Number(new URL(endpoint).port);
}
