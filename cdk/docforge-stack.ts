import { CfnOutput, Fn, Stack, type StackProps, Validations } from 'aws-cdk-lib';
import type { Queue } from 'aws-cdk-lib/aws-sqs';
import type { Construct } from 'constructs';
import { functionUploadBytes } from '../lib/api/limits.ts';
import type { BucketFolder } from '../lib/api/s3-address.ts';
import { tryAccountId } from '../lib/api/try-samples.ts';
import {
  type BackgroundFunctionName,
  backgroundFunctions,
  type QueueName,
} from '../lib/functions/background-functions.ts';
import { objectFolders } from '../lib/grants.ts';
import { largestFileBytes } from '../lib/plan-table.ts';
import { invokedWorkers, ofInvokedWorkers, ofWorkers, workerNames, workers } from '../lib/workers.ts';
import type { Watched } from './alarm-rows.ts';
import { Alarms } from './alarms.ts';
import { Api } from './api.ts';
import { createApiDomain } from './api-domain.ts';
import { createBackgroundFunctions, type DeployedFunction } from './background-functions.ts';
import { createCheckRole } from './check-role.ts';
import { createDashboardFunction, createEndpointFunctions, pascalCase } from './create-functions.ts';
import { DashboardSite } from './dashboard-site.ts';
import { type Data, type DataStack, dataOf, foundAs } from './data-stack.ts';
import { dashboardEnvironment, functionEnvironment, workerEnvironmentOf } from './environment.ts';
import { functionCode } from './function-code.ts';
import { deployGradually, liveOf } from './gradual-deployment.ts';
import { objectsOf } from './grant-statement.ts';
import { Identity } from './identity.ts';
import { JobQueue } from './job-queue.ts';
import { createLogQueries } from './log-queries.ts';
import { createMalwareScan, wildcardsOfScan } from './malware-scan.ts';
import { OriginSecret } from './origin-secret.ts';
import { policyOf } from './response-headers.ts';
import { settingsOf } from './settings.ts';
import { UploadService } from './upload-service.ts';
import { createWatchDashboard } from './watch-dashboard.ts';
import { WebAcl } from './web-acl.ts';

/** The dead letters, a queue for each worker, and one for webhooks. */
const createQueues = (scope: Construct): Readonly<Record<QueueName, Queue>> => {
  const { queue: standard, deadLetters } = new JobQueue(scope, workers.standard.queue);
  const workerQueues = ofWorkers((name) =>
    name === 'standard' ? standard : new JobQueue(scope, workers[name].queue, { deadLetters }).queue,
  );
  const { timeoutSeconds } = backgroundFunctions.deliverWebhook;
  const { queue: webhooks } = new JobQueue(scope, 'Webhooks', { deadLetters, timeoutSeconds });
  return { ...workerQueues, webhooks, deadLetters };
};

const lambdaOf = (
  deployed: readonly DeployedFunction[],
  name: BackgroundFunctionName,
): DeployedFunction['lambda'] => {
  const found = deployed.find((each) => each.name === name);
  if (found === undefined) throw new Error(`The function ${name} is not deployed`);
  return found.lambda;
};

/** The functions of the workers that calls invoke, by the workers' names. */
const workerFunctions = (deployed: readonly DeployedFunction[]) =>
  ofInvokedWorkers((name) => {
    const found = deployed.find(({ row }) => row.trigger.on === 'queue' && row.trigger.queue === name);
    if (found === undefined) throw new Error(`The worker ${name} is not deployed`);
    return liveOf(found.lambda);
  });

const watchedWorkers = (deployed: readonly DeployedFunction[]): Watched['workers'] =>
  deployed.flatMap(({ name, row, lambda, queue }) =>
    row.worker === undefined || queue === undefined
      ? []
      : [{ name: pascalCase(name), lambda, memoryMegabytes: row.memoryMegabytes, queue }],
  );

type DocForgeStackProps = StackProps & {
  /** Undefined if the settings adopt all data. */
  readonly dataStack: DataStack | undefined;
};

