import { createHmac, randomBytes } from 'node:crypto';

const secretPrefix = 'whsec_';

/** Standard Webhooks recommends 24 to 64 bytes. */
const secretBytes = 32;

/** A new secret: `whsec_` and 256 random bits in base64. */
export const newWebhookSecret = (): string => `${secretPrefix}${randomBytes(secretBytes).toString('base64')}`;

/**
 * The headers of a webhook, signed with each of the secrets (Standard Webhooks 1.0).
 *
 * @param now ms since the epoch, the time of this try
 */
export const signWebhook = (
  id: string,
  payload: string,
  secrets: readonly string[],
  now: number,
): Readonly<Record<'webhook-id' | 'webhook-timestamp' | 'webhook-signature', string>> => {
  const timestamp = String(Math.floor(now / 1000));
  const signatures = secrets.map((secret) => {
    const key = Buffer.from(secret.slice(secretPrefix.length), 'base64');
    return `v1,${createHmac('sha256', key).update(`${id}.${timestamp}.${payload}`).digest('base64')}`;
  });
  return {
    'webhook-id': id,
    'webhook-timestamp': timestamp,
    'webhook-signature': signatures.join(' '),
  };
};
