const certificate = 'arn:aws:acm:us-east-1:111122223333:certificate/12345678-1234-1234-1234-123456789012';
const domain = { dashboardDomain: 'docs.example.com', dashboardCertificate: certificate };
const google = { googleClientId: 'client', googleSecretName: 'docforge/google' };
const broker = {
  brokerName: 'GitHub',
  brokerIssuer: 'https://broker.example.com',
  brokerClientId: 'client',
  brokerSecretName: 'docforge/broker',
};
const issuer = { oidcIssuer: 'https://login.example.com', oidcClientId: 'docforge' };

/** Contexts to deploy with: none, each setting of docs/operating.md alone, and all that go together. */
export const settings: Readonly<Record<string, Readonly<Record<string, unknown>>>> = {
  'no setting': {},
  'another retention': { retentionSeconds: '86400' },
  'payments by Stripe': { stripeSecretName: 'docforge/stripe' },
  'a contact for support': { supportContact: 'help@example.com' },
  'mails of alarms': { alarmEmail: 'operator@example.com' },
  'concurrency of its own': { accountConcurrency: '1000' },
  'a domain of its own': domain,
  'a sign-in domain of its own': { cognitoDomainPrefix: 'example-docforge' },
  Google: google,
  'a broker': broker,
  'another issuer': issuer,
  'another issuer with further origins': {
    ...issuer,
    oidcConnectSources: 'https://one.example.com https://two.example.com',
  },
  'open sign-up': { signUp: 'open' },
  'closed sign-up': { signUp: 'closed' },
  'another rate of the gateway': { callsPerSecond: '500' },
  'a limit for addresses': { rateLimitPerAddress: '2000' },
  'buckets of its own': { sourceBuckets: 'my-bucket/in,shared', targetBuckets: 'my-bucket/out/{account}' },
  'large uploads': { largeUploads: 'true' },
  'everything around Cognito': {
    largeUploads: 'true',
    rateLimitPerAddress: '6000',
    callsPerSecond: '1000',
    signUp: 'open',
    sourceBuckets: 'my-bucket/in',
    targetBuckets: 'my-bucket/out',
    ...domain,
    ...google,
    ...broker,
    accountConcurrency: '314',
    alarmEmail: 'operator@example.com',
    stripeSecretName: 'docforge/stripe',
    cognitoDomainPrefix: 'example-docforge',
  },
};
