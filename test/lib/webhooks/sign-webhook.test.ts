import { Webhook } from 'standardwebhooks';
import { expect, it } from 'vitest';
import { newWebhookSecret, signWebhook } from '../../../lib/webhooks/sign-webhook.ts';

const payload = JSON.stringify({ type: 'job.completed', data: { filename: 'Übersicht "1".pdf' } });

it('signs as the reference implementation does', () => {
  const secret = newWebhookSecret();
  const now = Date.now();

  const headers = signWebhook('msg_1', payload, [secret], now);

  expect(headers).toEqual({
    'webhook-id': 'msg_1',
    'webhook-timestamp': String(Math.floor(now / 1000)),
    'webhook-signature': new Webhook(secret).sign('msg_1', new Date(now), payload),
  });
  expect(new Webhook(secret).verify(payload, headers)).toEqual(JSON.parse(payload));
});

it('has a signature of each secret, which the reference implementation accepts', () => {
  const secrets = [newWebhookSecret(), newWebhookSecret()];

  const headers = signWebhook('msg_1', payload, secrets, Date.now());

  expect(headers['webhook-signature'].split(' ')).toHaveLength(2);
  for (const secret of secrets)
    expect(new Webhook(secret).verify(payload, headers)).toEqual(JSON.parse(payload));
  expect(() => new Webhook(newWebhookSecret()).verify(payload, headers)).toThrow('No matching signature');
  expect(() => new Webhook(secrets[0] ?? '').verify(`${payload} `, headers)).toThrow('No matching signature');
});

it('makes secrets of 256 bits, each another', () => {
  const secrets = Array.from({ length: 50 }, newWebhookSecret);

  expect(new Set(secrets).size).toBe(50);
  for (const secret of secrets) {
    expect(secret).toMatch(/^whsec_/);
    expect(Buffer.from(secret.slice(6), 'base64')).toHaveLength(32);
  }
});
