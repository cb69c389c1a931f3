import type { IncomingHttpHeaders } from 'node:http';

/** A body, or the reason why it is missing: too long for Prism, or incomplete. */
export type Body = Buffer | 'body over 10 MB' | 'body incomplete';

/** A request and its response, as they passed through a relay. */
export type Exchange = {
  readonly method: string;
  /** With the query. */
  readonly path: string;
  readonly requestHeaders: IncomingHttpHeaders;
  readonly requestBody: Body;
  readonly status: number;
  readonly responseHeaders: IncomingHttpHeaders;
  readonly responseBody: Body;
};

/** The longest body that Prism's own server reads, in bytes. */
export const maxBodyBytes = 10 * 1024 ** 2;
