import { BOOTSTRAP_QUALIFIER_CONTEXT, type StackProps } from 'aws-cdk-lib';
import type { Construct } from 'constructs';
import * as z from 'zod';
import { architectures } from '../lib/conversions/base/native-packages.ts';
import { checkValue } from '../lib/describe-issue.ts';
import { longestRetentionDays } from '../lib/jobs/job-times.ts';
import { plans } from '../lib/plans.ts';
import { signUpModes } from '../lib/sign-up.ts';
import { smallestQuota } from './concurrency.ts';
import { values } from './setting-values.ts';

/** Calls that one account of the largest plan may make, which the API's stage must admit. */
const largestPlanCallsPerSecond = Math.ceil(
  Math.max(...Object.values(plans).map(({ maxCallsPerMinute }) => maxCallsPerMinute)) / 60,
);

/** The settings of a stage. docs/operating.md describes them. */
export const settingsSchema = z
  .strictObject({
    // Where and how it is deployed.
    stackName: values.stackName.default('DocForge'),
    account: values.accountId.optional(),
    region: values.region.optional(),
    bootstrapQualifier: values.qualifier.optional(),
    tags: values.tags.default({}),
    terminationProtection: z.boolean().default(false),

    // Who uses it, and what they may do.
    signUp: z.enum(signUpModes).default('invite'),
    supportContact: values.line.optional(),
    retentionSeconds: z
      .int()
      .min(60)
      .max(longestRetentionDays * 86_400)
      .default(7200),
    largeUploads: z.boolean().default(false),
    uploadZones: z.array(values.zone).length(2).optional(),
    buckets: z
      .strictObject({ sources: values.bucketFolders.optional(), targets: values.bucketFolders.optional() })
      .default({}),
    billing: z.strictObject({ secretName: values.secretName }).optional(),

    // The dashboard and its identity provider.
    dashboard: z.strictObject({ domain: values.hostName, certificate: values.edgeCertificate }).optional(),
    cognito: z
      .strictObject({
        domainPrefix: values.domainPrefix.optional(),
        google: z.strictObject({ clientId: values.line, secretName: values.secretName }).optional(),
        broker: z
          .strictObject({
            name: values.providerName,
            issuer: values.httpsUrl,
            clientId: values.line,
            secretName: values.secretName,
          })
          .optional(),
      })
      .optional(),
    oidc: z
      .strictObject({
        issuer: values.httpsUrl,
        clientId: values.line,
        connectSources: z.array(values.cspSource).default([]),
      })
      .optional(),

    // Capacity and watching.
    accountConcurrency: z.int().min(smallestQuota).optional(),
    // The default is twice the rate of one account of the largest plan. It limits the rate, not the concurrency: a cold start takes a
    // second or two and a waiting call up to 25 s, and all share Lambda's quota (usually 1,000 concurrent executions).
    callsPerSecond: z.int().min(largestPlanCallsPerSecond).max(10_000).default(200),
    // The limits of a rule of AWS WAF.
    rateLimitPerAddress: z.int().min(100).max(2_000_000_000).optional(),
    workerArchitecture: z.enum(architectures).default('x64'),
    alarmEmails: z.array(values.emailAddress).default([]),
  })
  .superRefine(({ oidc, cognito }, { addIssue }) => {
    if (oidc !== undefined && cognito !== undefined)
      addIssue({
        code: 'custom',
        path: ['cognito'],
        message: 'has no effect, because oidc replaces the user pool. Remove one or the other',
      });
  });

/** The settings of a stage as an operator writes them: all of them may be left out. */
export type StageSettings = z.input<typeof settingsSchema>;

/** The settings of each stage, by its name: what `docforge.config.ts` exports. */
export type Stages = Readonly<Record<string, StageSettings>>;

/** The checked settings of the stage that is synthesized, with defaults. */
export type Settings = z.output<typeof settingsSchema>;

/** A mistake in the settings. The message states each with its field and what to set. */
export class SettingError extends Error {}

/**
 * Checks the settings of a stage.
 *
 * @param place what messages name before a field, such as `docforge.config.ts, production`
 * @throws SettingError
 */
export const checkSettings = (value: unknown, place: string): Settings => {
  const checked = checkValue(settingsSchema, value, 'setting');
  if (checked.ok) return checked.value;
  throw new SettingError(
    checked.faults.map(({ field, message }) => `${place}${field && `.${field}`}: ${message}`).join('\n'),
    { cause: checked.cause },
  );
};

const contextKey = 'docforge:settings';

/** Gives the constructs below a scope, which has none yet, their settings. */
export const provideSettings = ({ node }: Construct, settings: Settings): void => {
  node.setContext(contextKey, settings);
  if (settings.bootstrapQualifier !== undefined)
    node.setContext(BOOTSTRAP_QUALIFIER_CONTEXT, settings.bootstrapQualifier);
};

/** Returns the settings of the stage that a construct belongs to. */
export const settingsOf = (scope: Construct): Settings => {
  const settings: Settings | undefined = scope.node.tryGetContext(contextKey);
  if (settings === undefined) throw new Error('The app has no settings: call provideSettings first');
  return settings;
};

/** The properties of a stack that settings determine. */
export const stackProps = (settings: Settings): StackProps => {
  const { stackName, account, region, tags, terminationProtection } = settings;
  return {
    stackName,
    tags,
    terminationProtection,
    env: { ...(account && { account }), ...(region && { region }) },
  };
};
