import type { Answer } from './answer.ts';

/** The names of this machine's loopback interface. */
const loopbackNames = ['127.0.0.1', 'localhost', '[::1]'];

/**
 * Whether a request names this server by its `Host`. Any other name was made to resolve to this machine, for example by
 * a page of another site whose scripts would then share our origin.
 *
 * @param port the server's own
 */
export function isOwnHost(host: string | undefined, port: number | undefined): boolean {
  // Clients leave out the port of the scheme.
  const given = port === 80 && !host?.endsWith(':80') ? `${host}:80` : host;
  return loopbackNames.some((name) => given?.toLowerCase() === `${name}:${port}`);
}

/** The refusal of a request for another host, as the API words its errors. */
export function misdirected(requestId: string): Answer {
  const message =
    'This server answers only to 127.0.0.1, localhost and [::1] with its own port. Use one of these names.';
  return {
    statusCode: 421,
    headers: new Map([
      ['content-type', ['application/json']],
      ['cache-control', ['no-store']],
      ['x-request-id', [requestId]],
    ]),
    body: Buffer.from(JSON.stringify({ error: 'misdirected_request', message })),
  };
}
