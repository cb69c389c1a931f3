import { randomUUID } from 'node:crypto';
import type { IncomingMessage } from 'node:http';
import type { Readable } from 'node:stream';
import type { ApiEvent } from '../http/api-event.ts';

const collect = (pairs: Iterable<readonly [string, string]>): Record<string, string[]> => {
  const values: Record<string, string[]> = Object.create(null);
  for (const [name, value] of pairs) {
    values[name] ??= [];
    values[name].push(value);
  }
  return values;
};

const lastOf = (values: Readonly<Record<string, readonly string[] | undefined>>): Record<string, string> =>
  Object.assign(
    Object.create(null),
    Object.fromEntries(Object.entries(values).map(([name, list]) => [name, list?.at(-1) ?? ''])),
  );

/**
 * The event of an HTTP request, as API Gateway would pass it to a function (proxy integration, format 1.0), as far as handlers read
 * it, with its body as a stream.
 *
 * @param resource the path of the route, or of all paths without one
 */
export const requestEvent = (
  request: IncomingMessage,
  { resource, stream }: { readonly resource: string; readonly stream: Readable },
): ApiEvent => {
  const url = new URL(request.url ?? '/', 'http://service');
  const query = collect(url.searchParams);
  const hasQuery = Object.keys(query).length > 0;
  return {
    resource,
    path: resource,
    httpMethod: request.method ?? 'GET',
    headers: lastOf(request.headersDistinct),
    queryStringParameters: hasQuery ? lastOf(query) : null,
    multiValueQueryStringParameters: hasQuery ? query : null,
    pathParameters: null,
    body: null,
    isBase64Encoded: false,
    stream,
    requestContext: {
      domainName: undefined,
      identity: { sourceIp: request.socket.remoteAddress ?? '' },
      path: url.pathname,
      requestId: randomUUID(),
    },
  };
};
