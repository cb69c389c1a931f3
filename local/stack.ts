import { rm } from 'node:fs/promises';
import { resolve } from 'node:path';
import { SQSClient } from '@aws-sdk/client-sqs';
import type { Access } from './access/access.ts';
import { keepRecord } from './access/record-file.ts';
import { readTableKeys } from './access/table-keys.ts';
import { readPolicies } from './access/template-policies.ts';
import { listenControl } from './control.ts';
import { lockData } from './data-lock.ts';
import { describeIn, type StackDescription } from './description.ts';
import type { AwsSettings, Credentials } from './function-host/environment.ts';
import { type Outcome, type StartHost, startHost } from './function-host/host.ts';
import type { Report } from './function-host/log.ts';
import { listenGateway } from './gateway/server.ts';
import { createSite } from './gateway/site.ts';
import { listenIdentityProvider } from './identity-provider/server.ts';
import { applyOverrides } from './overrides.ts';
import { provision } from './resources/provision.ts';
import { runFunctions, temporaryDirectoryIn } from './run-functions.ts';
import { type GivenEndpoints, startServices } from './services.ts';
import { readAssets } from './template/assets.ts';
import { findUserPool, readUserPoolClients, userPoolValue } from './template/identity.ts';
import { loadTemplate, resourcesOfType, type Template } from './template/load.ts';
import { createScope, type LocalScope, type LocalValue } from './template/local-values.ts';
import type { RestApi } from './template/routes.ts';
import { readSites } from './template/site.ts';
import { startTriggers } from './triggers/start-triggers.ts';
import { createLocalise, readOutputs, readWiring } from './wiring.ts';

/** What to run and where to keep its data. */
export type StackOptions = {
  /** A cloud assembly with asset metadata. */
  readonly assemblyDirectory: string;
  /** Everything that outlives the stack: services' data, logs, `stack.json`. One stack at a time uses it. */
  readonly dataDirectory: string;
  /** Of the API; 0 takes a free one. */
  readonly port: number;
  /** Replaces variables that functions declare. */
  readonly environment?: Readonly<Record<string, string>>;
  /** us-east-1 where it is left out. */
  readonly region?: string;
  readonly endpoints?: GivenEndpoints;
  /** Of the given endpoints; the data folder's own where they are left out. */
  readonly credentials?: Credentials;
  /** What batches under way get to end by themselves when the stack is closed; 3000 where it is left out. */
  readonly graceMilliseconds?: number;
  /** Where a record of what was judged is kept, in a file for each stack; nowhere where it is left out. */
  readonly recordDirectory?: string;
  /** Starts the processes of functions; forks Node where it is left out. */
  readonly startHost?: StartHost;
  /** Gets what functions warn of, a line each; dropped where it is left out. */
  readonly report?: Report;
};

/** A stack that runs. */
export type RunningStack = {
  readonly baseUrl: string;
  /** With the administrator's credentials. */
  readonly aws: AwsSettings;
  /** What every call of a function passes. */
  readonly access: Access;
  readonly dataDirectory: string;
  /** What `stack.json` says at this moment. */
  describe(): StackDescription;
  /** Invokes a function by its name or logical id with an event, anything JSON can hold. @throws no such function */
  invoke(name: string, event: unknown): Promise<Outcome>;
  /** Ends everything that was started, batches under way after their grace. */
  close(): Promise<void>;
};

/** The account that every emulator takes itself to be in. */
const accountId = '000000000000';

const noApi: RestApi = { id: 'none', stage: 'local', binaryMediaTypes: [], routes: [], gatewayResponses: {} };

/**
 * Runs a synthesised stack: services, functions, API, triggers, schedules. Resolves once the API answers.
 *
 * @throws {TemplateError} the template needs what does not run locally
 * @throws {DataLockedError} another stack uses the data folder
 * @throws EADDRINUSE, as an error's `code`: the port is taken
 */