/** The service without its data, which is in a stack of its own: what `cdk deploy --all` deploys and what `npm start` runs. */
export class DocForgeStack extends Stack {
  constructor(scope: Construct, id: string, { dataStack, ...props }: DocForgeStackProps) {
    super(scope, id, props);
    const {
      buckets,
      kmsKeyArn,
      largeUploads,
      malwareScan,
      pages,
      rateLimitPerAddress: limit,
    } = settingsOf(this);
    const data = dataOf(this, dataStack);
    const { table, bucket } = data;
    const queues = createQueues(this);
    const { deadLetters, webhooks: webhookQueue, ...workerQueues } = queues;
    const resources = {
      table,
      bucket,
      jobQueues: Object.values(workerQueues),
      webhookQueue,
      deadLetters,
      sourceFolders: buckets.sources?.folders ?? [],
      targetFolders: buckets.targets?.folders ?? [],
      scansFiles: malwareScan,
      keyArn: kmsKeyArn,
    };
    if (malwareScan) createMalwareScan(this, bucket);
    const api = new Api(this, 'Api');
    const identity = new Identity(this, 'Identity', data.userPool);
    const originSecret = pages === 'cloudFront' ? new OriginSecret(this, 'OriginSecret') : undefined;
    const common = functionEnvironment(this, { resources, queues, originSecret: originSecret?.value ?? '' });
    const uploads = largeUploads
      ? new UploadService(this, 'Uploads', { resources, environment: common })
      : undefined;
    const uploadLimitBytes = uploads === undefined ? functionUploadBytes : largestFileBytes;
    const sources = {
      // Signed URLs point to the bucket itself.
      connectSources: [...identity.connectSources, `https://${bucket.bucketRegionalDomainName}`],
      signInOrigins: identity.origins,
    };
    const site =
      originSecret &&
      new DashboardSite(this, 'Dashboard', {
        restApiId: api.restApi.restApiId,
        stageName: api.stageName,
        originSecret,
        uploads: uploads?.loadBalancer,
        uploadLimitBytes,
        ...sources,
      });
    const dashboardUrl = pages === 'api' ? `${api.url}/dashboard/` : site?.url;
    const pagesUrl = dashboardUrl ?? `${api.url}/`;
    const dashboard = {
      url: pagesUrl,
      issuer: identity.issuer,
      clientId: identity.registerDashboard(pagesUrl),
    };
    const environment = {
      ...common,
      ...dashboardEnvironment(dashboard),
      apiUrl: api.url,
      docsUrl: site === undefined ? `${api.url}/openapi.json` : `${site.origin}/docs/`,
      ...(pages === 'api' && { dashboardPolicy: policyOf(sources) }),
      uploadLimitBytes: String(uploadLimitBytes),
    };
    const setting = { code: functionCode(this), resources, environment };
    const { deployed, accountConcurrency } = createBackgroundFunctions(this, queues, table, setting);
    const functions = workerFunctions(deployed);
    const { endpoints, unrouted } = createEndpointFunctions(this, {
      ...setting,
      resources: {
        ...resources,
        workers: Object.values(functions),
        userPoolArn: identity.userPoolArn,
      },
      environment: { ...environment, ...workerEnvironmentOf(functions) },
    });
    const dashboardFunction =
      pages === 'api' ? createDashboardFunction(this, { ...setting, resources }) : undefined;
    const stage = api.deploy(endpoints, unrouted, dashboardFunction);
    const domainTarget = createApiDomain(this, stage, api.stageName);
    if (limit !== undefined)
      new WebAcl(this, 'WebAcl', {
        limit,
        stageArn: stage.stageArn,
        originSecret: originSecret?.value,
        uploads: uploads?.loadBalancer,
      });
    const watched: Watched = {
      workers: watchedWorkers(deployed),
      deadLetters,
      failAbandonedJob: lambdaOf(deployed, 'failAbandonedJob'),
      reconcile: lambdaOf(deployed, 'reconcile'),
      announceJob: lambdaOf(deployed, 'announceJob'),
      webhookQueue,
      table,
      restApi: api.restApi,
      accountConcurrency,
      monthlyBudget: settingsOf(this).monthlyBudget,
      users:
        identity.userPoolId === undefined
          ? undefined
          : { userPoolId: identity.userPoolId, clientId: dashboard.clientId },
      uploads: uploads?.targets,
    };
    const { alarms, topics } = new Alarms(this, 'Alarms', watched);
    const lambdas = [...deployed.map(({ lambda }) => lambda), ...Object.values(endpoints)];
    deployGradually(this, lambdas, alarms);
    createWatchDashboard(this, { ...watched, alarms });
    createLogQueries(this, {
      endpoints: [...Object.values(endpoints), unrouted].map(({ logGroup }) => logGroup),
      workers: watched.workers.map(({ lambda }) => lambda.logGroup),
      announceJob: lambdaOf(deployed, 'announceJob').logGroup,
      deliverWebhook: lambdaOf(deployed, 'deliverWebhook').logGroup,
    });
    const checkRole = createCheckRole(this, resources);
    this.acknowledgeFindings(data, dataStack, [...resources.sourceFolders, ...resources.targetFolders]);
    this.addOutputs([
      [
        'BaseUrl',
        uploads === undefined || site === undefined ? `${api.url}/` : `${site.origin}/${api.stageName}/`,
        'Base address of the API',
      ],
      ['ApiDomainTarget', domainTarget, 'Point a CNAME record of the domain of the API at this'],
      ['DashboardUrl', dashboardUrl, 'Address of the dashboard'],
      ['OidcIssuer', dashboard.issuer, 'OIDC_ISSUER, which authenticates users'],
      ['OidcClientId', dashboard.clientId, 'OIDC_CLIENT_ID'],
      ['UserPoolId', identity.userPoolId, 'Where the operator creates invited users'],
      ['TableName', table.tableName, 'TABLE_NAME, also for npm run admin'],
      ['BucketName', bucket.bucketName, 'BUCKET_NAME'],
      [
        'CheckRoleArn',
        checkRole.roleArn,
        'For npm run admin -- check: role with the permissions of one function',
      ],
      ...workerNames.map((name) => {
        const { output, variable } = workers[name];
        return [output, queues[name].queueUrl, variable] as const;
      }),
      ...Object.values(
        ofInvokedWorkers((name) => {
          const { output, variable } = invokedWorkers[name];
          return [output, functions[name].functionName, variable] as const;
        }),
      ),
      ['WebhookQueueUrl', webhookQueue.queueUrl, 'WEBHOOK_QUEUE_URL'],
      ['DeadLetterQueueUrl', deadLetters.queueUrl, 'DEAD_LETTER_QUEUE_URL, for npm run admin'],
      ['AlarmTopicArn', topics.page.topicArn, 'Where urgent alarms are published, for further subscriptions'],
      ['TicketTopicArn', topics.ticket.topicArn, 'Where the other alarms are published'],
    ]);
  }

