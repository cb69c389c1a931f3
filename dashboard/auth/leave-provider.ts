import type { Provider } from './open-id.ts';
import { redirectAddress } from './sign-in-address.ts';

// Amazon Cognito accepts only GET, needs no token and has its own parameter for the redirect URL.
const isCognito = (endpoint: string): boolean => new URL(endpoint).hostname.endsWith('.amazoncognito.com');

/**
 * Ends the provider's session (OpenID Connect RP-Initiated Logout 1.0) and returns to the dashboard. Sends the ID token in a
 * form, so that it is not in a URL. Does nothing if the provider has no such endpoint.
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
