import type { APIGatewayProxyResult } from 'aws-lambda';
import type * as z from 'zod';
import type { Route } from '../api/route.ts';

/** A response: a status, headers, and a body that is sent as JSON. */
export type Reply = {
  readonly status: number;
  readonly headers?: Readonly<Record<string, string>>;
  readonly body?: unknown;
};

/** A type with all its members read-only. */
type Immutable<Value> = Value extends object
  ? { readonly [Key in keyof Value]: Immutable<Value[Key]> }
  : Value;

type HeaderName<Response> = Response extends { readonly headers: infer Headers }
  ? keyof Headers & string
  : never;

type ReplyOf<Response> = {
  readonly headers?: Readonly<Partial<Record<HeaderName<Response>, string>>>;
} & (Response extends { readonly schema: infer Schema extends z.ZodType }
  ? { readonly body: Immutable<z.output<Schema>> }
  : { readonly body?: undefined });

type Alternative<Response> = Response extends { readonly status: infer Status }
  ? ReplyOf<Response> & { readonly status: Status }
  : never;

/** The response of a handler that succeeds, as its route declares it. The status is that of the route, unless it is another. */
export type Success<R extends Route> =
  | (ReplyOf<R['success']> & { readonly status?: undefined })
  | (R extends { readonly alternatives: readonly (infer Response)[] } ? Alternative<Response> : never);

/** Converts a reply to the result that API Gateway expects. */
export const toResult = (reply: Reply): APIGatewayProxyResult => ({
  statusCode: reply.status,
  headers: {
    ...(reply.body === undefined ? {} : { 'Content-Type': 'application/json' }),
    'Cache-Control': 'no-store',
    'X-Content-Type-Options': 'nosniff',
    ...reply.headers,
  },
  body: reply.body === undefined ? '' : JSON.stringify(reply.body),
});
