import { Stack } from 'aws-cdk-lib';
import { describe, expect, it } from 'vitest';
import { checkSettings, provideSettings, type StageSettings, settingsOf } from '../../cdk/settings.ts';
import { planTable } from '../../lib/plan-table.ts';
import { everythingAroundCognito, otherIssuer } from './settings.ts';
import { newApp } from './synthesize-stack.ts';

const check = (settings: unknown) => checkSettings(settings, 'docforge.config.ts, production');

it('has a default for every setting that a first deployment needs', () => {
  expect(check({})).toEqual({
    stackName: 'DocForge',
    tags: {},
    terminationProtection: false,
    adopt: {},
    signUp: 'invite',
    operators: [],
    retentionSeconds: 7200,
    deployment: 'atOnce',
    pages: 'cloudFront',
    largeUploads: false,
    malwareScan: false,
    uploadZones: [1, 2],
    buckets: {},
    callsPerSecond: 200,
    workers: {},
    workerArchitecture: 'x64',
    alarmEmails: [],
    traces: false,
  });
});

it('accepts everything that goes together', () => {
  const { buckets, ...rest } = everythingAroundCognito;

  expect(check(everythingAroundCognito)).toMatchObject(rest);
  expect(check({ buckets }).buckets.sources).toEqual({
    text: 'my-bucket/in,shared',
    folders: [
      { bucket: 'my-bucket', prefix: 'in/' },
      { bucket: 'shared', prefix: '' },
    ],
  });
});

it.each<[Readonly<Record<string, unknown>>, string]>([
  [{ largeUpload: true }, 'largeUpload: unknown setting. Did you mean "largeUploads"?'],
  [{ retentionSecond: 60 }, 'retentionSecond: unknown setting. Did you mean "retentionSeconds"?'],
  [{ signup: 'open' }, 'signup: unknown setting. Did you mean "signUp"?'],
  [
    { cognito: { domainprefix: 'docs' } },
    'cognito.domainprefix: unknown setting. Did you mean "domainPrefix"?',
  ],
  [{ buckets: { source: [] } }, 'buckets.source: unknown setting. Did you mean "sources"?'],
  [{ toString: 'x' }, 'toString: unknown setting. Remove it, or use one of stackName, account, '],
  [JSON.parse('{"__proto__":1}'), '__proto__: unknown setting. Remove it'],
])('refuses the unknown setting in %j', (settings, message) => {
  expect(() => check(settings)).toThrow(`docforge.config.ts, production.${message}`);
});

