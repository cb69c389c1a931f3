import { rm } from 'node:fs/promises';
import { resolve } from 'node:path';
import { SQSClient } from '@aws-sdk/client-sqs';
import type { Access } from './access/access.ts';
import { type RunningContainer, runContainer } from './containers.ts';
import { listenControl } from './control.ts';
import { lockData } from './data-lock.ts';
import { describeIn, type StackDescription } from './description.ts';
import type { AwsSettings, Credentials } from './function-host/environment.ts';
import { createFreezer } from './function-host/freeze.ts';
import { type Outcome, type StartHost, startHost } from './function-host/host.ts';
import { limitHosts } from './function-host/limits.ts';
import type { Report } from './function-host/log.ts';
import { createForward } from './gateway/forward.ts';
import { createFront } from './gateway/front.ts';
import { createOnlyOrigin } from './gateway/only-origin.ts';
import { createApi, type Serve } from './gateway/serve-api.ts';
import { type Gateway, listenGateway } from './gateway/server.ts';
import { createInjectedFaults } from './injected-faults.ts';
import { localizeStack } from './localize-stack.ts';
import { accountExecutions } from './quotas.ts';
import { runFunctions, temporaryDirectoryIn } from './run-functions.ts';
import type { GivenEndpoints } from './services.ts';
import { startResources, type Undo } from './start-resources.ts';
import { readAssets } from './template/assets.ts';
import { loadTemplate, resourcesOfType, type Template } from './template/load.ts';
import type { LocalScope } from './template/local-values.ts';
import type { RestApi } from './template/routes.ts';
import { startTriggers } from './triggers/start-triggers.ts';
import { createStreamClient, type StreamClient } from './triggers/stream-client.ts';
import { createMetricStore } from './watching/metric-store.ts';
import { createObserver } from './watching/observer.ts';
import { serveWatching } from './watching/server.ts';

/** Settings of a local stack. */
export type StackOptions = {
  /** A cloud assembly with asset metadata. */
  readonly assemblyDirectory: string;
  /** Contains the data of services, logs and `stack.json`. Only one stack at a time may use it. */
  readonly dataDirectory: string;
  /** The port of the API. 0 for any free port. */
  readonly port: number;
  /** The base URL of the API for its clients, if a proxy is in front of the port. */
  readonly publicUrl?: string;
  /**
   * The address to listen at, for clients on other machines. They reach S3 and the identity provider at the base URL too.
   * Default: 127.0.0.1, and each service has a port of its own.
   */
  readonly listenAddress?: string | undefined;
  /** Where metrics and alarms are served, 127.0.0.1 by default. Default: any free port. */
  readonly watching?: { readonly port: number; readonly address?: string | undefined };
  /** Replaces environment variables of functions. */
  readonly environment?: Readonly<Record<string, string>>;
  /** Default: us-east-1. */
  readonly region?: string;
  readonly endpoints?: GivenEndpoints;
  /** For the given endpoints. Default: those of the data folder. */
  readonly credentials?: Credentials;
  /** How long running batches may continue after the stack was closed. Default: 3000. */
  readonly graceMilliseconds?: number;
  /** A folder for the record of authorized calls, one file per stack. Default: no record. */
  readonly recordDirectory?: string;
  /** Starts the processes of functions. Default: forks Node. */
  readonly startHost?: StartHost;
  /** Freezes and limits the processes of functions as Lambda does. Default: they run all the time, without limits. */
  readonly asLambda?: AsLambda | undefined;
  /** Reports warnings of functions, one line each. Default: ignores them. */
  readonly report?: Report;
  /** Called with each stage of the start. */
  readonly onStage?: (stage: string) => void;
};

/** How processes of functions run as on Lambda. */
export type AsLambda = {
  /** Ends a process that was frozen for this long. Default: 300. */
  readonly idleSeconds?: number;
  /** The account's quota of concurrent executions. Default: 1000. */
  readonly accountConcurrency?: number;
};

