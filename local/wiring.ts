import { availableParallelism } from 'node:os';
import type { Sharing } from './function-host/lambda-function.ts';
import { type FunctionDefinition, readFunction } from './template/functions.ts';
import { userPoolDomains } from './template/identity.ts';
import { type Json, TemplateError, textOf } from './template/json.ts';
import { resourcesOfType, type Template } from './template/load.ts';
import type { LocalScope } from './template/local-values.ts';
import { resolve } from './template/resolve.ts';
import { type RestApi, readRestApi } from './template/routes.ts';
import {
  type QueueMapping,
  readQueueMappings,
  readSchedules,
  readStreamMappings,
  type Schedule,
  type StreamMapping,
} from './template/triggers.ts';

/** The functions of a template and everything that invokes them. */
export type Wiring = {
  readonly api: RestApi | undefined;
  readonly mappings: readonly QueueMapping[];
  readonly streams: readonly StreamMapping[];
  readonly schedules: readonly Schedule[];
  readonly functions: readonly FunctionDefinition[];
};

/** The maximum of concurrent batches for a mapping without MaximumConcurrency. */
const defaultConcurrency = 10;

/**
 * Reads the functions, routes and triggers of a template. Skips functions that cannot run locally if nothing invokes them,
 * such as those of CDK's custom resources.
 *
 * @throws {TemplateError} if a needed resource is not supported locally, or a trigger's function is not in the stack
 */
export function readWiring(template: Template, scope: LocalScope): Wiring {
  const api = readRestApi(template, scope);
  const mappings = readQueueMappings(template, scope);
  const streams = readStreamMappings(template, scope);
  const schedules = readSchedules(template, scope);
  const routed = (api?.routes ?? []).map(({ integration }) => integration.functionName);
  const triggered = [...mappings, ...streams, ...schedules].map(({ functionName }) => functionName);
  const needed = new Set([...routed, ...triggered]);
  const functions = resourcesOfType(template, 'AWS::Lambda::Function').flatMap((resource) => {
    try {
      return [readFunction(template, scope, resource)];
    } catch (error) {
      if (needed.has(scope.nameOf(resource)) || !(error instanceof TemplateError)) throw error;
      return [];
    }
  });
  for (const name of needed) {
    if (functions.some((definition) => definition.name === name)) continue;
    throw new TemplateError(
      `A route or trigger invokes ${name}, which is not a function of ${template.stackName}`,
    );
  }
  return { api, mappings, streams, schedules, functions };
}

/** Returns the number of concurrent batches of a mapping, limited by the machine's processors. */
export function concurrentBatches(mapping: QueueMapping): number {
  return Math.min(mapping.maximumConcurrency ?? defaultConcurrency, availableParallelism());
}

/**
 * Returns how a function's invocations share processes. Functions of queues, streams and schedules run each invocation in
 * a process of its own, with enough processes for all of their mappings. Other functions share one process.
 */
export function sharingOf(name: string, { mappings, streams, schedules }: Wiring): Sharing {
  const own = mappings.filter(({ functionName }) => functionName === name);
  const hasOther = [...streams, ...schedules].some(({ functionName }) => functionName === name);
  if (own.length === 0 && !hasOther) return 'shared';
  const batches = own.reduce((sum, mapping) => sum + concurrentBatches(mapping), 0);
  // Streams, schedules and tools need processes besides the batches.
  return { maximumProcesses: batches + availableParallelism() };
}

/** Returns the template's outputs, except those that cannot be resolved locally. */
export function readOutputs(template: Template, scope: LocalScope): Readonly<Record<string, string>> {
  const outputs: Record<string, string> = {};
  for (const [id, value] of template.outputs) {
    const text = resolvable(value, scope, id);
    if (text !== undefined) outputs[id] = text;
  }
  return outputs;
}

function resolvable(value: Json, scope: LocalScope, id: string): string | undefined {
  try {
    return textOf(resolve(value, scope, `output ${id}`));
  } catch (error) {
    if (error instanceof TemplateError) return undefined;
    throw error;
  }
}

/** The URLs that replace those of a deployed stack. */
type LocalAddresses = {
  /** The URL of the API and the sites. */
  readonly baseUrl: string;
  readonly s3: string;
  /** The URL of the identity provider, if there is one. */
  readonly issuer: string | undefined;
};

/** Creates a function that replaces the URLs of a deployed stack in a text by the local ones. */
export function createLocalize(
  template: Template,
  scope: LocalScope,
  region: string,
  addresses: LocalAddresses,
): (text: string) => string {
  const { baseUrl, issuer, s3 } = addresses;
  const attribute = (type: string, name: string): string[] =>
    resourcesOfType(template, type).map((resource) => scope.valueOf(resource)?.attributes[name] ?? '');
  const api = readRestApi(template, scope);
  const replacements = [
    ...(api === undefined
      ? []
      : [[`https://${api.id}.execute-api.${region}.amazonaws.com/${api.stage}`, baseUrl] as const]),
    ...resourcesOfType(template, 'AWS::ApiGateway::DomainName').map(
      (domain) => [`https://${scope.nameOf(domain)}/${api?.stage}`, baseUrl] as const,
    ),
    ...attribute('AWS::CloudFront::Distribution', 'DomainName').map(
      (domain) => [`https://${domain}`, baseUrl] as const,
    ),
    ...attribute('AWS::S3::Bucket', 'RegionalDomainName').map((domain) => [`https://${domain}`, s3] as const),
    ...(issuer === undefined
      ? []
      : userPoolDomains(template, scope, region).map((domain) => [domain, issuer] as const)),
  ];
  return (text) =>
    replacements.reduce((changed, [deployed, local]) => changed.replaceAll(deployed, local), text);
}
