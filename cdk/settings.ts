import type { Construct } from 'constructs';
import { signUpModes } from '../lib/api/sign-up.ts';
import { longestRetentionDays } from '../lib/jobs/job-times.ts';
import { nearestName } from '../lib/nearest-name.ts';
import { accountQuota } from './concurrency.ts';
import { bucketFolders } from './operator-buckets.ts';
import { values } from './setting-values.ts';

/** Every setting of a deployment, which is a key of the CDK context, and how its value is read. docs/operating.md lists them. */
export const settings = {
  accountConcurrency: accountQuota,
  alarmEmail: values.emailAddress,
  brokerClientId: values.line,
  brokerIssuer: values.httpsUrl,
  brokerName: values.providerName,
  brokerSecretName: values.secretName,
  callsPerSecond: values.callsPerSecond,
  cognitoDomainPrefix: values.domainPrefix,
  dashboardCertificate: values.certificate,
  dashboardDomain: values.hostName,
  googleClientId: values.line,
  googleSecretName: values.secretName,
  largeUploads: values.flag,
  oidcClientId: values.line,
  oidcConnectSources: values.sources,
  oidcIssuer: values.httpsUrl,
  rateLimitPerAddress: values.rateLimitPerAddress,
  retentionSeconds: values.wholeNumber(60, longestRetentionDays * 86_400),
  signUp: values.choice(signUpModes),
  sourceBuckets: bucketFolders,
  stripeSecretName: values.secretName,
  supportContact: values.line,
  targetBuckets: bucketFolders,
} as const satisfies Readonly<Record<string, (text: string) => unknown>>;

/** The name of a setting. */
export type SettingName = keyof typeof settings;

type SettingValue<Name extends SettingName> = ReturnType<(typeof settings)[Name]>;

/** A mistake in the settings. The message says what to set. */
export class SettingError extends Error {}

/** Settings that only make sense together. */
const groups: readonly (readonly SettingName[])[] = [
  ['dashboardDomain', 'dashboardCertificate'],
  ['googleClientId', 'googleSecretName'],
  ['brokerName', 'brokerIssuer', 'brokerClientId', 'brokerSecretName'],
  ['oidcIssuer', 'oidcClientId'],
];

/** Settings of the user pool, which another issuer replaces. */
const ofUserPool = ['cognitoDomainPrefix', 'googleClientId', 'brokerName'] as const;

const settingNames = Object.keys(settings) as SettingName[];

const isSet = (scope: Construct, name: SettingName): boolean => scope.node.tryGetContext(name) !== undefined;

/**
 * The value of a setting; undefined if it is not set.
 *
 * @throws SettingError that says what to set, if the value is invalid or a setting that belongs to it is missing
 */
export const readSetting = <Name extends SettingName>(
  scope: Construct,
  name: Name,
): SettingValue<Name> | undefined => {
  const given: unknown = scope.node.tryGetContext(name);
  if (given === undefined) return undefined;
  const missing = groups.find((group) => group.includes(name))?.filter((other) => !isSet(scope, other)) ?? [];
  if (missing.length > 0)
    throw new SettingError(
      `${name} is set without ${missing.join(', ')}. Set the context ${missing.join(', ')} too.`,
    );
  const refusal = (shown: string, cause: unknown): SettingError =>
    new SettingError(`${name} is ${shown}; ${cause instanceof Error ? cause.message : cause}`, { cause });
  if (!['string', 'number', 'boolean'].includes(typeof given))
    throw refusal(JSON.stringify(given), 'set text, a number, true or false');
  const text = String(given);
  try {
    return settings[name](text) as SettingValue<Name>;
  } catch (cause) {
    throw refusal(text === '' ? 'empty' : text.slice(0, 100), cause);
  }
};

/**
 * The values of settings that belong together; undefined if they are not set.
 *
 * @throws SettingError as `readSetting`
 */
export const readSettingGroup = <Name extends SettingName>(
  scope: Construct,
  names: readonly Name[],
): { readonly [Each in Name]: SettingValue<Each> } | undefined => {
  if (names.every((name) => !isSet(scope, name))) return undefined;
  return Object.fromEntries(names.map((name) => [name, readSetting(scope, name)])) as {
    readonly [Each in Name]: SettingValue<Each>;
  };
};

/** Keys of CDK and its command line have a colon, but for these. */
const keysOfCdk = ['acknowledged-issue-numbers', 'cli-telemetry'];

/**
 * Checks all settings before anything is synthesized.
 *
 * @throws SettingError if a key of the context is not a setting, or as `readSetting`
 */
export const checkSettings = (scope: Construct): void => {
  const keys = Object.keys(scope.node.getAllContext() ?? {});
  const unknown = keys.find(
    (key) => !key.includes(':') && !keysOfCdk.includes(key) && !Object.hasOwn(settings, key),
  );
  if (unknown !== undefined) {
    const meant = nearestName(unknown, settingNames);
    const hint = meant === undefined ? '' : `Did you mean ${meant}? `;
    throw new SettingError(`${unknown} is not a setting. ${hint}docs/operating.md lists all settings.`);
  }
  for (const name of settingNames) readSetting(scope, name);
  const ignored = ofUserPool.filter((name) => isSet(scope, name));
  if (isSet(scope, 'oidcIssuer') && ignored.length > 0)
    throw new SettingError(
      `oidcIssuer replaces the user pool, so ${ignored.join(', ')} would have no effect. Remove one or the other.`,
    );
  if (isSet(scope, 'oidcConnectSources') && !isSet(scope, 'oidcIssuer'))
    throw new SettingError(
      'oidcConnectSources is set without oidcIssuer. Set oidcIssuer and oidcClientId too.',
    );
};
