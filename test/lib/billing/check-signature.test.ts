import Stripe from 'stripe';
import { describe, expect, it } from 'vitest';
import { isSignedByStripe } from '../../../lib/billing/check-signature.ts';

const secret = 'whsec_of_the_tests';
const now = Date.parse('2026-11-20T09:12:00.000Z');
const payload = '{"id":"evt_1","name":"Zoë"}';

const headerOf = (seconds = now / 1000, key = secret): string =>
  Stripe.webhooks.generateTestHeaderString({ payload, secret: key, timestamp: seconds });
const isSigned = (header: string, body = payload, key = secret): boolean =>
  isSignedByStripe(Buffer.from(body), header, { secret: key, toleranceSeconds: 300, now });

/** Whether Stripe's client accepts it. */
const isSignedForStripe = (header: string, body = payload, key = secret): boolean => {
  try {
    Stripe.webhooks.constructEvent(Buffer.from(body), header, key, 300, undefined, now);
    return true;
  } catch {
    return false;
  }
};

const signature = headerOf().split('v1=')[1] ?? '';
const time = now / 1000;

describe('the signature of Stripe', () => {
  it.each<[string, boolean, string, string?, string?]>([
    ['of the body', true, headerOf()],
    ['of another body', false, headerOf(), '{"id":"evt_2"}'],
    ['with another secret', false, headerOf(time, 'whsec_another')],
    ['of 300 seconds ago', true, headerOf(time - 300)],
    ['of 301 seconds ago', false, headerOf(time - 301)],
    ['with another time', false, `t=${time - 1},v1=${signature}`],
    ['next to one of an old secret', true, `t=${time},v1=${'0'.repeat(64)},v1=${signature}`],
    ['of another scheme', false, `t=${time},v0=${signature}`],
    ['that is shorter', false, `t=${time},v1=${signature.slice(1)}`],
    ['that is empty', false, `t=${time},v1=`],
    ['that is not ASCII', false, `t=${time},v1=${'ü'.repeat(64)}`],
    ['without a time', false, `v1=${signature}`],
    ['with a time that is not a number', false, `t=now,v1=${signature}`],
    ['that is missing', false, ''],
    ['with a blank secret', false, headerOf(time, ' '), payload, ' '],
    ['with an empty secret', false, headerOf(time, ''), payload, ''],
  ])('%s: %s, as for its own client', (_, accepted, header, body, key) => {
    expect(isSigned(header, body, key)).toBe(accepted);
    expect(isSignedForStripe(header, body, key)).toBe(accepted);
  });
});
