import { start } from './app/start.tsx';
import { billingReturn, readSignInAnswer } from './auth/sign-in-address.ts';

const billing = billingReturn(location.href);
if (billing !== undefined) history.replaceState(null, '', billing);

// Remove the authorization code from the URL as soon as it is read.
const answer = readSignInAnswer(location.href);
if (answer !== undefined) history.replaceState(null, '', answer.cleaned);

// A page restored from the back/forward cache is outdated after a visit of the identity provider.
addEventListener('pageshow', (event) => {
  if (event.persisted) location.reload();
});

const root = document.getElementById('app');
if (root !== null) void start(root, answer);
