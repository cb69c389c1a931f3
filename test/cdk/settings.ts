import type { StageSettings } from '../../cdk/settings.ts';
import { planTable } from '../../lib/plan-table.ts';

/** A valid value of each setting, but for `oidc`, which replaces `cognito`. */
export const everythingAroundCognito = {
  stackName: 'Papers',
  account: '111122223333',
  region: 'eu-central-1',
  bootstrapQualifier: 'myorg',
  tags: { team: 'documents' },
  terminationProtection: true,
  adopt: {
    tableStream:
      'arn:aws:dynamodb:eu-central-1:111122223333:table/DocForge-StorageTableB43FDCE7-1ABCDEFGHIJKL/stream/2026-11-27T12:00:00.000',
    bucket: 'docforge-storagebucket5cb7c8ea-abcdefghijkl',
    userPool: 'eu-central-1_AbCdEfGhI',
  },
  deployment: 'gradual',
  signUp: 'open',
  operators: ['operator@example.com', 'operators'],
  supportContact: 'help@example.com',
  retentionSeconds: 86_400,
  kmsKeyArn: 'arn:aws:kms:eu-central-1:111122223333:key/12345678-1234-1234-1234-123456789012',
  malwareScan: true,
  largeUploads: true,
  uploadImage: `public.ecr.aws/docker/library/node:24.21.0-slim@sha256:${'0a'.repeat(32)}`,
  uploadZones: [2, 3],
  buckets: { sources: ['my-bucket/in', 'shared'], targets: ['my-bucket/out/{account}'] },
  plans: {
    free: { ...planTable.free, maxOperations: 10 },
    business: { ...planTable.pro, label: 'Business', price: 199, maxActiveJobs: 100 },
  },
  engineDeadlineSeconds: 300,
  endpointMemoryMegabytes: 1769,
  workers: {
    convertDocument: { memoryMegabytes: 2048, concurrency: 120 },
    convertLargeDocument: { concurrency: 120 },
    convertWebPage: { concurrency: 120 },
    convertOfficeDocument: { memoryMegabytes: 4096, concurrency: 120 },
    recognizePages: { concurrency: 120 },
  },
  billing: { secretName: 'docforge/stripe' },
  api: {
    domain: 'api.example.com',
    certificate: 'arn:aws:acm:eu-central-1:111122223333:certificate/12345678-1234-1234-1234-123456789012',
    hostedZoneId: 'Z0123456789ABCDEFGHIJ',
  },
  dashboard: {
    domain: 'docs.example.com',
    certificate: 'arn:aws:acm:us-east-1:111122223333:certificate/12345678-1234-1234-1234-123456789012',
  },
  cognito: {
    domainPrefix: 'example-docforge',
    mail: { from: 'no-reply@example.com', name: 'DocForge', domain: 'example.com' },
    google: { clientId: 'client', secretName: 'docforge/google' },
    broker: {
      name: 'GitHub',
      issuer: 'https://broker.example.com',
      clientId: 'client',
      secretName: 'docforge/broker',
    },
  },
  accountConcurrency: 1000,
  callsPerSecond: 500,
  rateLimitPerAddress: 2000,
  workerArchitecture: 'arm64',
  alarmEmails: ['operator@example.com', 'second@example.com'],
  ticketEmails: ['team@example.com'],
  monthlyBudget: 100,
  traces: true,
} as const satisfies StageSettings;

/** Another issuer in place of Cognito. */
export const otherIssuer = {
  oidc: {
    issuer: 'https://login.example.com/tenant',
    clientId: 'docforge',
    connectSources: ['https://one.example.com', 'https://two.example.com'],
  },
} as const satisfies StageSettings;

/** Everything that needs no CloudFront. */
export const everythingWithoutCloudFront: StageSettings = {
  ...everythingAroundCognito,
  pages: 'api',
  largeUploads: false,
  dashboard: undefined,
};

/** Settings that tests look at one by one. One synthesis of all serves them. */
export const severalSettings: StageSettings = {
  accountConcurrency: 496,
  alarmEmails: ['operator@example.com'],
  ticketEmails: ['team@example.com'],
  monthlyBudget: 100,
  traces: true,
  callsPerSecond: 500,
  endpointMemoryMegabytes: 2048,
  largeUploads: true,
  retentionSeconds: 600,
  buckets: { sources: ['my-bucket/in', 'my-shared'], targets: ['my-bucket/out/{account}'] },
  billing: { secretName: 'docforge/stripe' },
};