describe('a value', () => {
  it.each<[Readonly<Record<string, unknown>>, string]>([
    [{ kmsKeyArn: 'alias/docs' }, 'kmsKeyArn: must be the ARN of a key of AWS KMS'],
    [{ cognito: { mail: { from: 'DocForge' } } }, 'cognito.mail.from: must be one e-mail address'],
    [{ uploadImage: 'node@sha256:12' }, 'uploadImage: must be the name of a container image'],
    [{ uploadZones: [1] }, 'uploadZones: must have at least 2 entries; this has 1.'],
    [{ uploadZones: [0, 1] }, 'uploadZones.0: must be at least 1; this is 0.'],
    [{ account: 111122223333 }, 'account: must be a string, not 111122223333.'],
    [
      { account: '1111-2222-3333' },
      'account: must be the id of an AWS account: 12 digits in quotes, not "1111-',
    ],
    [{ accountConcurrency: 'many' }, 'accountConcurrency: must be a number, not "many".'],
    [{ accountConcurrency: 9 }, 'accountConcurrency: must be at least 10; this is 9.'],
    [{ alarmEmails: 'a@example.com' }, 'alarmEmails: must be an array, not "a@example.com".'],
    [
      { alarmEmails: ['notanemail'] },
      'alarmEmails.0: must be one e-mail address, such as operator@example.com, not "notanemail".',
    ],
    [{ alarmEmails: ['a@example.com, b@example.com'] }, 'alarmEmails.0: must be one e-mail address'],
    [{ alarmEmails: ['boo\u212a@example.com'] }, 'alarmEmails.0: must be one e-mail address'],
    [
      { bootstrapQualifier: 'My-Org' },
      'bootstrapQualifier: must be 1 to 10 lower-case letters and digits, not "My-Org".',
    ],
    [
      { buckets: { sources: ['my-bucket/*'] } },
      'buckets.sources.0: must be a bucket or bucket/prefix, such as my-bucket/in/{account}, not "my-bucket/*".',
    ],
    [{ buckets: { targets: ['s3://my-bucket'] } }, 'buckets.targets.0: must be a bucket'],
    [{ buckets: { targets: ['one-bucket,two-bucket'] } }, 'buckets.targets.0: must be a bucket'],
    [
      { buckets: { sources: Array(101).fill('my-bucket') } },
      'buckets.sources: must have at most 1000 characters in all; these are 1009.',
    ],
    [
      { callsPerSecond: 99 },
      'callsPerSecond: must be at least 100, the rate of one account of the plan pro; this is 99.',
    ],
    [{ engineDeadlineSeconds: 9 }, 'engineDeadlineSeconds: must be at least 10; this is 9.'],
    [{ engineDeadlineSeconds: 601 }, 'engineDeadlineSeconds: must be at most 600; this is 601.'],
    [{ endpointMemoryMegabytes: 1000 }, 'endpointMemoryMegabytes: must be at least 1024; this is 1000.'],
    [
      { workers: { convertDocuments: {} } },
      'workers.convertDocuments: unknown setting. Did you mean "convertDocument"?',
    ],
    [
      { workers: { convertDocument: { memoryMegabytes: 1768 } } },
      'workers.convertDocument.memoryMegabytes: must be at least 1769; this is 1768.',
    ],
    [
      { workers: { convertDocument: { memoryMegabytes: 10_241 } } },
      'workers.convertDocument.memoryMegabytes: must be at most 10240; this is 10241.',
    ],
    [
      { workers: { recognizePages: { concurrency: 50 } } },
      'workers.recognizePages.concurrency: must be more than the 50 active jobs of the plan pro, so that no account can occupy all workers; this is 50.',
    ],
    [
      { plans: { pro: planTable.pro } },
      'plans.free: must exist and have the price 0, because it is the plan of new users.',
    ],
    [{ plans: { free: planTable.pro } }, 'plans.free: must exist and have the price 0'],
    [
      { plans: { free: planTable.free, 'pro-2': planTable.pro } },
      'plans.pro-2: must have a name of 1 to 20 lower-case letters and digits',
    ],
    [
      { plans: { free: planTable.free, pro: planTable.pro, starter: planTable.starter } },
      'plans.starter.price: must be at least that of pro: list plans from the cheapest',
    ],
    [
      { plans: { free: { ...planTable.free, maxFileBytes: 26_214_401 } } },
      'plans.free.maxFileBytes: must be at most 26214400; this is 26214401.',
    ],
    [
      { plans: { free: { ...planTable.free, maxOperation: 1 } } },
      'plans.free.maxOperation: unknown setting.',
    ],
    [
      { plans: { free: planTable.free, pro: { ...planTable.pro, price: 9.5 } } },
      'plans.pro.price: must be a whole number, not 9.5.',
    ],
    [{ callsPerSecond: 10_001 }, 'callsPerSecond: must be at most 10000; this is 10001.'],
    [{ cognito: { domainPrefix: 'my-cognito-pages' } }, 'without "aws", "amazon" or "cognito"'],
    [{ cognito: { domainPrefix: 'Docs' } }, 'cognito.domainPrefix: must be 1 to 63 lower-case letters'],
    [{ cognito: { google: { clientId: 'g-1' } } }, 'cognito.google.secretName: is required.'],
    [
      { cognito: { google: { clientId: 'g-1', secretName: 'two words' } } },
      'cognito.google.secretName: must be the name of a secret',
    ],
    [
      { cognito: { broker: { ...everythingAroundCognito.cognito.broker, name: 'GH' } } },
      'cognito.broker.name: must be 3 to 32 characters',
    ],
    [
      { cognito: { broker: { ...everythingAroundCognito.cognito.broker, issuer: 'broker.example.com' } } },
      'cognito.broker.issuer: must be an https URL',
    ],
    [{ dashboard: { domain: 'docs.example.com' } }, 'dashboard.certificate: is required.'],
    [
      { dashboard: { ...everythingAroundCognito.dashboard, domain: 'https://docs.example.com' } },
      'dashboard.domain: must be a domain name in lower case without scheme and path',
    ],
    [
      {
        dashboard: {
          domain: 'docs.example.com',
          certificate: 'arn:aws:acm:eu-west-1:111122223333:certificate/1a2b',
        },
      },
      'in us-east-1, the region of CloudFront',
    ],
    [
      { adopt: { tableStream: 'DocForge-StorageTable' } },
      'adopt.tableStream: must be the ARN of the stream of a DynamoDB table',
    ],
    [{ adopt: { bucket: 'my-bucket/in' } }, 'adopt.bucket: must be the name of an S3 bucket'],
    [{ adopt: { userPool: 'arn:aws:x' } }, 'adopt.userPool: must be the id of a user pool'],
    [
      { ...otherIssuer, adopt: { userPool: 'eu-central-1_AbCdEfGhI' } },
      'adopt.userPool: has no effect, because oidc replaces the user pool.',
    ],
    [{ largeUploads: 'true' }, 'largeUploads: must be true or false, not "true".'],
    [{ oidc: { issuer: 'https://login.example.com' } }, 'oidc.clientId: is required.'],
    [{ oidc: { issuer: 'http://login.example.com', clientId: 'a' } }, 'oidc.issuer: must be an https URL'],
    [
      { oidc: { issuer: 'https://login.example.com/?a=b', clientId: 'a' } },
      'oidc.issuer: must be an https URL',
    ],
    [
      { oidc: { ...otherIssuer.oidc, connectSources: ['https://a.example.com; script-src *'] } },
      'oidc.connectSources.0: must be an https origin',
    ],
    [{ rateLimitPerAddress: 99 }, 'rateLimitPerAddress: must be at least 100; this is 99.'],
    [
      { region: 'Frankfurt' },
      'region: must be the name of an AWS region, such as eu-central-1, not "Frankfurt".',
    ],
    [
      { api: { domain: 'https://API.example.com/v1', certificate: everythingAroundCognito.api.certificate } },
      'api.domain: must be a domain name in lower case without scheme and path, such as docs.example.com, not "https://API.example.com/v1". Did you mean "api.example.com"?',
    ],
    [
      { api: { ...everythingAroundCognito.api, certificate: 'api' } },
      'api.certificate: must be the ARN of a certificate of AWS Certificate Manager',
    ],
    [
      { api: { ...everythingAroundCognito.api, hostedZoneId: 'example.com' } },
      'api.hostedZoneId: must be the id of a hosted zone of Route 53',
    ],
    [
      { region: 'eu-west-1', api: everythingAroundCognito.api },
      'api.certificate: must be in eu-west-1, the region of the stack, not in eu-central-1. Request one in eu-west-1.',
    ],
    [
      {
        api: { ...everythingAroundCognito.api, domain: 'docs.example.com' },
        dashboard: everythingAroundCognito.dashboard,
      },
      'api.domain: must differ from dashboard.domain, which CloudFront serves. Did you mean "api.example.com"?',
    ],
    [{ retentionSeconds: 59 }, 'retentionSeconds: must be at least 60; this is 59.'],
    [{ retentionSeconds: 172_801 }, 'retentionSeconds: must be at most 172800; this is 172801.'],
    [{ retentionSeconds: 90.5 }, 'retentionSeconds: must be a whole number, not 90.5.'],
    [
      { signUp: 'Open' },
      'signUp: must be one of "open", "invite", "closed", not "Open". Did you mean "open"?',
    ],
    [
      { stackName: '1st' },
      'stackName: must be a letter followed by up to 122 letters, digits and hyphens, not "1st".',
    ],
    [{ supportContact: 'a\nb' }, 'supportContact: must be one line of 1 to 200 characters'],
    [{ tags: { 'aws:team': 'x' } }, 'tags.aws:team: '],
    [
      { workerArchitecture: 'arm46' },
      'workerArchitecture: must be one of "x64", "arm64", not "arm46". Did you mean "arm64"?',
    ],
  ])('is refused with its field and limit: %j', (settings, message) => {
    expect(() => check(settings)).toThrow(message);
  });

  it.each(['largeUploads', 'dashboard'] as const)('of %s needs CloudFront', (name) => {
    const settings = { pages: 'none', [name]: everythingAroundCognito[name] };

    expect(() => check(settings)).toThrow(`${name}: needs CloudFront. Remove it, or pages: 'none'.`);
  });

  it.each(Object.keys(everythingAroundCognito))('of %s is never null or of another type', (name) => {
    for (const value of [null, Symbol.iterator, () => 1])
      expect(() => check({ [name]: value })).toThrow(`production.${name}: `);
  });
});

it.each([undefined, null, 1, 'DocForge', []])('refuses %j as the settings of a stage', (settings) => {
  expect(() => check(settings)).toThrow('docforge.config.ts, production: ');
});

it('states all mistakes at once', () => {
  expect(() => check({ signUp: 'all', retention: 60 })).toThrow(
    /production\.signUp: .*\n.*production\.retention: /,
  );
});

it('refuses settings that have no effect together', () => {
  expect(() => check({ ...otherIssuer, cognito: {} })).toThrow(
    'docforge.config.ts, production.cognito: has no effect, because oidc replaces the user pool. Remove one or the other.',
  );
});

it('provides settings to every construct of an app', () => {
  const app = newApp();
  const settings: StageSettings = { signUp: 'closed' };

  expect(() => settingsOf(app)).toThrow('The app has no settings');
  provideSettings(app, check(settings));

  expect(settingsOf(new Stack(app, 'Test')).signUp).toBe('closed');
});
