import { start } from './app/start.tsx';
import { billingReturn, readSignInAnswer } from './auth/sign-in-address.ts';

const billing = billingReturn(location.href);
if (billing !== undefined) history.replaceState(null, '', billing);

// The code must not stay in the address for a moment longer than it takes to read it.
const answer = readSignInAnswer(location.href);
if (answer !== undefined) history.replaceState(null, '', answer.cleaned);

// A page that the browser kept while the user was at the identity provider holds nothing that is still true.
addEventListener('pageshow', (event) => {
  if (event.persisted) location.reload();
});

const root = document.getElementById('app');
if (root !== null) void start(root, answer);
