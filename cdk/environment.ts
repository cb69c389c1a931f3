import { Aws } from 'aws-cdk-lib';
import type { IFunction } from 'aws-cdk-lib/aws-lambda';
import type { Construct } from 'constructs';
import { type EnvironmentName, environmentNames, queueVariable, workerVariable } from '../lib/env.ts';
import { engineDeadlineSeconds, leaseSeconds } from '../lib/jobs/job-times.ts';
import { type InvokedWorkerName, ofInvokedWorkers, workerNames } from '../lib/workers.ts';
import type { Queues } from './background-functions.ts';
import { billingEnvironment } from './billing.ts';
import { waitLimitOf } from './concurrency.ts';
import type { GrantResources } from './grant-statement.ts';
import { settingsOf } from './settings.ts';

/** Values of environment variables, from which each function receives those of its row. */
export type Environment = Readonly<Partial<Record<EnvironmentName, string>>>;

/** The namespace of the stack's own metrics. */
export const metricsNamespace = `DocForge/${Aws.STACK_NAME}`;

/** The environment of a function or container: the variables of its row, empty if they have no value. */
export const environmentOf = (
  names: readonly EnvironmentName[],
  environment: Environment,
): Readonly<Record<string, string>> =>
  Object.fromEntries(names.map((name) => [environmentNames[name], environment[name] ?? '']));

/** The variables that contain addresses of the dashboard and of its sign-in. */
export const dashboardEnvironment = (dashboard: {
  readonly url: string;
  readonly issuer: string;
  readonly clientId: string;
}): Environment => ({
  oidcIssuer: dashboard.issuer,
  oidcClientId: dashboard.clientId,
  dashboardUrl: dashboard.url,
});

/** The variables that contain the names of the workers' functions. */
export const workerEnvironmentOf = (functions: Readonly<Record<InvokedWorkerName, IFunction>>): Environment =>
  Object.fromEntries(
    Object.values(ofInvokedWorkers((name) => [workerVariable(name), functions[name].functionName])),
  );

/** The variables that do not refer to the dashboard or to the API. */
export const functionEnvironment = (
  scope: Construct,
  {
    resources: { table, bucket },
    queues,
    originSecret,
  }: {
    resources: Pick<GrantResources, 'table' | 'bucket'>;
    queues: Queues;
    originSecret: string;
  },
): Environment => {
  const { accountConcurrency, buckets, malwareScan, operators, retentionSeconds, signUp, supportContact } =
    settingsOf(scope);
  return {
    originSecret,
    ...billingEnvironment(scope),
    signUp,
    operators: operators.join(' '),
    supportContact: supportContact ?? '',
    tableName: table.tableName,
    bucketName: bucket.bucketName,
    ...Object.fromEntries(workerNames.map((name) => [queueVariable(name), queues[name].queueUrl])),
    webhookQueueUrl: queues.webhooks.queueUrl,
    deadLetterQueueUrl: queues.deadLetters.queueUrl,
    waitLimit: String(waitLimitOf(accountConcurrency) ?? ''),
    retentionSeconds: String(retentionSeconds),
    sourceBuckets: buckets.sources?.text ?? '',
    targetBuckets: buckets.targets?.text ?? '',
    malwareScan: malwareScan ? 'yes' : '',
    leaseSeconds: String(leaseSeconds),
    engineDeadlineSeconds: String(engineDeadlineSeconds),
  };
};
