import { once } from 'node:events';
import { connect, type Socket } from 'node:net';

/** Opens a TCP connection, for invalid HTTP. */
export async function openConnection(baseUrl: string): Promise<Socket> {
  const { hostname, port } = new URL(baseUrl);
  const socket = connect(Number(port), hostname);
  socket.on('error', () => undefined);
  await once(socket, 'connect');
  return socket;
}

/** Replaces `Host: self` in a request by the server's host. */
export const addressed = (baseUrl: string, request: string): string =>
  request.replace('Host: self\r\n', `Host: ${new URL(baseUrl).host}\r\n`);

/** Sends a request, with {@link addressed}. Returns the response up to its end, or until `isComplete` returns true. */
export async function exchange(
  baseUrl: string,
  request: string | Buffer,
  isComplete: (answer: string) => boolean = () => false,
): Promise<string> {
  const socket = await openConnection(baseUrl);
  const { promise, resolve } = Promise.withResolvers<void>();
  let answer = '';
  socket.on('data', (chunk) => {
    answer += chunk.toString('latin1');
    if (isComplete(answer)) resolve();
  });
  socket.on('close', () => resolve());
  socket.write(typeof request === 'string' ? addressed(baseUrl, request) : request);
  await promise;
  socket.destroy();
  return answer;
}
