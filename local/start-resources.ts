import type { Access } from './access/access.ts';
import { startAuthorizingProxy } from './access/authorizing-proxy.ts';
import { userPoolService } from './access/json-service.ts';
import { keepRecord } from './access/record-file.ts';
import { readTableKeys } from './access/table-keys.ts';
import { readPolicies } from './access/template-policies.ts';
import { userPoolRequests } from './access/user-pool-requests.ts';
import type { AwsSettings, Credentials } from './function-host/environment.ts';
import type { Report } from './function-host/log.ts';
import { type IdentityProvider, listenIdentityProvider } from './identity-provider/server.ts';
import type { InjectedFaults } from './injected-faults.ts';
import { createMalwareScanner, type OnStored } from './malware-scanner.ts';
import { publishPrograms } from './resources/programs.ts';
import { provision } from './resources/provision.ts';
import { type GivenEndpoints, startServices } from './services.ts';
import type { Assets } from './template/assets.ts';
import { type ContainerDefinition, readContainers } from './template/containers.ts';
import { findUserPool, userPoolValue } from './template/identity.ts';
import type { Template } from './template/load.ts';
import { createScope, type LocalScope, type LocalValue, type Place } from './template/local-values.ts';
import type { Observer } from './watching/observer.ts';
import { readWiring, type Wiring } from './wiring.ts';

/** Steps that stop what was started, in the order of the starts. */
export type Undo = (() => unknown)[];

/** Settings of a stack's resources. */
type ResourceOptions = {
  readonly dataDirectory: string;
  readonly place: Place;
  readonly assets: Assets;
  readonly endpoints?: GivenEndpoints;
  readonly credentials?: Credentials;
  readonly recordDirectory?: string;
  /** The only origin that clients reach. Default: each service has its own. */
  readonly onlyOrigin: string | undefined;
  readonly report: Report;
  readonly observer?: Observer | undefined;
  readonly faults?: InjectedFaults | undefined;
};

/** The running services of a stack with the template's tables, buckets, queues and permissions. */
export type RunningResources = {
  readonly scope: LocalScope;
  readonly wiring: Wiring;
  readonly containers: readonly ContainerDefinition[];
  readonly access: Access;
  readonly aws: AwsSettings;
  readonly identityProvider: IdentityProvider | undefined;
  /** Returns the credentials of the function or container with this name. */
  readonly credentialsOf: (functionName: string) => Credentials;
  /** Returns the URL of the queue with this ARN. */
  readonly queueUrlOf: (arn: string) => string;
};

/** Starts the services of a stack, provisions the template's resources and loads its policies. */
export async function startResources(
  template: Template,
  options: ResourceOptions,
  undo: Undo,
): Promise<RunningResources> {
  const {
    assets,
    credentials,
    dataDirectory,
    endpoints = {},
    onlyOrigin,
    place,
    recordDirectory,
    report,
  } = options;
  const created = new Map<string, LocalValue>();
  const scope = createScope(template, place, created);
  const userPool = findUserPool(template);
  const identityProvider = userPool && (await listenIdentityProvider(dataDirectory, onlyOrigin));
  if (userPool && identityProvider) {
    undo.push(() => identityProvider.close());
    created.set(userPool.logicalId, userPoolValue(userPool, identityProvider.issuer, place.region));
  }
  let scan: OnStored = () => undefined;
  const services = await startServices({
    directory: dataDirectory,
    place: { ...place, tables: readTableKeys(template, scope) },
    endpoints,
    credentials,
    // For other machines, as in the container, the stack is more than a trial.
    isDurable: onlyOrigin !== undefined,
    observer: options.observer,
    faults: options.faults,
    onStored: (bucket, key) => scan(bucket, key),
  });
  undo.push(() => services.close());
  const { access, hasRoles } = services;
  const userPoolProxy =
    identityProvider &&
    (await startAuthorizingProxy(
      userPoolService((operation, body) => userPoolRequests(operation, body, place)),
      identityProvider.userPool,
      access,
    ));
  if (userPoolProxy) undo.push(() => userPoolProxy.close());
  const aws = { ...services.aws, publicS3: onlyOrigin, userPool: userPoolProxy?.endpoint };
  await provision(template, scope, aws, created);
  scan = createMalwareScanner(template, scope, aws, (error) =>
    report(`A file could not be scanned: ${error}`),
  );

  const wiring = readWiring(template, scope);
  const containers = readContainers(template, scope, assets);
  await publishPrograms(
    containers.flatMap(({ program }) => program ?? []),
    aws,
  );
  const callers = [...wiring.functions, ...containers];
  if (hasRoles) access.load(readPolicies(template, scope, callers, place.accountId));
  else report('Permissions are not checked, because some services are not local');
  if (recordDirectory !== undefined) undo.push(await keepRecord(access.record, recordDirectory));
  return {
    scope,
    wiring,
    containers,
    access,
    aws,
    identityProvider,
    credentialsOf: hasRoles ? access.credentialsOf : () => aws.credentials,
    queueUrlOf: (arn) => [...created.values()].find(({ attributes }) => attributes.Arn === arn)?.ref ?? '',
  };
}
