import { expect, it } from 'vitest';
import { checkReceiverAddress, receiverRule } from '../../../lib/webhooks/receiver-address.ts';

it.each([
  ['http://hooks.example/', 'url: must be an https URL.'],
  [
    'https://user@hooks.example/',
    'url: must not contain a user name or password. Verify the signature instead.',
  ],
  [
    'https://:secret@hooks.example/',
    'url: must not contain a user name or password. Verify the signature instead.',
  ],
  ['https://127.0.0.1/', 'url: 127.0.0.1 is not on the public internet. Use a public host name.'],
  ['https://[fe80::1]/', 'url: fe80::1 is not on the public internet. Use a public host name.'],
  ['https://[::ffff:10.0.0.1]/', 'url: ::ffff:a00:1 is not on the public internet. Use a public host name.'],
  ['https://172.31.255.255/', 'url: 172.31.255.255 is not on the public internet. Use a public host name.'],
  ['https://a.localhost/', 'url: a.localhost is not on the public internet. Use a public host name.'],
])('refuses %s', (address, message) => {
  expect(() => checkReceiverAddress('url', address, [])).toThrow(message);
});

it.each([
  'https://hooks.example/',
  'https://hooks.example:8443/a?b=c',
  'https://8.8.8.8/',
  'https://[2606:4700::1]/',
])('accepts %s', (address) => {
  expect(() => checkReceiverAddress('webhook_url', address, [])).not.toThrow();
});

it('sends to this machine only what is addressed to its host name', async () => {
  expect(() => checkReceiverAddress('url', 'http://receiver.test:80/', ['receiver.test'])).not.toThrow();
  expect(() => checkReceiverAddress('url', 'http://other.test/', ['receiver.test'])).toThrow(
    'must be an https URL, or http://receiver.test.',
  );

  expect(await receiverRule(new URL('http://receiver.test/'), ['receiver.test']).resolve?.('')).toEqual([
    { address: '127.0.0.1', family: 4 },
  ]);
  for (const rule of [
    receiverRule(new URL('http://other.test/'), ['receiver.test']),
    receiverRule(new URL('http://receiver.test/'), []),
  ]) {
    expect(rule).not.toHaveProperty('isAllowed');
    await expect(rule.resolve?.('receiver.invalid')).rejects.toThrow();
  }
});

it('accepts both names of this machine if a local stack does, and no other address of it', () => {
  const hosts = ['localhost', '127.0.0.1'];

  for (const address of [
    'http://localhost:8080/',
    'http://LOCALHOST/',
    'http://127.0.0.1:1/a',
    'http://127.1/',
  ])
    expect(() => checkReceiverAddress('url', address, hosts)).not.toThrow();
  for (const address of [
    'http://127.0.0.2/',
    'http://[::1]/',
    'http://a.localhost/',
    'http://localhost.example/',
  ])
    expect(() => checkReceiverAddress('url', address, hosts)).toThrow(
      'must be an https URL, or http://localhost, or http://127.0.0.1.',
    );
});
