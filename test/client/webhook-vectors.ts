import { Webhook } from 'standardwebhooks';

/** A webhook, with the time at which it is verified in milliseconds since the epoch. */
type WebhookVector = {
  readonly title: string;
  readonly payload: string;
  readonly headers: Readonly<Record<string, string | readonly string[]>>;
  readonly secret: string;
  readonly now: number;
};

const base64 = (text: string): string => Buffer.from(text).toString('base64');
const secret = `whsec_${base64('a secret of some twenty-four bytes')}`;
const payload = JSON.stringify({ type: 'job.completed', data: { filename: 'Übersicht "1".pdf' } });
const now = Date.parse('2026-11-20T09:12:00Z');

/** The headers that the reference implementation signs. */
const signed = (time = now, body = payload, by = secret) => ({
  'webhook-id': 'msg_1',
  'webhook-timestamp': String(Math.floor(time / 1000)),
  'webhook-signature': new Webhook(by).sign('msg_1', new Date(time), body),
});

const vector = (title: string, different: Partial<WebhookVector> = {}): WebhookVector => ({
  title,
  payload,
  headers: signed(),
  secret,
  now,
  ...different,
});

const without = (name: string) =>
  Object.fromEntries(Object.entries(signed()).filter(([key]) => key !== name));
const capitals = Object.fromEntries(
  Object.entries(signed()).map(([name, value]) => [name.toUpperCase(), [value]]),
);
const signature = signed()['webhook-signature'];
const other = signed(now, payload, `whsec_${base64('other')}`)['webhook-signature'];

/** Webhooks that the clients of all languages accept. */
export const acceptedWebhooks: readonly WebhookVector[] = [
  vector('what the reference implementation signs'),
  vector('names of headers in capitals, with lists of values', { headers: capitals }),
  vector('a secret without its prefix', { secret: secret.replace('whsec_', '') }),
  vector('one matching signature among several', {
    headers: { ...signed(), 'webhook-signature': `v1a,${base64('x')} ${other} v1,%% ${signature}` },
  }),
  vector('five minutes of delay', { headers: signed(now - 300_000) }),
  vector('five minutes in the future', { headers: signed(now + 300_000) }),
];

/** Webhooks that the clients of all languages refuse as `invalid_webhook`. */
export const refusedWebhooks: readonly WebhookVector[] = [
  vector('over five minutes of delay', { headers: signed(now - 301_000) }),
  vector('over five minutes in the future', { headers: signed(now + 301_000) }),
  vector('another body', { payload: `${payload} ` }),
  vector('another id', { headers: { ...signed(), 'webhook-id': 'msg_2' } }),
  vector('another time', { headers: { ...signed(), 'webhook-timestamp': String(now / 1000 + 1) } }),
  vector('another secret', { secret: `whsec_${base64('b')}` }),
  vector('an empty header', { headers: { ...signed(), 'webhook-signature': '' } }),
  vector('an empty signature', { headers: { ...signed(), 'webhook-signature': 'v1,' } }),
  vector('another version', {
    headers: { ...signed(), 'webhook-signature': signature.replace('v1', 'v2') },
  }),
  vector('no id', { headers: without('webhook-id') }),
  vector('no time', { headers: without('webhook-timestamp') }),
  vector('no signature', { headers: without('webhook-signature') }),
  vector('an empty list of values', { headers: { ...signed(), 'webhook-id': [] } }),
  vector('a time that is no number', { headers: { ...signed(), 'webhook-timestamp': '1e9' } }),
  vector('a body that is not JSON', { payload: 'text', headers: signed(now, 'text') }),
];
