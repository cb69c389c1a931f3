import { type Setting, type SettingName, settings } from '../../cdk/settings.ts';

type Context = Readonly<Record<string, string>>;

/** A valid value of each setting. */
const examples: Readonly<Record<SettingName, string>> = {
  accountConcurrency: '1000',
  alarmEmail: 'operator@example.com',
  brokerClientId: 'client',
  brokerIssuer: 'https://broker.example.com',
  brokerName: 'GitHub',
  brokerSecretName: 'docforge/broker',
  callsPerSecond: '500',
  cognitoDomainPrefix: 'example-docforge',
  dashboardCertificate: 'arn:aws:acm:us-east-1:111122223333:certificate/12345678-1234-1234-1234-123456789012',
  dashboardDomain: 'docs.example.com',
  googleClientId: 'client',
  googleSecretName: 'docforge/google',
  largeUploads: 'true',
  oidcClientId: 'docforge',
  oidcConnectSources: 'https://one.example.com https://two.example.com',
  oidcIssuer: 'https://login.example.com',
  rateLimitPerAddress: '2000',
  retentionSeconds: '86400',
  signUp: 'open',
  sourceBuckets: 'my-bucket/in,shared',
  stripeSecretName: 'docforge/stripe',
  supportContact: 'help@example.com',
  targetBuckets: 'my-bucket/out/{account}',
  workerArchitecture: 'arm64',
};

/** Settings that tests look at one by one. One synthesis of all serves them. */
export const severalSettings: Context = {
  accountConcurrency: '496',
  alarmEmail: 'operator@example.com',
  callsPerSecond: '500',
  largeUploads: 'true',
  retentionSeconds: '600',
  sourceBuckets: 'my-bucket/in,my-shared',
  stripeSecretName: 'docforge/stripe',
  targetBuckets: 'my-bucket/out/{account}',
};

/** The names of all settings. */
export const settingNames = Object.keys(examples) as readonly SettingName[];

const exampleOf = (name: string): [string, string] => [name, examples[name as SettingName]];

/** The settings that another one needs. */
export const companionsOf = (name: SettingName): Context => {
  const { needs = [] }: Setting = settings[name];
  return Object.fromEntries(needs.filter((other) => other !== name).map(exampleOf));
};

/** All settings that go together. */
export const everythingAroundCognito: Context = Object.fromEntries(
  settingNames.filter((name) => !name.startsWith('oidc')).map(exampleOf),
);

const alone = settingNames.map((name): [string, Context] => [
  name,
  { ...companionsOf(name), [name]: examples[name] },
]);

/** Contexts to deploy with: none, each setting with those that it needs, and all that go together. */
export const contexts: Readonly<Record<string, Context>> = {
  'no setting': {},
  'closed sign-up': { signUp: 'closed' },
  ...Object.fromEntries(alone.filter(([, context], at) => isFirst(context, at))),
  'everything around Cognito': everythingAroundCognito,
};

function isFirst(context: Context, at: number): boolean {
  const keysOf = (each: Context): string => Object.keys(each).toSorted().join();
  return alone.findIndex(([, each]) => keysOf(each) === keysOf(context)) === at;
}
