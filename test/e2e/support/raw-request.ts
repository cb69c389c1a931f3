import { type IncomingHttpHeaders, request } from 'node:http';
import { text } from 'node:stream/consumers';

/** Sends a request line unchanged: `fetch` would normalize the path first. */
export const rawRequest = async (
  baseUrl: string,
  requestLine: string,
): Promise<{ status: number; headers: IncomingHttpHeaders; body: string }> => {
  const [method, path] = requestLine.split(' ');
  const { hostname, port } = new URL(baseUrl);
  const sent = request({ hostname, port, method, path });
  const { promise, resolve, reject } = Promise.withResolvers<{
    status: number;
    headers: IncomingHttpHeaders;
    body: string;
  }>();
  sent.on('error', reject);
  sent.on('response', (response) => {
    text(response).then(
      (body) => resolve({ status: response.statusCode ?? 0, headers: response.headers, body }),
      reject,
    );
  });
  sent.end();
  return promise;
};
