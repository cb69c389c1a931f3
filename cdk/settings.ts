import type { StackProps } from 'aws-cdk-lib';
import type { Construct } from 'constructs';
import * as z from 'zod';
import { architectures } from '../lib/conversions/base/native-packages.ts';
import type { DeploymentConstants } from '../lib/deployment-constants.ts';
import { checkValue } from '../lib/describe-issue.ts';
import { defaultMemoryMegabytes } from '../lib/functions/endpoint-functions.ts';
import { longestRetentionDays } from '../lib/jobs/longest-retention.ts';
import { planTable } from '../lib/plan-table.ts';
import { recordOf } from '../lib/record-of.ts';
import { signUpModes } from '../lib/sign-up.ts';
import { type WorkerFunctionName, workerFunctions } from '../lib/workers.ts';
import { plansSchema } from './plan-settings.ts';
import { values } from './setting-values.ts';

/** The smallest quota of concurrent executions that AWS assigns, to new accounts. */
const smallestQuota = 10;

/** The largest memory of a Lambda function, in megabytes. */
const mostMegabytes = 10_240;

/** Concurrent executions of each queue. */
const defaultConcurrency = 60;

const workerNames = Object.keys(workerFunctions) as readonly WorkerFunctionName[];

const workerSchema = (name: WorkerFunctionName) =>
  z
    .strictObject({
      memoryMegabytes: z.int().min(workerFunctions[name].leastMegabytes).max(mostMegabytes).optional(),
      // The limits of an SQS event source.
      concurrency: z.int().min(2).max(1000).optional(),
    })
    .optional();

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
    deployment: z.enum(['atOnce', 'gradual']).default('atOnce'),

    // Existing resources in place of those of the data stack.
    adopt: z
      .strictObject({
        tableStream: values.tableStream.optional(),
        bucket: values.bucketName.optional(),
        userPool: values.userPoolId.optional(),
      })
      .default({}),

    // Who uses it, and what they may do.
    signUp: z.enum(signUpModes).default('invite'),
    operators: values.operators.default([]),
    supportContact: values.line.optional(),
    retentionSeconds: z
      .int()
      .min(60)
      .max(longestRetentionDays * 86_400)
      .default(7200),
    // Who serves the dashboard and the documentation.
    pages: z.enum(['cloudFront', 'api', 'none']).default('cloudFront'),
    largeUploads: z.boolean().default(false),
    uploadImage: values.image.optional(),
    // Places in the list of the region's zones, which names in a template would tie to one region.
    uploadZones: z.array(z.int().min(1).max(6)).length(2).default([1, 2]),
    malwareScan: z.boolean().default(false),
    kmsKeyArn: values.kmsKey.optional(),
    buckets: z
      .strictObject({ sources: values.bucketFolders.optional(), targets: values.bucketFolders.optional() })
      .default({}),
    plans: plansSchema.optional(),
    billing: z.strictObject({ secretName: values.secretName }).optional(),

    // The domain of the API.
    api: z
      .strictObject({
        domain: values.hostName,
        certificate: values.certificate,
        hostedZoneId: values.hostedZoneId.optional(),
      })
      .optional(),

    // The dashboard and its identity provider.
    dashboard: z.strictObject({ domain: values.hostName, certificate: values.edgeCertificate }).optional(),
    cognito: z
      .strictObject({
        mail: z
          .strictObject({
            from: values.emailAddress,
            name: values.line.optional(),
            domain: values.hostName.optional(),
          })
          .optional(),
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
    callsPerSecond: z.int().min(1).max(10_000).default(200),
    // The limits of a rule of AWS WAF.
    rateLimitPerAddress: z.int().min(100).max(2_000_000_000).optional(),
    engineDeadlineSeconds: z.int().min(10).max(600).optional(),
    endpointMemoryMegabytes: z.int().min(defaultMemoryMegabytes).max(mostMegabytes).optional(),
    workers: z.strictObject(recordOf(workerNames, workerSchema)).default({}),
    workerArchitecture: z.enum(architectures).default('x64'),
    alarmEmails: z.array(values.emailAddress).default([]),
    ticketEmails: z.array(values.emailAddress).optional(),
    monthlyBudget: z.int().min(1).max(10_000_000).optional(),
    traces: z.boolean().default(false),
  })
  .superRefine(
    (
      {
        adopt,
        api,
        region,
        oidc,
        cognito,
        pages,
        largeUploads,
        dashboard,
        callsPerSecond,
        plans = planTable,
        workers,
      },
      { addIssue },
    ) => {
      const fault = (path: readonly string[], message: string): void =>
        addIssue({ code: 'custom', path: [...path], message });
      if (oidc !== undefined && adopt.userPool !== undefined)
        fault(
          ['adopt', 'userPool'],
          'has no effect, because oidc replaces the user pool. Remove one or the other',
        );
      if (oidc !== undefined && cognito !== undefined)
        fault(['cognito'], 'has no effect, because oidc replaces the user pool. Remove one or the other');
      const certificateRegion = api?.certificate.split(':')[3];
      if (region !== undefined && certificateRegion !== undefined && certificateRegion !== region)
        fault(
          ['api', 'certificate'],
          `must be in ${region}, the region of the stack, not in ${certificateRegion}. Request one in ${region}`,
        );
      if (api !== undefined && api.domain === dashboard?.domain)
        fault(
          ['api', 'domain'],
          `must differ from dashboard.domain, which CloudFront serves. Did you mean "api.${api.domain.split('.').slice(-2).join('.')}"?`,
        );
      for (const [name, isSet] of [
        ['largeUploads', largeUploads],
        ['dashboard', dashboard !== undefined],
      ] as const)
        if (isSet && pages !== 'cloudFront')
          fault([name], `needs CloudFront. Remove it, or pages: '${pages}'`);
      for (const [name, { maxCallsPerMinute, maxActiveJobs }] of Object.entries(plans)) {
        const least = Math.ceil(maxCallsPerMinute / 60);
        if (callsPerSecond < least)
          fault(
            ['callsPerSecond'],
            `must be at least ${least}, the rate of one account of the plan ${name}; this is ${callsPerSecond}`,
          );
        for (const worker of workerNames) {
          const { concurrency = defaultConcurrency } = workers[worker] ?? {};
          if (concurrency <= maxActiveJobs)
            fault(
              ['workers', worker, 'concurrency'],
              `must be more than the ${maxActiveJobs} active jobs of the plan ${name}, so that no account can occupy all workers; this is ${concurrency}`,
            );
        }
      }
    },
  );

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
    node.setContext('@aws-cdk/core:bootstrapQualifier', settings.bootstrapQualifier);
};

/** Returns the settings of the stage that a construct belongs to. */
export const settingsOf = (scope: Construct): Settings => {
  const settings: Settings | undefined = scope.node.tryGetContext(contextKey);
  if (settings === undefined) throw new Error('The app has no settings: call provideSettings first');
  return settings;
};

/** The settings that are constants of the functions' code and of their rows. */
export const constantsOf = ({ plans, engineDeadlineSeconds, workers }: Settings): DeploymentConstants => ({
  plans,
  engineDeadlineSeconds,
  workers,
});

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
