import { CfnOutput, Duration, Stack, type StackProps, Validations } from 'aws-cdk-lib';
import { Rule, Schedule } from 'aws-cdk-lib/aws-events';
import { LambdaFunction as LambdaTarget } from 'aws-cdk-lib/aws-events-targets';
import type { IFunction } from 'aws-cdk-lib/aws-lambda';
import { SqsEventSource } from 'aws-cdk-lib/aws-lambda-event-sources';
import type { Construct } from 'constructs';
import { maxWaitSeconds } from '../lib/api/limits.ts';
import { type RouteName, routes } from '../lib/api/routes.ts';
import { type EnvironmentName, environmentNames } from '../lib/env.ts';
import {
  engineDeadlineSeconds,
  leaseSeconds,
  longestRetentionDays,
  workerTimeoutSeconds,
} from '../lib/jobs/job-times.ts';
import type { Watched } from './alarm-rows.ts';
import { Alarms } from './alarms.ts';
import { Api } from './api.ts';
import { billingEnvironment } from './billing.ts';
import { createCheckRole } from './check-role.ts';
import { attendantConcurrency, readAccountConcurrency } from './concurrency.ts';
import { DashboardSite } from './dashboard-site.ts';
import { type FunctionCode, functionCode } from './function-code.ts';
import { Identity } from './identity.ts';
import { giveUpTimeoutSeconds, JobQueue } from './job-queue.ts';
import { objectFolders, permissions } from './permissions.ts';
import { ServiceFunction, type ServiceFunctionProps } from './service-function.ts';
import { Storage } from './storage.ts';
import { type WorkerFunctionName, workerFunctions } from './worker-functions.ts';

/** A file or a result lives two hours, unless `cdk deploy -c retentionSeconds=N` says otherwise. */
const defaultRetentionSeconds = 7200;

const longestRetentionSeconds = longestRetentionDays * 86_400;

const readRetention = (given: unknown): number => {
  const seconds = Number(given ?? defaultRetentionSeconds);
  if (Number.isInteger(seconds) && seconds >= 60 && seconds <= longestRetentionSeconds) return seconds;
  throw new Error(`retentionSeconds is ${given}; give a whole number from 60 to ${longestRetentionSeconds}`);
};

/** Context given on the command line is text. */
const isTrue = (given: unknown): boolean => given === true || given === 'true';

const pascalCase = (name: string): string => `${name.charAt(0).toUpperCase()}${name.slice(1)}`;

const apiMemoryMegabytes = 1024;

/** Memory of the functions that hold a whole upload, in the body's base64 and in bytes. */
const uploadMemoryMegabytes = 1769;

