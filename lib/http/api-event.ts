import { Readable } from 'node:stream';
import type { Logger } from '@aws-lambda-powertools/logger';
import type { APIGatewayProxyEvent } from 'aws-lambda';
import type { User } from '../accounts/identity.ts';
import type { Caller, RateWindow } from '../limits/rate-windows.ts';

/** What handlers read of the REST API's event. */
export type GatewayEvent = Pick<
  APIGatewayProxyEvent,
  | 'body'
  | 'headers'
  | 'httpMethod'
  | 'isBase64Encoded'
  | 'multiValueQueryStringParameters'
  | 'path'
  | 'pathParameters'
  | 'queryStringParameters'
  | 'resource'
> & {
  readonly requestContext: Pick<
    APIGatewayProxyEvent['requestContext'],
    'domainName' | 'path' | 'requestId'
  > & { readonly identity: { sourceIp: string } };
};

/** The event, with the results of the middlewares. */
export type ApiEvent = GatewayEvent & {
  caller?: Caller;
  user?: User;
  window?: RateWindow;
  input?: { body: unknown; query: unknown };
  /** Whether the request passed CloudFront, which its secret proves. */
  passedFront?: boolean;
  /** The code of an error response. */
  errorCode?: string;
  /** The log of this call. */
  log?: Logger;
  /** The body, if it is not in `body`. */
  stream?: Readable;
};

/** A request header, case-insensitive. Returns undefined if it was not sent. */
export const header = (event: Pick<GatewayEvent, 'headers'>, name: string): string | undefined => {
  const wanted = name.toLowerCase();
  const found = Object.entries(event.headers ?? {}).find(([key]) => key.toLowerCase() === wanted);
  return found?.[1] ?? undefined;
};

/** The media type of the request's body in lower case, without parameters. Returns undefined if none was sent. */
export const mediaType = (event: Pick<GatewayEvent, 'headers'>): string | undefined =>
  header(event, 'content-type')?.split(';')[0]?.trim().toLowerCase() || undefined;

/** The bytes of the request's body; empty if it has none. */
export const bodyBytes = (event: Pick<GatewayEvent, 'body' | 'isBase64Encoded'>): Buffer =>
  Buffer.from(event.body ?? '', event.isBase64Encoded ? 'base64' : 'utf8');

/** The request's body as a stream. */
export const bodyStream = (event: ApiEvent): Readable => event.stream ?? Readable.from([bodyBytes(event)]);

/** Whether the request has no body. */
export const hasNoBody = (event: ApiEvent): boolean =>
  event.stream === undefined
    ? !event.body
    : Number(header(event, 'content-length') ?? 0) === 0 && header(event, 'transfer-encoding') === undefined;

const segmentsOf = (path: string): readonly string[] => path.split('/').filter((segment) => segment !== '');

/**
 * The prefix of the contract's paths, such as the stage `/v1`; empty if the base URL has no path. Behind a domain of API Gateway, both
 * paths of an event contain it.
 */
export const basePath = ({ resource, requestContext: { path } }: GatewayEvent): string => {
  const segments = segmentsOf(path);
  const prefix = segments.slice(0, segments.length - segmentsOf(resource).length);
  return prefix.map((segment) => `/${segment}`).join('');
};

/** The base URL of API Gateway or its domain, at which the request arrived: scheme, host and stage, without a slash at the end. */
const gatewayUrl = (event: GatewayEvent): string =>
  `${header(event, 'X-Forwarded-Proto') ?? 'https'}://${event.requestContext.domainName}${basePath(event)}`;

/**
 * The base URL that the client called, without a slash at the end. Behind CloudFront the `Host` of a request is API Gateway's,
 * so the origin is that of the dashboard, which has the same distribution.
 */
export const publicUrl = (event: ApiEvent, dashboardUrl: string): string =>
  event.passedFront === true ? `${new URL(dashboardUrl).origin}${basePath(event)}` : gatewayUrl(event);