/** A running stack. */
export type RunningStack = {
  readonly baseUrl: string;
  /** The services, with the administrator's credentials. */
  readonly aws: AwsSettings;
  /** Authorizes every call of a function. */
  readonly access: Access;
  readonly dataDirectory: string;
  /** Returns the current content of `stack.json`. */
  describe(): StackDescription;
  /** Invokes a function by name or logical id. `event` must be serializable as JSON. @throws if it does not exist */
  invoke(name: string, event: unknown): Promise<Outcome>;
  /** Stops everything, running batches after their grace period. */
  close(): Promise<void>;
};

/** The account id of all emulators. */
const accountId = '000000000000';

const noApi: RestApi = { id: 'none', stage: 'local', binaryMediaTypes: [], routes: [], gatewayResponses: {} };

/**
 * Runs a synthesized stack: services, functions, API, triggers, schedules. Resolves once the API responds.
 *
 * @throws {TemplateError} if the template needs something that does not run locally
 * @throws {DataLockedError} if another stack uses the data folder
 * @throws an error with the code `EADDRINUSE` if the port is in use
 */
export async function startStack(options: StackOptions): Promise<RunningStack> {
  const undo: Undo = [];
  const close = async (): Promise<void> => {
    for (const step of undo.splice(0).reverse()) await step();
  };
  try {
    return await start(options, undo, close);
  } catch (error) {
    await close();
    throw error;
  }
}

async function start(options: StackOptions, undo: Undo, close: () => Promise<void>): Promise<RunningStack> {
  const { region = 'us-east-1', report = () => undefined, graceMilliseconds = 3000 } = options;
  const { onStage = () => undefined } = options;
  const dataDirectory = resolve(options.dataDirectory);
  const gateway = await openDataFolder(dataDirectory, options, undo);
  const { publicUrl: baseUrl = gateway.baseUrl } = options;
  const onlyOrigin = options.listenAddress === undefined ? undefined : baseUrl;
  const place = { region, accountId };
  const template = await loadTemplate(options.assemblyDirectory);
  const assets = await readAssets(options.assemblyDirectory);
  const metrics = createMetricStore();
  const observer = createObserver(metrics, () => template.stackName);
  const faults = createInjectedFaults();
  onStage('Starting the emulators');
  const resources = await startResources(
    template,
    { ...options, dataDirectory, place, assets, onlyOrigin, report, observer, faults },
    undo,
  );
  const { access, credentialsOf, identityProvider, scope, wiring } = resources;
  const control = await listenControl(access, place);
  undo.push(() => control.close());
  const aws = { ...resources.aws, lambda: control.endpoint };
  const local = localizeStack(template, resources, {
    assets,
    baseUrl,
    region,
    overrides: options.environment ?? {},
  });
  const serving = identityProvider?.serve(local.clients);

  onStage('Starting the functions');
  const file = describeIn(dataDirectory, () => describe());
  undo.push(() => file.remove());
  const functions = runFunctions(local.functions, wiring, {
    aws,
    credentialsOf,
    dataDirectory,
    report,
    onProcesses: () => file.update(),
    startHost: hostsOf(options, report, undo),
    observer,
    accountConcurrency: options.asLambda && (options.asLambda.accountConcurrency ?? accountExecutions),
  });
  undo.push(() => functions.close());
  const containers = local.containers.map((definition) =>
    runContainer(definition, {
      aws: { ...aws, credentials: credentialsOf(definition.name) },
      dataDirectory,
      report,
      observer,
      onProcesses: () => file.update(),
      graceMilliseconds,
    }),
  );
  undo.push(() => Promise.all(containers.map((container) => container.close())));
  const invoke = async (name: string, payload: string, requestId?: string): Promise<Outcome> => {
    const outcome = functions.invoke(name, payload, requestId);
    if (outcome === undefined) throw new Error(`No function ${name} in ${template.stackName}`);
    return outcome;
  };
  const direct = await listenGateway(0);
  undo.push(() => direct.close());
  control.serve({ ...functions, set: faults.set });
  const { queueUrlOf } = resources;
  const clientOf = (functionName: string): SQSClient => {
    const credentials = credentialsOf(functionName);
    const client = new SQSClient({ region, credentials, endpoint: aws.endpoints.sqs });
    undo.push(() => client.destroy());
    return client;
  };
  const streamClientOf = (functionName: string): StreamClient =>
    createStreamClient(aws.endpoints.dynamodb, region, credentialsOf(functionName));
  undo.push(
    startTriggers(wiring, {
      clientOf,
      streamClientOf,
      queueUrlOf,
      invoke,
      ...place,
      dataDirectory,
      report,
      graceMilliseconds,
      observer,
      isDisabled: faults.isDisabled,
    }),
  );
  const watching = await serveWatching(metrics, template, scope, options.watching ?? { port: 0 });
  undo.push(() => watching.close());

  const describe = (): StackDescription => ({
    pid: process.pid,
    baseUrl,
    ...place,
    credentials: aws.credentials,
    endpoints: {
      ...aws.endpoints,
      userPool: aws.userPool,
      lambda: control.secretEndpoint,
      api: direct.baseUrl,
      gateway: gateway.baseUrl,
      watching: watching.url,
    },
    outputs: local.outputs,
    functions: functions.describe(),
    containers: describeContainers(containers, credentialsOf),
    resources: describeResources(template, scope),
  });
  await serving;
  const { api = noApi } = wiring;
  const answerApi = createApi({ api, accountId, invoke });
  const serveApi: Serve = (request, response, call) => {
    const startedAt = performance.now();
    response.once('finish', () => observer.request(response.statusCode, performance.now() - startedAt));
    return answerApi(request, response, call);
  };
  const front = createFront(local.behaviours, {
    api: serveApi,
    stage: api.stage,
    container: (loadBalancer) =>
      createForward(async () =>
        containers.find(({ definition }) => definition.loadBalancer === loadBalancer)?.port(),
      ),
  });
  gateway.serve(
    onlyOrigin === undefined
      ? front
      : createOnlyOrigin(front, {
          s3: aws.endpoints.s3,
          buckets: refsOf(template, scope, 'AWS::S3::Bucket'),
          identityProvider: identityProvider?.endpoint,
        }),
  );
  direct.serve(serveApi);
  // Again, so that the gateway closes first and accepts no request while the rest stops.
  undo.push(() => gateway.close());
  file.update();
  await file.settled();
  return {
    baseUrl,
    aws,
    access,
    dataDirectory,
    describe,
    invoke: async (name, event) => invoke(name, JSON.stringify(event)),
    close,
  };
}