/** The service: what `cdk deploy` deploys and what `npm start` runs. */
export class DocForgeStack extends Stack {
  constructor(scope: Construct, id: string, props: StackProps) {
    super(scope, id, props);
    const code = functionCode(this);
    const storage = new Storage(this, 'Storage');
    const { table, bucket } = storage;
    const jobs = new JobQueue(this, 'Jobs');
    const { queue, deadLetters } = jobs;
    const pages = new JobQueue(this, 'WebPageJobs', { deadLetters });
    // Its container image takes a Docker engine to build, which not everybody has who deploys.
    const office = isTrue(this.node.tryGetContext('libreOffice'))
      ? new JobQueue(this, 'OfficeJobs', { deadLetters })
      : undefined;
    const queues = [queue, pages.queue, ...(office === undefined ? [] : [office.queue])];
    const resources = { table, bucket, queues };
    const retentionSeconds = readRetention(this.node.tryGetContext('retentionSeconds'));
    const api = new Api(this, 'Api');
    const identity = new Identity(this, 'Identity');
    const site = new DashboardSite(this, 'Dashboard', {
      restApiId: api.restApi.restApiId,
      stageName: api.stageName,
      // Signed addresses lead straight to the bucket.
      connectSources: [...identity.connectSources, `https://${bucket.bucketRegionalDomainName}`],
      signInOrigins: identity.origins,
    });
    const oidcClientId = identity.registerDashboard(site.url);
    const environment: Readonly<Partial<Record<EnvironmentName, string>>> = {
      oidcIssuer: identity.issuer,
      oidcClientId,
      dashboardUrl: site.url,
      ...billingEnvironment(this),
      supportContact: String(this.node.tryGetContext('supportContact') ?? ''),
      tableName: table.tableName,
      bucketName: bucket.bucketName,
      queueUrl: queue.queueUrl,
      browserQueueUrl: pages.queue.queueUrl,
      officeQueueUrl: office?.queue.queueUrl ?? '',
      retentionSeconds: String(retentionSeconds),
      leaseSeconds: String(leaseSeconds),
      engineDeadlineSeconds: String(engineDeadlineSeconds),
      engineMemoryMegabytes: '2048',
    };

    const serviceFunction = (
      name: keyof typeof permissions,
      fileName: string,
      needs: readonly EnvironmentName[],
      size: Omit<ServiceFunctionProps, 'code' | 'environment' | 'permissions'>,
      functionCodeOf: (fileName: string) => ServiceFunctionProps['code'] = code.bundle,
    ): IFunction => {
      const { lambda } = new ServiceFunction(this, pascalCase(name), {
        code: functionCodeOf(fileName),
        environment: Object.fromEntries(
          needs.map((need) => [environmentNames[need], environment[need] ?? '']),
        ),
        permissions: permissions[name].map((permission) => permission(resources)),
        ...size,
      });
      return lambda;
    };

    const endpoint = (
      name: RouteName,
      needs: readonly EnvironmentName[],
      memoryMegabytes = apiMemoryMegabytes,
    ) =>
      serviceFunction(name, routes[name].function, needs, {
        memoryMegabytes,
        timeout: Duration.seconds(maxWaitSeconds + 4),
      });

    const toQueues = ['queueUrl', 'browserQueueUrl', 'officeQueueUrl'] as const;
    const submits = ['tableName', 'bucketName', ...toQueues] as const;
    const knowsUsers = ['tableName', 'oidcIssuer', 'oidcClientId'] as const;
    const takesPayments = [
      'stripeSecretKey',
      'stripeWebhookSecret',
      'stripeStarterPrice',
      'stripeProPrice',
    ] as const;
    const unrouted = serviceFunction('answerUnrouted', 'answer-unrouted', [], {
      memoryMegabytes: 512,
      timeout: Duration.seconds(10),
    });
    const endpoints = {
      authorize: endpoint('authorize', ['tableName']),
      upload: endpoint('upload', ['tableName', 'bucketName', 'retentionSeconds'], uploadMemoryMegabytes),
      createUpload: endpoint('createUpload', ['tableName', 'bucketName', 'retentionSeconds']),
      convert: endpoint('convert', submits, uploadMemoryMegabytes),
      extract: endpoint('extract', submits, uploadMemoryMegabytes),
      getJob: endpoint('getJob', ['tableName', 'bucketName']),
      getResult: endpoint('getResult', ['tableName', 'bucketName']),
      getFormats: endpoint('getFormats', ['tableName', ...toQueues]),
      getUsage: endpoint('getUsage', ['tableName']),
      listJobs: endpoint('listJobs', ['tableName', 'bucketName']),
      cancelJob: endpoint('cancelJob', ['tableName', 'bucketName']),
      getDashboardConfig: endpoint('getDashboardConfig', [
        'oidcIssuer',
        'oidcClientId',
        'billingOffered',
        'supportContact',
      ]),
      openSession: endpoint('openSession', knowsUsers),
      closeSession: endpoint('closeSession', knowsUsers),
      listKeys: endpoint('listKeys', knowsUsers),
      createKey: endpoint('createKey', knowsUsers),
      revokeKey: endpoint('revokeKey', knowsUsers),
      getUsageHistory: endpoint('getUsageHistory', knowsUsers),
      openCheckout: endpoint('openCheckout', [...knowsUsers, ...takesPayments, 'dashboardUrl']),
      openBillingPortal: endpoint('openBillingPortal', [...knowsUsers, ...takesPayments, 'dashboardUrl']),
      receiveBillingEvent: endpoint('receiveBillingEvent', ['tableName', ...takesPayments]),
      health: endpoint('health', []),
      getOpenApi: endpoint('getOpenApi', ['tableName']),
    };
    api.addRoutes(endpoints, unrouted);

    const workerQueues: readonly (readonly [WorkerFunctionName, JobQueue, FunctionCode['image']?])[] = [
      ['convertDocument', jobs],
      ['convertWebPage', pages],
      ...(office === undefined ? [] : [['convertOfficeDocument', office, code.image] as const]),
    ];
    const accountConcurrency = readAccountConcurrency(
      this,
      workerQueues.reduce(
        (sum, [name]) => sum + workerFunctions[name].maxConcurrency,
        2 * attendantConcurrency,
      ),
    );
    const reserve = (executions: number) => (accountConcurrency === undefined ? undefined : executions);

    const workers = workerQueues.map(([name, { queue: source }, codeOf]): Watched['workers'][number] => {
      const { file, memoryMegabytes, scratchMegabytes, maxConcurrency } = workerFunctions[name];
      const needs = [
        'tableName',
        'bucketName',
        'retentionSeconds',
        'leaseSeconds',
        'engineDeadlineSeconds',
        'engineMemoryMegabytes',
      ] as const;
      const size = {
        memoryMegabytes,
        scratchMegabytes,
        timeout: Duration.seconds(workerTimeoutSeconds),
        reservedConcurrency: reserve(maxConcurrency),
      };
      const lambda = serviceFunction(name, file, needs, size, codeOf);
      lambda.addEventSource(
        // One document in an invocation: what ends the worker ends one job.
        new SqsEventSource(source, { batchSize: 1, maxConcurrency, reportBatchItemFailures: true }),
      );
      return { name: pascalCase(name), lambda, queue: source };
    });

    const giveUpJob = serviceFunction('giveUpJob', 'give-up-job', ['tableName'], {
      memoryMegabytes: 512,
      timeout: Duration.seconds(giveUpTimeoutSeconds),
      reservedConcurrency: reserve(attendantConcurrency),
    });
    giveUpJob.addEventSource(
      new SqsEventSource(deadLetters, {
        batchSize: 10,
        maxConcurrency: attendantConcurrency,
        reportBatchItemFailures: true,
      }),
    );

    const reconcile = serviceFunction('reconcile', 'reconcile', submits, {
      memoryMegabytes: 512,
      timeout: Duration.minutes(1),
      reservedConcurrency: reserve(attendantConcurrency),
    });
    // The next minute's run is the retry.
    reconcile.configureAsyncInvoke({ retryAttempts: 0 });
    new Rule(this, 'ReconcileSchedule', {
      schedule: Schedule.rate(Duration.minutes(1)),
      targets: [new LambdaTarget(reconcile, { retryAttempts: 0 })],
    });
    const { topic } = new Alarms(this, 'Alarms', {
      workers,
      deadLetters,
      giveUpJob,
      reconcile,
      table,
      restApi: api.restApi,
      accountConcurrency,
    });

    const checkRole = createCheckRole(this, resources);

    Validations.of(this).acknowledge(
      ...objectFolders.map((folder) => ({
        id: `AwsSolutions-IAM5[Resource::<${storage.bucketLogicalId}.Arn>/accounts/*/${folder}/*]`,
        reason: `The objects below ${folder} are named after accounts and ids that are not known beforehand`,
      })),
    );

    new CfnOutput(this, 'BaseUrl', { value: api.restApi.url, description: 'Base address of the API' });
    new CfnOutput(this, 'DashboardUrl', { value: site.url, description: 'Address of the dashboard' });
    new CfnOutput(this, 'OidcIssuer', {
      value: identity.issuer,
      description: 'OIDC_ISSUER: who signs users in',
    });
    new CfnOutput(this, 'OidcClientId', { value: oidcClientId, description: 'OIDC_CLIENT_ID' });
    new CfnOutput(this, 'TableName', {
      value: table.tableName,
      description: 'TABLE_NAME, also for npm run admin',
    });
    new CfnOutput(this, 'BucketName', { value: bucket.bucketName, description: 'BUCKET_NAME' });
    new CfnOutput(this, 'QueueUrl', { value: queue.queueUrl, description: 'QUEUE_URL' });
    new CfnOutput(this, 'CheckRoleArn', {
      value: checkRole.roleArn,
      description: 'For npm run admin -- check: what one function may do',
    });
    new CfnOutput(this, 'BrowserQueueUrl', { value: pages.queue.queueUrl, description: 'BROWSER_QUEUE_URL' });
    if (office !== undefined) {
      new CfnOutput(this, 'OfficeQueueUrl', {
        value: office.queue.queueUrl,
        description: 'OFFICE_QUEUE_URL',
      });
    }
    new CfnOutput(this, 'AlarmTopicArn', {
      value: topic.topicArn,
      description: 'Where alarms are published, for further subscriptions',
    });
  }
}