  /** The zones of the network of large uploads. CDK's own getter asks AWS for them during synthesis if the region is fixed. */
  override get availabilityZones(): string[] {
    return settingsOf(this).uploadZones.map((place) => Fn.select(place - 1, Fn.getAzs()));
  }

  private acknowledgeFindings(
    { table, bucket }: Data,
    dataStack: DataStack | undefined,
    folders: readonly BucketFolder[],
  ): void {
    const { adopt, malwareScan } = settingsOf(this);
    const bucketArn = foundAs(this, bucket.bucketArn, adopt.bucket === undefined ? dataStack : undefined);
    const tableArn = foundAs(this, table.tableArn, adopt.tableStream === undefined ? dataStack : undefined);
    Validations.of(this).acknowledge(
      ...['*', tryAccountId].flatMap((account) =>
        objectFolders.map((folder) => ({
          id: `AwsSolutions-IAM5[Resource::${bucketArn}/accounts/${account}/${folder}/*]`,
          reason: `The objects below ${folder} are named after accounts and ids that are not known beforehand`,
        })),
      ),
      ...(malwareScan ? wildcardsOfScan(bucketArn) : []),
      ...(settingsOf(this).traces
        ? [{ id: 'AwsSolutions-IAM5[Resource::*]', reason: 'X-Ray has no resources to name' }]
        : []),
      {
        id: `AwsSolutions-IAM5[Resource::${tableArn}/stream/*]`,
        reason: 'The name of the stream of the table is the time of its creation',
      },
      ...[...new Set(folders.map(objectsOf))].map((pattern) => ({
        id: `AwsSolutions-IAM5[Resource::arn:<AWS::Partition>:s3:::${pattern}]`,
        reason: 'The operator allows the objects of this folder, whose names are those of requests',
      })),
    );
  }

  /** Adds an output for each row that has a value. */
  private addOutputs(rows: readonly (readonly [string, string | undefined, string])[]): void {
    for (const [id, value, description] of rows) {
      if (value !== undefined) new CfnOutput(this, id, { value, description });
    }
  }
}
