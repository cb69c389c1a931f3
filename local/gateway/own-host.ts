import type { Answer } from './answer.ts';

/** The names of this machine's loopback interface. */
const loopbackNames = ['127.0.0.1', 'localhost', '[::1]'];

/**
 * Returns whether a request's `Host` is this server. Any other name points to DNS rebinding: a page of another site whose
 * scripts would share our origin.
 *
 * @param port the port of this server
 * @param publicHost the host of the public URL, with its port unless that is the scheme's default
 */
export function isOwnHost(host: string | undefined, port: number | undefined, publicHost?: string): boolean {
  if (host !== undefined && host.toLowerCase() === publicHost) return true;
  // Clients omit the default port of the scheme.
  const given = port === 80 && !host?.endsWith(':80') ? `${host}:80` : host;
  return loopbackNames.some((name) => given?.toLowerCase() === `${name}:${port}`);
}

/** Returns the response to a request for another host, in the API's error format. */
export function misdirected(requestId: string): Answer {
  const message =
    'The Host header must be 127.0.0.1, localhost or [::1] with the port of this server, or the host of DOCFORGE_PUBLIC_URL.';
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