/** Returns what starts the processes of functions. A given one has limits of its own. */
function hostsOf({ asLambda, startHost: given }: StackOptions, report: Report, undo: Undo): StartHost {
  if (asLambda === undefined) return given ?? startHost;
  const freezer = createFreezer(given ?? limitHosts(startHost, report), asLambda.idleSeconds);
  undo.push(freezer.close);
  return freezer.startHost;
}

/** Locks the data folder, opens the gateway and empties the folder of temporary files. */
async function openDataFolder(
  dataDirectory: string,
  { listenAddress, port, publicUrl }: StackOptions,
  undo: Undo,
): Promise<Gateway> {
  undo.push(await lockData(dataDirectory));
  const gateway = await listenGateway(port, { address: listenAddress, publicUrl });
  undo.push(() => gateway.close());
  const clean = (): Promise<void> =>
    rm(temporaryDirectoryIn(dataDirectory), { recursive: true, force: true });
  await clean();
  undo.push(clean);
  return gateway;
}

function describeContainers(
  containers: readonly RunningContainer[],
  credentialsOf: (name: string) => Credentials,
): StackDescription['containers'] {
  return Object.fromEntries(
    containers.map(({ definition: { logicalId, name }, pid }) => [
      logicalId,
      { name, pids: [pid() ?? []].flat(), credentials: credentialsOf(name) },
    ]),
  );
}

function refsOf(template: Template, scope: LocalScope, type: string): readonly string[] {
  return resourcesOfType(template, type).map((resource) => scope.valueOf(resource)?.ref ?? '');
}

function describeResources(template: Template, scope: LocalScope): StackDescription['resources'] {
  const resources = resourcesOfType(template, 'AWS::DynamoDB::Table', 'AWS::S3::Bucket', 'AWS::SQS::Queue');
  return Object.fromEntries(
    resources.map((resource) => [
      resource.logicalId,
      { type: resource.type, ref: scope.valueOf(resource)?.ref ?? '' },
    ]),
  );
}
