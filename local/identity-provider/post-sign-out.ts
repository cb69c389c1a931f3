import type { IncomingMessage, ServerResponse } from 'node:http';
import { readBody } from '../gateway/body.ts';

const maxFormBytes = 16 * 1024;

/** Where sign-out begins; oidc-provider's own path. */
const path = '/session/end';

/** Whether a request begins a sign-out by a form (OpenID Connect RP-Initiated Logout 1.0, 2). */
export const isPostedSignOut = (request: IncomingMessage): boolean =>
  request.method === 'POST' && request.url === path;

/**
 * Makes the form a GET, the only method that oidc-provider takes without cookies for every site, which would need TLS.
 * The ID token is left out where the form names its client besides, so it stands in no address.
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
