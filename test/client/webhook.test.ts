import { Webhook } from 'standardwebhooks';
import { expect, it } from 'vitest';
import { verifyWebhook } from '../../client/webhook.ts';

const secret = `whsec_${Buffer.from('a secret of some twenty-four bytes').toString('base64')}`;
const payload = JSON.stringify({ type: 'job.completed', data: { filename: 'Übersicht "1".pdf' } });
const now = Date.parse('2026-11-20T09:12:00Z');

const signed = (time = now, id = 'msg_1', body = payload, by = secret) => ({
  'webhook-id': id,
  'webhook-timestamp': String(Math.floor(time / 1000)),
  'webhook-signature': new Webhook(by).sign(id, new Date(time), body),
});

it('accepts what the reference implementation signs, in every form of headers and body', async () => {
  const expected = JSON.parse(payload);

  expect(await verifyWebhook(payload, signed(), secret, now)).toEqual(expected);
  expect(await verifyWebhook(Buffer.from(payload), new Headers(signed()), secret, now)).toEqual(expected);
  const capitals = Object.fromEntries(
    Object.entries(signed()).map(([name, value]) => [name.toUpperCase(), [value]]),
  );
  expect(await verifyWebhook(payload, capitals, secret.replace('whsec_', ''), now)).toEqual(expected);
});

it('accepts one matching signature among several', async () => {
  const headers = signed();
  const other = signed(now, 'msg_1', payload, `whsec_${Buffer.from('other').toString('base64')}`);
  const several = `v1a,${Buffer.from('x').toString('base64')} ${other['webhook-signature']} v1,%% ${headers['webhook-signature']}`;

  expect(
    await verifyWebhook(payload, { ...headers, 'webhook-signature': several }, secret, now),
  ).toBeDefined();
});

it('accepts exactly five minutes of difference', async () => {
  expect(await verifyWebhook(payload, signed(now - 300_000), secret, now)).toBeDefined();
  expect(await verifyWebhook(payload, signed(now + 300_000), secret, now)).toBeDefined();
  for (const time of [now - 301_000, now + 301_000])
    await expect(verifyWebhook(payload, signed(time), secret, now)).rejects.toMatchObject({
      code: 'invalid_webhook',
    });
});

it.each([
  ['another body', `${payload} `, signed()],
  ['another id', payload, { ...signed(), 'webhook-id': 'msg_2' }],
  ['another time', payload, { ...signed(), 'webhook-timestamp': String(now / 1000 + 1) }],
  ['another secret', payload, signed(now, 'msg_1', payload, `whsec_${Buffer.from('b').toString('base64')}`)],
  ['no signature', payload, { ...signed(), 'webhook-signature': '' }],
  ['an empty signature', payload, { ...signed(), 'webhook-signature': 'v1,' }],
  [
    'another version',
    payload,
    { ...signed(), 'webhook-signature': signed()['webhook-signature'].replace('v1', 'v2') },
  ],
  ['no id', payload, { ...signed(), 'webhook-id': undefined }],
  ['a time that is no number', payload, { ...signed(), 'webhook-timestamp': '1e9' }],
  ['a body that is not JSON', 'text', signed(now, 'msg_1', 'text')],
])('refuses %s', async (_, body, headers) => {
  await expect(verifyWebhook(body, headers, secret, now)).rejects.toMatchObject({ code: 'invalid_webhook' });
});

it('reports a secret that is not base64 as an error of the caller', async () => {
  await expect(verifyWebhook(payload, signed(), 'whsec_%', now)).rejects.toThrow(TypeError);
});
