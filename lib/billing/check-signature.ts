import { createHmac, timingSafeEqual } from 'node:crypto';

const isEqual = (one: string, other: string): boolean => {
  const [a, b] = [Buffer.from(one), Buffer.from(other)];
  return a.length === b.length && timingSafeEqual(a, b);
};

/** The values of one name in a header such as `t=1492774577,v1=5257a8,v1=6ffbb5`. */
const valuesOf = (header: string, wanted: string): readonly string[] =>
  header.split(',').flatMap((part) => {
    const [name, value] = part.split('=');
    return name === wanted && value !== undefined ? [value] : [];
  });

/**
 * Whether a `Stripe-Signature` signs a body, at most `toleranceSeconds` before `now` (ms since the epoch).
 *
 * @see https://docs.stripe.com/webhooks/signature
 */
export const isSignedByStripe = (
  body: Uint8Array,
  header: string,
  { secret, toleranceSeconds, now }: { secret: string; toleranceSeconds: number; now: number },
): boolean => {
  const [timestamp = ''] = valuesOf(header, 't');
  // Anyone can sign with a secret that was left blank.
  if (secret.trim() === '' || !/^\d{1,15}$/.test(timestamp)) return false;
  const expected = createHmac('sha256', secret).update(`${timestamp}.`).update(body).digest('hex');
  const isSigned = valuesOf(header, 'v1').some((signature) => isEqual(signature, expected));
  return isSigned && Math.floor(now / 1000) - Number(timestamp) <= toleranceSeconds;
};
