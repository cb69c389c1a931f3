import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { App, Stack } from 'aws-cdk-lib';
import { describe, expect, it } from 'vitest';
import { checkSettings, type SettingName } from '../../cdk/settings.ts';
import { companionsOf, settingNames } from './settings.ts';

const check = (context: Readonly<Record<string, unknown>>): void =>
  checkSettings(new Stack(new App({ context: { ...context } }), 'Test'));

const issuer = companionsOf('oidcConnectSources');
const google = { ...companionsOf('googleClientId'), googleClientId: 'client' };

it('accepts the keys of CDK, and no setting', () => {
  expect(() =>
    check({
      '@aws-cdk/core:bootstrapQualifier': 'myorg',
      'aws:cdk:version-reporting': false,
      'cli-telemetry': false,
    }),
  ).not.toThrow();
});

it.each(['toString', 'domain', 'x'])('refuses the unknown key %s, which is like no setting', (key) => {
  expect(() => check({ [key]: 'true' })).toThrow(
    `${key} is not a setting. docs/operating.md lists all settings.`,
  );
});

it.each([
  ['largeUpload', 'largeUploads'],
  ['retentionSecond', 'retentionSeconds'],
  ['sourceBucket', 'sourceBuckets'],
  ['alarmEMail', 'alarmEmail'],
  ['signup', 'signUp'],
])('refuses the unknown key %s and names %s', (key, meant) => {
  expect(() => check({ [key]: 'true' })).toThrow(
    `${key} is not a setting. Did you mean ${meant}? docs/operating.md lists all settings.`,
  );
});

describe('a value', () => {
  it.each<[SettingName, string, string]>([
    ['accountConcurrency', 'many', 'set a whole number of at least 10'],
    ['accountConcurrency', '9', 'set a whole number of at least 10'],
    ['alarmEmail', 'notanemail', 'set one e-mail address'],
    ['alarmEmail', 'a@example.com, b@example.com', 'set one e-mail address'],
    ['alarmEmail', 'boo\u212a@example.com', 'set one e-mail address'],
    ['brokerIssuer', 'broker.example.com', 'set an https URL'],
    ['brokerName', 'GH', 'set 3 to 32 characters'],
    ['callsPerSecond', '99', 'set a whole number from 100 to 10000'],
    ['callsPerSecond', '10001', 'set a whole number from 100 to 10000'],
    ['cognitoDomainPrefix', 'my-cognito-pages', 'without "aws", "amazon" or "cognito"'],
    ['cognitoDomainPrefix', 'Docs', 'lower-case letters'],
    ['dashboardCertificate', 'arn:aws:acm:eu-west-1:111122223333:certificate/1a2b', 'in us-east-1'],
    ['dashboardDomain', 'https://docs.example.com', 'without scheme and path'],
    ['googleSecretName', 'two words', 'set the name of a secret'],
    ['largeUploads', 'yes', 'set true or false'],
    ['oidcConnectSources', 'https://a.example.com; script-src *', 'set https origins'],
    ['oidcConnectSources', 'http://a.example.com', 'set https origins'],
    ['oidcIssuer', 'http://login.example.com', 'set an https URL'],
    ['oidcIssuer', 'login.example.com', 'set an https URL'],
    ['oidcIssuer', 'https://login.example.com/?a=b', 'set an https URL'],
    ['rateLimitPerAddress', '99', 'set a whole number from 100'],
    ['rateLimitPerAddress', '1e3.5', 'set a whole number from 100'],
    ['retentionSeconds', '59', 'set a whole number from 60 to 172800'],
    ['retentionSeconds', ' ', 'set a whole number from 60 to 172800'],
    ['signUp', 'Open', 'set open, invite or closed'],
    ['sourceBuckets', ',', 'set at least one bucket'],
    ['stripeSecretName', 'docforge stripe', 'set the name of a secret'],
    ['supportContact', 'a\nb', 'set one line of at most 200 characters'],
    ['supportContact', 'x'.repeat(201), 'set one line of at most 200 characters'],
  ])('of %s that is %j is refused in a sentence', (name, value, remedy) => {
    const context = { ...companionsOf(name), [name]: value };

    expect(() => check(context)).toThrow(`${name} is ${value.slice(0, 100)}; `);
    expect(() => check(context)).toThrow(remedy);
  });

  it.each(settingNames)('of %s is never empty or structured', (name) => {
    const complete = companionsOf(name);

    expect(() => check({ ...complete, [name]: '' })).toThrow(/is empty; |Set the context/);
    for (const value of [[], {}, null]) expect(() => check({ ...complete, [name]: value })).toThrow(name);
  });
});

it.each([
  [{ ...issuer, cognitoDomainPrefix: 'docs' }, 'cognitoDomainPrefix would have no effect'],
  [{ ...issuer, ...google }, 'googleClientId would have no effect'],
  [{ oidcConnectSources: 'https://a.example.com' }, 'oidcConnectSources is set without oidcIssuer'],
])('refuses settings that have no effect together: %j', (context, message) => {
  expect(() => check(context)).toThrow(message);
});

it('is the only reader of the context', () => {
  const readers = readdirSync('cdk').filter((file) =>
    /tryGetContext|getAllContext/.test(readFileSync(join('cdk', file), 'utf8')),
  );

  expect(readers).toEqual(['settings.ts']);
});
