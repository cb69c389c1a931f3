import { DocForgeError } from './errors.ts';

/** Headers of a request: a `Headers`, or an object as Node.js has it. */
export type WebhookHeaders = Headers | Readonly<Record<string, string | readonly string[] | undefined>>;

/** The largest difference between the time of a message and the clock, in seconds (Standard Webhooks recommends 5 minutes). */
const toleranceSeconds = 300;

const refuse = (message: string, cause?: unknown): DocForgeError =>
  new DocForgeError('invalid_webhook', message, { cause });

const headerOf = (headers: WebhookHeaders, name: string): string => {
  const entries = headers instanceof Headers ? [...headers] : Object.entries(headers);
  const found = entries.find(([key]) => key.toLowerCase() === name)?.[1];
  const value = typeof found === 'string' ? found : found?.[0];
  if (value === undefined || value === '') throw refuse(`The webhook has no ${name} header.`);
  return value;
};

const decodeBase64 = (text: string): Uint8Array<ArrayBuffer> | undefined => {
  try {
    return Uint8Array.from(atob(text), (character) => character.charCodeAt(0));
  } catch {
    return undefined;
  }
};

const importSecret = (secret: string) => {
  const bytes = decodeBase64(secret.replace(/^whsec_/, ''));
  if (bytes === undefined || bytes.length === 0)
    throw new TypeError('The webhook secret is not base64. Pass it as the service displays it: whsec_…');
  return crypto.subtle.importKey('raw', bytes, { name: 'HMAC', hash: 'SHA-256' }, false, ['verify']);
};

const checkTime = (timestamp: string, now: number): void => {
  const seconds = /^\d{1,12}$/.test(timestamp) ? Number(timestamp) : Number.NaN;
  if (!(Math.abs(now / 1000 - seconds) <= toleranceSeconds))
    throw refuse(
      'The webhook was signed more than 5 minutes ago or in the future. Check the clock of this machine.',
    );
};

/**
 * Verifies a webhook (Standard Webhooks 1.0) and returns its parsed payload.
 *
 * @param payload the body exactly as it was received, before any parsing
 * @param secret the secret of the endpoint, `whsec_…`
 * @param now milliseconds since the epoch
 * @throws DocForgeError `invalid_webhook` if a header is missing, no signature matches, or the time differs by over 5 minutes
 */
export const verifyWebhook = async (
  payload: string | Uint8Array,
  headers: WebhookHeaders,
  secret: string,
  now: number = Date.now(),
): Promise<unknown> => {
  const id = headerOf(headers, 'webhook-id');
  const timestamp = headerOf(headers, 'webhook-timestamp');
  checkTime(timestamp, now);
  const key = await importSecret(secret);
  const body = typeof payload === 'string' ? new TextEncoder().encode(payload) : payload;
  const prefix = new TextEncoder().encode(`${id}.${timestamp}.`);
  const signed = new Uint8Array(prefix.length + body.length);
  signed.set(prefix);
  signed.set(body, prefix.length);
  for (const signature of headerOf(headers, 'webhook-signature').split(' ')) {
    const bytes = signature.startsWith('v1,') ? decodeBase64(signature.slice(3)) : undefined;
    // verify compares in constant time.
    if (bytes === undefined || !(await crypto.subtle.verify('HMAC', key, bytes, signed))) continue;
    try {
      return JSON.parse(new TextDecoder().decode(body));
    } catch (error) {
      throw refuse('The webhook body is not JSON.', error);
    }
  }
  throw refuse(
    'No signature of the webhook matches. Check the secret, and pass the body as it was received.',
  );
};
