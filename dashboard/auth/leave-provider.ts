import type { Provider } from './open-id.ts';
import { redirectAddress } from './sign-in-address.ts';

// Amazon Cognito takes GET only, asks for no token and has a name of its own for the way back.
const isCognito = (endpoint: string): boolean => new URL(endpoint).hostname.endsWith('.amazoncognito.com');

/**
 * Ends the provider's session too (OpenID Connect RP-Initiated Logout 1.0) and comes back to the dashboard. The ID token goes in
 * the body of a form, so that it stands in no address; a provider without this endpoint is simply not asked.
 */
export const leaveProvider = ({ server, config }: Provider, identity: string): void => {
  const back = redirectAddress(location.href);
  if (server.end_session_endpoint === undefined) {
    location.replace(back);
    return;
  }
  if (isCognito(server.end_session_endpoint)) {
    const url = new URL(server.end_session_endpoint);
    url.searchParams.set('client_id', config.client_id);
    url.searchParams.set('logout_uri', back);
    location.replace(url.href);
    return;
  }
  const form = document.createElement('form');
  form.method = 'post';
  form.action = server.end_session_endpoint;
  const fields = {
    id_token_hint: identity,
    client_id: config.client_id,
    post_logout_redirect_uri: back,
  };
  for (const [name, value] of Object.entries(fields)) {
    const input = document.createElement('input');
    input.type = 'hidden';
    input.name = name;
    input.value = value;
    form.append(input);
  }
  document.body.append(form);
  form.submit();
};
