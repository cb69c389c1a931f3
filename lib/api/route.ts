import type * as z from 'zod';
import type { EnvironmentName } from '../env.ts';
import type { Grant } from '../grants.ts';
import type { ErrorCode } from './error-codes.ts';
import type { RateLimitName } from './limits.ts';

/** A response to a successful call. */
export type SuccessResponse = {
  readonly status: number;
  readonly description: string;
  readonly schema?: z.ZodType;
  /** Media types that a client can request instead of JSON by `Accept`, each with an example. */
  readonly texts?: Readonly<Record<string, string>>;
  readonly headers?: Readonly<Record<string, string>>;
};

/** One endpoint of the contract, with the environment and grants of its Lambda function. */
export type Route = {
  /** The name of the function's file in `functions/api/`, without `.ts`. */
  readonly function: string;
  /** Environment variables of the handler. Authentication and the rate limit add their own. */
  readonly environment?: readonly EnvironmentName[];
  /** Permissions of the handler. Authentication and the rate limit add their own. */
  readonly grants?: readonly Grant[];
  /** Memory of the function. Default: the common value of all endpoints. */
  readonly memoryMegabytes?: number;
  readonly method: 'DELETE' | 'GET' | 'PATCH' | 'POST';
  /** Path relative to the base URL, with `{parameters}`. */
  readonly path: string;
  readonly summary: string;
  readonly description: string;
  /** `token`: requires a bearer token. `user`: requires an ID token of the identity provider. `anyone`: requires none. */
  readonly access: 'token' | 'user' | 'anyone';
  /** Endpoints of our own dashboard and of the payment provider are left out of the OpenAPI document. */
  readonly audience?: 'dashboard';
  /** The rate limit that counts its calls; null if they are not counted. */
  readonly rateLimit: RateLimitName | null;
  /** Set if an accepted call counts as one operation against the monthly cap. */
  readonly countsAsOperation?: true;
  /** Set if a call can wait, within the plan's limit of waiting calls. */
  readonly mayWait?: true;
  /** Additional request headers. */
  readonly headers?: z.ZodObject;
  readonly query?: z.ZodObject;
  /** Schema of the body for each content type that the endpoint accepts. */
  readonly body?: Readonly<Record<string, z.ZodType>>;
  readonly success: SuccessResponse;
  /** Other responses to a successful call. */
  readonly alternatives?: readonly SuccessResponse[];
  /** Its own error codes. Access and body add theirs, as does every endpoint. */
  readonly errors: readonly ErrorCode[];
};

/** Endpoint rows by route name. */
export type RouteRows = Readonly<Record<string, Omit<Route, 'function'>>>;

/** Adds the name of its function to each row: the route `getJob` is in `get-job.ts`. */
export const routeGroup = <Rows extends RouteRows>(rows: Rows) =>
  Object.fromEntries(
    Object.entries(rows).map(([name, row]) => {
      const file = name.replace(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`);
      return [name, { ...row, function: file }];
    }),
  ) as { readonly [Name in keyof Rows]: Rows[Name] & { readonly function: string } };

/** Access with a bearer token; calls are counted per token. */
export const byToken = { access: 'token', rateLimit: 'default' } as const;

/** Access of signed-in users to the dashboard. */
export const byUser = { access: 'user', audience: 'dashboard', rateLimit: 'dashboard' } as const;

export const json = 'application/json';

/** Memory of functions that keep a whole upload in memory, as base64 and as bytes. */
export const uploadMemoryMegabytes = 1769;

/** The response header of a repeated call; every route that counts as an operation accepts an `Idempotency-Key`. */
export const replayed = {
  'Idempotency-Replayed': '`true` if an earlier call with the same Idempotency-Key received this response',
} as const;