export async function startStack(options: StackOptions): Promise<RunningStack> {
  const undo: (() => unknown)[] = [];
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

async function start(
  options: StackOptions,
  undo: (() => unknown)[],
  close: () => Promise<void>,
): Promise<RunningStack> {
  const { region = 'us-east-1', report = () => undefined, graceMilliseconds = 3000 } = options;
  const dataDirectory = resolve(options.dataDirectory);
  undo.push(await lockData(dataDirectory));
  const gateway = await listenGateway(options.port);
  undo.push(() => gateway.close());
  const clean = (): Promise<void> =>
    rm(temporaryDirectoryIn(dataDirectory), { recursive: true, force: true });
  await clean();
  undo.push(clean);

  const template = await loadTemplate(options.assemblyDirectory);
  const { endpoints = {}, credentials } = options;
  const made = new Map<string, LocalValue>();
  const scope = createScope(template, { region, accountId }, made);
  const userPool = findUserPool(template);
  const identityProvider = userPool && (await listenIdentityProvider(dataDirectory));
  if (userPool && identityProvider) {
    undo.push(() => identityProvider.close());
    made.set(userPool.logicalId, userPoolValue(userPool, identityProvider.issuer, region));
  }
  const place = { region, accountId, tables: readTableKeys(template, scope) };
  const services = await startServices({ directory: dataDirectory, place, endpoints, credentials });
  undo.push(() => services.close());
  const { access, aws, hasRoles } = services;
  await provision(template, scope, aws, made);

  const wiring = readWiring(template, scope);
  if (hasRoles) access.load(readPolicies(template, scope, wiring.functions, accountId));
  else report('Permissions are not checked: not all services are the local ones');
  const { recordDirectory } = options;
  if (recordDirectory !== undefined) undo.push(await keepRecord(access.record, recordDirectory));
  const credentialsOf = hasRoles ? access.credentialsOf : () => aws.credentials;
  const localiseText = createLocalise(template, scope, region, {
    baseUrl: gateway.baseUrl,
    s3: aws.endpoints.s3,
    issuer: identityProvider?.issuer,
  });
  const localise = (values: Readonly<Record<string, string>>): Readonly<Record<string, string>> =>
    Object.fromEntries(Object.entries(values).map(([name, value]) => [name, localiseText(value)]));
  const outputs = localise(readOutputs(template, scope));
  const serving = identityProvider?.serve(
    readUserPoolClients(template, scope).map((client) => ({
      ...client,
      redirectUris: client.redirectUris.flatMap((uri) => loopbackNames(localiseText(uri))),
      logoutUris: client.logoutUris.flatMap((uri) => loopbackNames(localiseText(uri))),
    })),
  );
  const sites = readSites(template, scope, await readAssets(options.assemblyDirectory)).map((site) =>
    createSite({ ...site, headers: localise(site.headers) }),
  );
  const definitions = applyOverrides(wiring.functions, options.environment ?? {}).map((definition) => ({
    ...definition,
    environment: localise(definition.environment),
  }));
  const file = describeIn(dataDirectory, () => describe());
  undo.push(() => file.remove());
  const onProcesses = (): void => file.update();
  const functions = runFunctions(definitions, wiring, {
    aws,
    credentialsOf,
    dataDirectory,
    report,
    onProcesses,
    startHost: options.startHost ?? startHost,
  });
  undo.push(() => functions.close());
  const invoke = async (name: string, payload: string, requestId?: string): Promise<Outcome> => {
    const outcome = functions.invoke(name, payload, requestId);
    if (outcome === undefined) throw new Error(`No function ${name} in ${template.stackName}`);
    return outcome;
  };
  const control = await listenControl(functions);
  undo.push(() => control.close());
  const queues = [...made.values()];
  const queueUrlOf = (arn: string): string =>
    queues.find(({ attributes }) => attributes.Arn === arn)?.ref ?? '';
  const clientOf = (functionName: string): SQSClient => {
    const client = new SQSClient({
      region,
      credentials: credentialsOf(functionName),
      endpoint: aws.endpoints.sqs,
    });
    undo.push(() => client.destroy());
    return client;
  };
  const triggers = { clientOf, queueUrlOf, invoke, region, accountId, report, graceMilliseconds };
  undo.push(startTriggers(wiring, triggers));

  const describe = (): StackDescription => ({
    pid: process.pid,
    baseUrl: gateway.baseUrl,
    region,
    accountId,
    credentials: aws.credentials,
    endpoints: { ...aws.endpoints, lambda: control.endpoint },
    outputs,
    functions: functions.describe(),
    resources: describeResources(template, scope),
  });
  await serving;
  gateway.serve({ api: wiring.api ?? noApi, accountId, invoke, sites });
  // Once more, to be the first that ends: what is asked after that would find nobody.
  undo.push(() => gateway.close());
  file.update();
  await file.settled();
  return {
    baseUrl: gateway.baseUrl,
    aws,
    access,
    dataDirectory,
    describe,
    invoke: async (name, event) => invoke(name, JSON.stringify(event)),
    close,
  };
}

/** An address of this machine by both of its names, for whoever types the other one. */
function loopbackNames(uri: string): readonly string[] {
  return [...new Set([uri, uri.replace('//127.0.0.1:', '//localhost:')])];
}

function describeResources(template: Template, scope: LocalScope): StackDescription['resources'] {
  const resources = resourcesOfType(
    template,
    'AWS::DynamoDB::Table',
    'AWS::DynamoDB::GlobalTable',
    'AWS::S3::Bucket',
    'AWS::SQS::Queue',
  );
  return Object.fromEntries(
    resources.map((resource) => [
      resource.logicalId,
      { type: resource.type, ref: scope.valueOf(resource)?.ref ?? '' },
    ]),
  );
}
