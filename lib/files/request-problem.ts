import { AddressError } from './public-request.ts';

/** The code of a Node error, which contains nothing of the response. */
const codeOf = (error: unknown): string => {
  const code = error instanceof Error && 'code' in error ? String(error.code) : '';
  return /^[A-Z][A-Z0-9_]{1,60}$/.test(code) ? ` (${code})` : '';
};

/** Why a request had no response, as a sentence for its owner without the address. */
export const requestProblem = (error: unknown): string => {
  if (error instanceof AddressError)
    return error.reason === 'unresolved'
      ? 'The host name does not resolve.'
      : 'The host is not on the public internet.';
  return `The connection failed${codeOf(error)}.`;
};
