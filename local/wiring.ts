import { availableParallelism } from 'node:os';
import type { Sharing } from './function-host/lambda-function.ts';
import { type FunctionDefinition, readFunction } from './template/functions.ts';
import { userPoolDomains } from './template/identity.ts';
import { type Json, TemplateError, textOf } from './template/json.ts';
import { resourcesOfType, type Template } from './template/load.ts';
import type { LocalScope } from './template/local-values.ts';
import { resolve } from './template/resolve.ts';
import { type RestApi, readRestApi } from './template/routes.ts';
import { type QueueMapping, readQueueMappings, readSchedules, type Schedule } from './template/triggers.ts';

/** A template read whole: what runs, and what starts it. */
export type Wiring = {
  readonly api: RestApi | undefined;
  readonly mappings: readonly QueueMapping[];
  readonly schedules: readonly Schedule[];
  readonly functions: readonly FunctionDefinition[];
};

/** Batches at once of a mapping that sets no MaximumConcurrency. */
const defaultConcurrency = 10;

/**
 * Reads everything that runs. Functions that nothing starts, such as those of CDK's custom resources, are left out where
 * they could not run here.
 *
 * @throws {TemplateError} something that is needed is not supported locally, or a trigger names no function of the stack
 */
export function readWiring(template: Template, scope: LocalScope): Wiring {
  const api = readRestApi(template, scope);
  const mappings = readQueueMappings(template, scope);
  const schedules = readSchedules(template, scope);
  const routed = (api?.routes ?? []).map(({ integration }) => integration.functionName);
  const needed = new Set([...routed, ...[...mappings, ...schedules].map(({ functionName }) => functionName)]);
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
      `A route or trigger invokes ${name}, which is no function of ${template.stackName}`,
    );
  }
  return { api, mappings, schedules, functions };
}

/** Batches of a mapping that run at once: as many as it allows, but no more than the machine has processors. */
export function batchesAtOnce(mapping: QueueMapping): number {
  return Math.min(mapping.maximumConcurrency ?? defaultConcurrency, availableParallelism());
}

/**
 * How a function's invocations share processes: what works off a queue or a schedule has a process for each, so that
 * each of its mappings always finds one; everything else shares one.
 */
export function sharingOf(name: string, { mappings, schedules }: Wiring): Sharing {
  const own = mappings.filter(({ functionName }) => functionName === name);
  const scheduled = schedules.some(({ functionName }) => functionName === name);
  if (own.length === 0 && !scheduled) return 'shared';
  const batches = own.reduce((sum, mapping) => sum + batchesAtOnce(mapping), 0);
  // Beside the mappings' batches there are schedules and tools that invoke it.
  return { maximumProcesses: batches + availableParallelism() };
}

/** The template's outputs as text; what does not resolve locally is left out. */
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

/** What stands in place of addresses that only exist once the stack is deployed. */
export type LocalAddresses = {
  /** Of the API and of what is served beside it. */
  readonly baseUrl: string;
  readonly s3: string;
  /** Of the identity provider, where one runs. */
  readonly issuer: string | undefined;
};

/** Replaces the addresses of a deployed stack, which nobody answers here, by the local ones in a text. */
export function createLocalise(
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
