import type { Construct } from 'constructs';
import { architectures } from '../lib/conversions/base/native-packages.ts';
import { longestRetentionDays } from '../lib/jobs/job-times.ts';
import { nearestName } from '../lib/nearest-name.ts';
import { signUpModes } from '../lib/sign-up.ts';
import { accountQuota } from './concurrency.ts';
import { bucketFolders } from './operator-buckets.ts';
import { values } from './setting-values.ts';

/** How a setting is read. */
export type Setting = {
  /** Reads its value. Throws an Error that says what to set. */
  readonly read: (text: string) => unknown;
  /** The value if it is not set, as text. */
  readonly initial?: string;
  /** The settings without which it makes no sense. */
  readonly needs?: readonly string[];
};

const broker = ['brokerClientId', 'brokerIssuer', 'brokerName', 'brokerSecretName'];
const domain = ['dashboardCertificate', 'dashboardDomain'];
const google = ['googleClientId', 'googleSecretName'];
const issuer = ['oidcIssuer', 'oidcClientId'];

/** Every setting of a deployment, which is a key of the CDK context. docs/operating.md lists them. */
export const settings = {
  accountConcurrency: { read: accountQuota },
  alarmEmail: { read: values.emailAddress },
  brokerClientId: { read: values.line, needs: broker },
  brokerIssuer: { read: values.httpsUrl, needs: broker },
  brokerName: { read: values.providerName, needs: broker },
  brokerSecretName: { read: values.secretName, needs: broker },
  // Twice the rate that the largest plan allows one account. This limits the rate, not the concurrency: a cold start takes a second or
  // two and a waiting call up to 25 s, and all share Lambda's quota (usually 1,000 concurrent executions).
  callsPerSecond: { read: values.callsPerSecond, initial: '200' },
  cognitoDomainPrefix: { read: values.domainPrefix },
  dashboardCertificate: { read: values.certificate, needs: domain },
  dashboardDomain: { read: values.hostName, needs: domain },
  googleClientId: { read: values.line, needs: google },
  googleSecretName: { read: values.secretName, needs: google },
  largeUploads: { read: values.flag, initial: 'false' },
  oidcClientId: { read: values.line, needs: issuer },
  oidcConnectSources: { read: values.sources, needs: issuer },
  oidcIssuer: { read: values.httpsUrl, needs: issuer },
  rateLimitPerAddress: { read: values.rateLimitPerAddress },
  retentionSeconds: { read: values.wholeNumber(60, longestRetentionDays * 86_400), initial: '7200' },
  // A stranger's account costs money.
  signUp: { read: values.choice(signUpModes), initial: 'invite' },
  sourceBuckets: { read: bucketFolders },
  stripeSecretName: { read: values.secretName },
  supportContact: { read: values.line },
  targetBuckets: { read: bucketFolders },
  workerArchitecture: { read: values.choice(architectures), initial: 'x64' },
} as const satisfies Readonly<Record<string, Setting>>;

/** The name of a setting. */
export type SettingName = keyof typeof settings;

type Settings = typeof settings;

/** The value of a setting; undefined if it is not set and has no initial value. */
type SettingValue<Name extends SettingName> =
  | ReturnType<Settings[Name]['read']>
  | (Settings[Name] extends { readonly initial: string } ? never : undefined);

/** A mistake in the settings. The message says what to set. */
export class SettingError extends Error {}

/** Settings of the user pool, which another issuer replaces. */
const ofUserPool = ['cognitoDomainPrefix', 'googleClientId', 'brokerName'] as const;

const settingNames = Object.keys(settings) as SettingName[];

const isSet = (scope: Construct, name: string): boolean => scope.node.tryGetContext(name) !== undefined;

/**
 * Returns the value of a setting, or its initial value; undefined if it has neither.
 *
 * @throws SettingError that says what to set, if the value is invalid or a setting that belongs to it is missing
 */
export const readSetting = <Name extends SettingName>(scope: Construct, name: Name): SettingValue<Name> => {
  const { read, initial, needs = [] }: Setting = settings[name];
  const given: unknown = isSet(scope, name) ? scope.node.tryGetContext(name) : initial;
  if (given === undefined) return undefined as SettingValue<Name>;
  const missing = needs.filter((other) => !isSet(scope, other));
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
    return read(text) as SettingValue<Name>;
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
): { readonly [Each in Name]: NonNullable<SettingValue<Each>> } | undefined => {
  if (names.every((name) => !isSet(scope, name))) return undefined;
  return Object.fromEntries(names.map((name) => [name, readSetting(scope, name)])) as {
    readonly [Each in Name]: NonNullable<SettingValue<Each>>;
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
};
