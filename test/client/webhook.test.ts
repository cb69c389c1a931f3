import { expect, it } from 'vitest';
import { verifyWebhook } from '../../client/webhook.ts';
import { acceptedWebhooks, refusedWebhooks } from './webhook-vectors.ts';

it.each(acceptedWebhooks)('accepts $title', async ({ payload, headers, secret, now }) => {
  const expected = JSON.parse(payload);

  expect(await verifyWebhook(payload, headers, secret, now)).toEqual(expected);
  expect(await verifyWebhook(Buffer.from(payload), headers, secret, now)).toEqual(expected);
  const web = new Headers(Object.entries(headers).map(([name, value]) => [name, String(value)]));
  expect(await verifyWebhook(payload, web, secret, now)).toEqual(expected);
});

it.each(refusedWebhooks)('refuses $title', async ({ payload, headers, secret, now }) => {
  await expect(verifyWebhook(payload, headers, secret, now)).rejects.toMatchObject({
    code: 'invalid_webhook',
  });
});

it('reports a secret that is not base64 as an error of the caller', async () => {
  const { payload = '', headers = {}, now } = acceptedWebhooks[0] ?? {};

  await expect(verifyWebhook(payload, headers, 'whsec_%', now)).rejects.toThrow(TypeError);
});
