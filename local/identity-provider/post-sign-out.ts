import type { IncomingMessage, ServerResponse } from 'node:http';
import { readBody } from '../gateway/body.ts';

const maxFormBytes = 16 * 1024;

/** The sign-out path of oidc-provider. */
const path = '/session/end';

/** Returns whether a request is a sign-out by POST (OpenID Connect RP-Initiated Logout 1.0, section 2). */
export const isPostedSignOut = (request: IncomingMessage): boolean =>
  request.method === 'POST' && request.url === path;

/**
 * Redirects the form to a GET: oidc-provider accepts POST only with SameSite=None cookies, which need TLS. Omits the ID token
 * if the form contains the client id, to keep it out of the URL.
 */
export const answerPostedSignOut = async (
  request: IncomingMessage,
  response: ServerResponse,
): Promise<void> => {
  const body = await readBody(request, maxFormBytes);
  if (typeof body === 'string') {
    response.writeHead(413).end();
    return;
  }
  const fields = new URLSearchParams(body.toString('utf8'));
  if (fields.has('client_id')) fields.delete('id_token_hint');
  response.writeHead(303, { location: `${path}?${fields}`, 'cache-control': 'no-store' }).end();
};
