import { type ApiEvent, header } from './api-event.ts';

/** The token of the Authorization header (RFC 6750, 2.1). Returns undefined if it has none. */
export const bearerToken = (event: ApiEvent): string | undefined =>
  /^Bearer +(\S+) *$/i.exec(header(event, 'authorization') ?? '')?.[1];
